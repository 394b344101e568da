import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endAs, ownerOf, removeAs } from '../../../src/cli/install/as-owner.ts'
import { stopServer } from '../../../src/cli/install/machine.ts'
import { CURRENT, switchTo } from '../../../src/cli/install/places.ts'
import { beganAt, noteServer, runningServer, type RunningServer } from '../../../src/cli/install/running.ts'
import { refuseOthers } from '../../../src/cli/install/trust.ts'
import { forget, ROOT, temporary } from '../../folders.ts'

const NOBODY = 65534
const AS_NOBODY = { uid: NOBODY, gid: NOBODY }
const isRoot = process.getuid?.() === 0 && existsSync('/proc/self/status')

const own = { made: '', home: '', data: '' }
const at = (): { root: string; home: string; dataDir: string } => ({
  root: join(own.home, 'wangjian-1.0.0'),
  home: own.home,
  dataDir: own.data,
})
const inHome = (...names: string[]): string => join(own.home, ...names)
const children: ChildProcess[] = []

/** A home as docs/deployment.md has it: root's, with data that is the service's. */
beforeEach(() => {
  const made = temporary('root-')
  chmodSync(made, 0o755)
  Object.assign(own, { made, home: join(made, 'home'), data: join(made, 'home/data') })
  for (const version of ['0.9.0', '1.0.0']) {
    const release = inHome(`wangjian-${version}`)
    mkdirSync(join(release, 'program'), { recursive: true })
    writeFileSync(join(release, 'release.json'), JSON.stringify({ name: 'wangjian', version, node: '>=20' }))
    writeFileSync(join(release, 'program/wangjian.mjs'), `console.log('ran', process.argv.slice(2).join())`)
    copyFileSync(join(ROOT, 'scripts/release/launcher.sh'), join(release, 'wangjian'))
  }
  switchTo(own.home, at().root, inHome('wangjian-0.9.0'))
  writeFileSync(inHome('wangjian.env'), 'DEMO=0\n', { mode: 0o600 })
  mkdirSync(own.data, 0o700)
  chownSync(own.data, NOBODY, NOBODY)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await forget(own.made)
})

/** What the service's account does, as that account. */
function asNobody(script: string, ...values: string[]): void {
  const { status, stderr } = spawnSync('/bin/sh', ['-ec', script, 'sh', ...values], { ...AS_NOBODY, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}
const handOver = (path: string): void => lchownSync(path, NOBODY, NOBODY)
const launched = (): { status: number | null; stdout: string; stderr: string } =>
  spawnSync('/bin/sh', [inHome('current/wangjian'), 'status'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } })

/** What an account can do that owns one thing too many, and the path that root then names. */
const PLANTS: Record<string, () => string> = {
  'the home': () => {
    handOver(own.home)
    return own.home
  },
  'the folder above the home': () => {
    handOver(own.made)
    return own.made
  },
  'the program': () => {
    handOver(join(at().root, 'program/wangjian.mjs'))
    return join(at().root, 'program/wangjian.mjs')
  },
  'a program that its group may write': () => {
    chmodSync(join(at().root, 'program/wangjian.mjs'), 0o664)
    return join(at().root, 'program/wangjian.mjs')
  },
  'the release from before': () => {
    handOver(inHome('wangjian-0.9.0/release.json'))
    return inHome('wangjian-0.9.0/release.json')
  },
  'the link to the release in use': () => {
    handOver(inHome(CURRENT))
    return inHome(CURRENT)
  },
  'settings that it has laid there': () => {
    handOver(own.home)
    asNobody('mv "$1" "$1.old"; echo NODE_OPTIONS=--require=/tmp/x > "$1"', inHome('wangjian.env'))
    chownSync(own.home, 0, 0)
    return inHome('wangjian.env')
  },
  'a log that leads elsewhere': () => {
    handOver(own.home)
    asNobody('ln -s /etc/passwd "$1"', inHome('wangjian.log'))
    chownSync(own.home, 0, 0)
    return inHome('wangjian.log')
  },
  'data that leads elsewhere': () => {
    renameSync(own.data, inHome('backups'))
    handOver(own.home)
    asNobody('ln -s /root "$1"', own.data)
    chownSync(own.home, 0, 0)
    return own.data
  },
  'the folder of the data folder': () => {
    mkdirSync(inHome('state/data'), { recursive: true })
    handOver(inHome('state'))
    own.data = inHome('state/data')
    return inHome('state')
  },
}

describe.runIf(isRoot)('root', () => {
  it('runs an installation that is root’s, whoever has the data', () => {
    expect(() => refuseOthers(at())).not.toThrow()
    expect(launched()).toMatchObject({ status: 0, stdout: 'ran status\n' })
  })

  it('and data that lie on another disk, where a link of root’s leads', () => {
    mkdirSync(join(own.made, 'disk'))
    renameSync(own.data, join(own.made, 'disk/data'))
    symlinkSync(join(own.made, 'disk/data'), own.data)
    expect(() => refuseOthers(at())).not.toThrow()
    expect(ownerOf(own.data)).toEqual(AS_NOBODY)
    handOver(join(own.made, 'disk'))
    expect(() => refuseOthers(at())).toThrow(join(own.made, 'disk'))
  })

  it.each(Object.entries(PLANTS))('runs none of which another account has %s', (_what, plant) => {
    const path = plant()
    expect(() => refuseOthers(at())).toThrow(path)
    expect(() => refuseOthers(at())).toThrow('deployment.md')
  })

  it.each(['the home', 'the folder above the home', 'the program', 'a program that its group may write'])(
    'is told so by the launcher before anything of it runs: %s',
    what => {
      PLANTS[what]?.()
      expect(launched()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('不属于 root') })
    },
  )

  it('runs no Node that another account has laid beside the release', () => {
    handOver(own.home)
    asNobody(`printf '#!/bin/sh\\nid -u > "${own.data}/ran"\\n' > "$1"; chmod 755 "$1"`, inHome('node'))
    for (const uid of [NOBODY, 0]) {
      chownSync(own.home, uid, uid)
      expect(launched()).toMatchObject({ status: 2, stdout: '' })
    }
    // nor one that a link of root's leads to
    renameSync(inHome('node'), inHome('data/node'))
    symlinkSync('data/node', inHome('node'))
    expect(launched()).toMatchObject({ status: 2, stdout: '' })
    expect(existsSync(join(own.data, 'ran'))).toBe(false)
    expect(() => refuseOthers(at())).toThrow(own.data)
  })

  it('looks at the data as whom they belong to, and does not come back', () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'tests/cli/install/as-root.mjs'), own.home, own.data],
      { encoding: 'utf8' },
    )
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringContaining(`as ${NOBODY}:${NOBODY} ${NOBODY}`),
      stderr: '',
    })
    expect(JSON.parse(stdout.slice(0, stdout.lastIndexOf('}') + 1))).toMatchObject({ version: '1.0.0' })
  })

  it('removes what that account may remove, and ends what it may end', async () => {
    const [secret, theirs] = [join(own.made, 'secret'), join(own.data, 'theirs')]
    mkdirSync(secret)
    asNobody('mkdir "$1"', theirs)
    for (const path of [secret, theirs]) removeAs(AS_NOBODY, path)
    expect([existsSync(secret), existsSync(theirs)]).toEqual([true, false])
    const [roots, nobodys] = [undefined, AS_NOBODY].map(as => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...as, stdio: 'ignore' })
      children.push(child)
      return child
    })
    for (const child of [roots, nobodys]) endAs(AS_NOBODY, child?.pid ?? 0)
    await expect.poll(() => nobodys?.signalCode).toBe('SIGTERM')
    expect(roots?.signalCode).toBeNull()
    process.kill(roots?.pid ?? 0, 0)
  })
})

describe.runIf(isRoot)('a note of a server that another account writes', () => {
  const victim = async (as?: typeof AS_NOBODY): Promise<RunningServer> => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...as, stdio: 'ignore' })
    children.push(child)
    const pid = child.pid ?? 0
    await expect.poll(() => beganAt(pid)).toBeDefined()
    return {
      pid,
      began: beganAt(pid),
      url: 'http://127.0.0.1:1',
      version: '1.0.0',
      folder: '',
      since: '',
      database: 'embedded',
      isService: false,
    }
  }
  const noted = (note: unknown): void => {
    writeFileSync(join(own.data, 'server.json'), JSON.stringify(note))
    handOver(join(own.data, 'server.json'))
  }

  it.each([-1, 0, 1, -2, 1.5, '1', '-1', '/../self', null, [1], 2 ** 53])('names no process by %s', async pid => {
    for (const began of [undefined, beganAt(1)]) {
      noted({ ...(await victim()), began, pid })
      expect(runningServer(own.data)).toBeUndefined()
      expect(await stopServer(own.data, AS_NOBODY)).toBe(false)
    }
    expect(children.map(({ signalCode }) => signalCode)).toEqual([null, null])
  })

  it('names no process of root’s', async () => {
    noted(await victim())
    expect(runningServer(own.data)).toBeUndefined()
    expect(await stopServer(own.data, AS_NOBODY)).toBe(false)
    expect(children[0]?.signalCode).toBeNull()
  })

  it('ends no process that is no server, be it that account’s', async () => {
    noted(await victim(AS_NOBODY))
    expect(runningServer(own.data)).toMatchObject({ version: '1.0.0' })
    await expect(stopServer(own.data, AS_NOBODY)).rejects.toThrow('不是本服务')
    expect(children[0]?.signalCode).toBeNull()
  })

  it('ends a server that is one', async () => {
    const program = join(at().root, 'program/wangjian.mjs')
    writeFileSync(program, 'setInterval(() => {}, 1000)')
    const child = spawn(process.execPath, [program, 'start'], { ...AS_NOBODY, stdio: 'ignore' })
    children.push(child)
    const pid = child.pid ?? 0
    await expect.poll(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('wangjian.mjs')
    noted({ ...(await victim()), pid, began: beganAt(pid) })
    expect(await stopServer(own.data, AS_NOBODY)).toBe(true)
    await expect.poll(() => child.signalCode).toBe('SIGTERM')
  })

  it('is not followed elsewhere, waited for or read without end, and says nothing to a terminal', async () => {
    const note = join(own.data, 'server.json')
    const server = await victim(AS_NOBODY)
    const elsewhere = join(own.made, 'elsewhere.json')
    writeFileSync(elsewhere, JSON.stringify(server))
    asNobody('ln -s "$1" "$2"', elsewhere, note)
    expect(runningServer(own.data)).toBeUndefined()
    asNobody('rm "$1"; mkfifo "$1"', note)
    expect(runningServer(own.data)).toBeUndefined()
    asNobody('rm "$1"; touch "$1"', note)
    truncateSync(note, 2 ** 40)
    expect(runningServer(own.data)).toBeUndefined()
    truncateSync(note, 0)
    const bad: Partial<RunningServer>[] = [
      { url: 'http://127.0.0.1:1/../x' },
      { url: 'file:///etc/passwd' },
      { version: '\u001b]0;root\u0007' },
      { since: '\u202e' },
      { database: 'other' as 'embedded' },
    ]
    for (const more of bad) {
      noted({ ...server, ...more })
      expect(runningServer(own.data), JSON.stringify(more)).toBeUndefined()
    }
    noted(server)
    expect(runningServer(own.data)).toEqual(server)
  })

  it('is written by a server without following a link', async () => {
    const elsewhere = join(own.made, 'elsewhere')
    writeFileSync(elsewhere, 'as it was')
    symlinkSync(elsewhere, join(own.data, 'server.json'))
    noteServer(own.data, await victim())
    expect(readFileSync(elsewhere, 'utf8')).toBe('as it was')
    expect(lstatSync(join(own.data, 'server.json')).isFile()).toBe(true)
  })
})
