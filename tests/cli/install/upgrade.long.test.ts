import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pack } from '../../../scripts/release/pack.ts'
import { seal } from '../../../scripts/release/seal.ts'
import { CURRENT, linked, PREVIOUS, switchTo } from '../../../src/cli/install/places.ts'
import { runningServer } from '../../../src/cli/install/running.ts'
import { forget, ROOT, temporary } from '../../folders.ts'

const own = { home: '', data: '', steps: '', archive: '' }
const at = (version: string): string => join(own.home, `wangjian-${version}`)
const children: ChildProcess[] = []

/** A release whose program does what an upgrade asks of it, and nothing else. */
async function release(into: string, version: string): Promise<string> {
  const folder = join(into, `wangjian-${version}`)
  mkdirSync(join(folder, 'program'), { recursive: true })
  cpSync(join(ROOT, 'tests/cli/install/program.mjs'), join(folder, 'program/wangjian.mjs'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ name: 'wangjian', version, node: '>=20' }))
  await seal(folder, undefined)
  return folder
}

beforeEach(async () => {
  const made = temporary('upgrade-')
  Object.assign(own, { home: join(made, 'home'), data: join(made, 'home/data'), steps: join(made, 'steps') })
  for (const folder of [own.data, own.steps]) mkdirSync(folder, { recursive: true })
  await release(own.home, '0.9.0')
  switchTo(own.home, await release(own.home, '1.0.0'), at('0.9.0'))
  own.archive = join(made, 'next.tar.gz')
  await pack(await release(join(made, 'next'), '1.1.0'), own.archive, new Date(0), 1)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const server = runningServer(own.data)
  if (server) process.kill(server.pid, 'SIGKILL')
  await forget(join(own.home, '..'))
})

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, STEPS: own.steps, DATA_DIR: own.data, PORT: '1' })

function begin(what: 'upgrade' | 'rollback', ...argv: string[]): ChildProcess & { said: string } {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'tests/cli/install/upgrading.mjs'), what, own.home, own.data, ...argv],
    {
      env: environment(),
    },
  )
  children.push(child)
  const said = Object.assign(child, { said: '' })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said.said += data))
  return said
}
async function run(what: 'upgrade' | 'rollback', ...argv: string[]): Promise<{ status: number | null; said: string }> {
  const child = begin(what, ...argv)
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, said: child.said }
}

/** As an operator has it: the installed release runs. */
async function serving(): Promise<void> {
  const program = join(at('1.0.0'), 'program/wangjian.mjs')
  const child = spawn(process.execPath, [program, 'start'], { env: environment(), stdio: 'ignore', detached: true })
  children.push(child)
  await expect.poll(() => runningServer(own.data)?.version).toBe('wangjian-1.0.0')
  rmSync(join(own.steps, 'steps'))
  rmSync(join(own.steps, 'at-start'))
}

/** Kills the command itself when it waits for this step; what it waits for goes on. */
async function killedAt(step: string, what: 'upgrade' | 'rollback', ...argv: string[]): Promise<number> {
  rmSync(join(own.steps, `at-${step}`), { force: true })
  writeFileSync(join(own.steps, `hold-${step}`), '')
  const child = begin(what, ...argv)
  await expect.poll(() => existsSync(join(own.steps, `at-${step}`)) || child.exitCode, { interval: 20 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
  rmSync(join(own.steps, `hold-${step}`))
  return Number(readFileSync(join(own.steps, `at-${step}`), 'utf8'))
}
const links = (): unknown[] => [linked(own.home, CURRENT), linked(own.home, PREVIOUS)]
const left = (): string[] => readdirSync(own.home).filter(name => name.startsWith('.') && name !== '.changing')

describe.skipIf(!existsSync('/proc'))('an upgrade that was killed', () => {
  it.each(['backup', 'trial', 'start'])(
    'at the %s is begun again by itself, and then all is as if it had not been',
    async step => {
      await serving()
      const child = await killedAt(step, 'upgrade', own.archive)
      if (step !== 'start') {
        // the trial goes on alone, and has the data
        process.kill(child, 0)
        expect(links()).toEqual([at('1.0.0'), at('0.9.0')])
      }
      const { status, said } = await run('upgrade', own.archive)
      expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('服务已启动') as string })
      expect(links()).toEqual([at('1.1.0'), at('1.0.0')])
      expect(runningServer(own.data)?.version).toBe('wangjian-1.1.0')
      expect(left()).toEqual([])
      expect(readdirSync(join(own.home, 'backups')).filter(name => name.endsWith('.part'))).toEqual([])
      expect(() => process.kill(child, 0)).toThrow('ESRCH')
    },
  )

  it('between its two links leads back to the release from before, by a rollback', async () => {
    expect((await run('upgrade', own.archive)).status).toBe(0)
    await killedAt('trial', 'rollback', '--no-backup')
    // as if it had come as far as the first link
    switchTo(own.home, at('1.1.0'), at('1.1.0'))
    expect((await run('rollback', '--no-backup')).status).toBe(0)
    expect(links()).toEqual([at('1.0.0'), at('1.1.0')])
    switchTo(own.home, at('1.0.0'), at('1.0.0'))
    expect(await run('rollback')).toMatchObject({
      status: 2,
      said: expect.stringContaining('没有可回到的版本') as string,
    })
  })
})

describe.runIf(existsSync('/proc') && process.getuid?.() === 0)('an upgrade by root of another account’s data', () => {
  const NOBODY = 65534
  beforeEach(() => {
    chmodSync(join(own.home, '..'), 0o755)
    for (const folder of [own.data, own.steps]) chownSync(folder, NOBODY, NOBODY)
  })

  it('runs each program as that account, and leaves nothing of root’s among the data', async () => {
    const program = join(at('1.0.0'), 'program/wangjian.mjs')
    const options = { uid: NOBODY, gid: NOBODY, env: environment(), stdio: 'ignore', detached: true } as const
    children.push(spawn(process.execPath, [program, 'start'], options))
    await expect.poll(() => runningServer(own.data)?.version).toBe('wangjian-1.0.0')
    const { status, said } = await run('upgrade', own.archive)
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('服务已启动') as string })
    const server = runningServer(own.data)
    expect(server?.version).toBe('wangjian-1.1.0')
    expect(readFileSync(`/proc/${server?.pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${NOBODY}\\s+${NOBODY}`, 'm'),
    )
    const ofNobody = [own.data, own.steps, join(own.home, 'backups')].flatMap(folder =>
      [folder, ...readdirSync(folder).map(name => join(folder, name))].map(path => statSync(path).uid),
    )
    expect(ofNobody.length).toBeGreaterThan(6)
    expect(new Set(ofNobody)).toEqual(new Set([NOBODY]))
    const ofRoot = [at('1.1.0'), join(at('1.1.0'), 'program/wangjian.mjs'), own.home]
    expect(ofRoot.map(path => statSync(path).uid)).toEqual([0, 0, 0])
  })

  it('begins with nothing where the home is that account’s, or leads elsewhere', async () => {
    symlinkSync(own.data, join(own.home, 'node'))
    const led = await run('upgrade', own.archive, '--no-backup')
    expect(led).toMatchObject({ status: 2, said: expect.stringContaining(own.data) as string })
    rmSync(join(own.home, 'node'))
    chownSync(own.home, NOBODY, NOBODY)
    for (const what of ['upgrade', 'rollback'] as const) {
      const { status, said } = await run(what, ...(what === 'upgrade' ? [own.archive] : []))
      expect({ status, said }).toMatchObject({ status: 2, said: expect.stringContaining(own.home) as string })
    }
    expect(readdirSync(own.steps)).toEqual([])
    expect(existsSync(at('1.1.0'))).toBe(false)
  })
})

describe.skipIf(!existsSync('/proc'))('a release that lies there already', () => {
  it('is used again where it is whole, and makes way where it is not, with what somebody has changed in it', async () => {
    await release(own.home, '1.1.0')
    const { ino } = statSync(at('1.1.0'))
    expect((await run('upgrade', own.archive, '--no-backup')).status).toBe(0)
    expect(statSync(at('1.1.0')).ino).toBe(ino)
    switchTo(own.home, at('1.0.0'), at('0.9.0'))
    writeFileSync(join(at('1.1.0'), 'release.json'), '')
    const { status, said } = await run('upgrade', own.archive, '--no-backup')
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('已移到') as string })
    const [aside = ''] = readdirSync(own.home).filter(name => /^wangjian-1\.1\.0\.\d{4}/.test(name))
    expect(readFileSync(join(own.home, aside, 'release.json'), 'utf8')).toBe('')
    expect(statSync(at('1.1.0')).ino).not.toBe(ino)
    expect(links()).toEqual([at('1.1.0'), at('1.0.0')])
  })
})
