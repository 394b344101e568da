import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir, type DataLock } from '../../../../src/server/start/database/data-lock.ts'
import { forget, ROOT, temporary } from '../../../folders.ts'

/** A container's view of processes: its own numbers, here with the same host name or another one. */
const APART = ['--pid', '--fork', '--mount-proc', '--uts', '--kill-child']
const noNamespaces =
  spawnSync('unshare', [...APART, 'true']).status === 0
    ? undefined
    : 'process namespaces cannot be made here (it takes root): the lock is tried without them'
if (noNamespaces) console.warn(noNamespaces)

const HOLD = `import { lockDataDir } from ${JSON.stringify(pathToFileURL(join(ROOT, 'src/server/start/database/data-lock.ts')).href)}
try {
  const lock = await lockDataDir(process.argv[1])
  await lock.hold(process.argv[1] + '/pg/PG_VERSION')
  console.log('held')
  setInterval(() => {}, 1000)
} catch (error) { console.log(error.message) }`

let folder = ''
const children: ChildProcess[] = []
const file = (): string => join(folder, 'lock.json')

beforeEach(() => {
  folder = temporary('lock-')
  mkdirSync(join(folder, 'pg'))
  writeFileSync(join(folder, 'pg', 'PG_VERSION'), '17')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await forget(folder)
})

/** A process that would hold the folder: what it says first, and how to kill it. */
function other(host = ''): { child: ChildProcess; said: Promise<string> } {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', HOLD, folder]
  const apart = [
    'unshare',
    ...APART,
    'sh',
    '-c',
    `${host === '' ? '' : `hostname ${host} && `}exec "$@"`,
    'sh',
    ...node,
  ]
  const [program = '', ...args] = noNamespaces === undefined ? apart : node
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return {
    child,
    said: new Promise((resolve, reject) => {
      child.stdout?.once('data', (data: Buffer) => resolve(data.toString()))
      child.once('error', reject)
    }),
  }
}

/** As a database is opened; a process's own second try is nothing else to the operating system than another's. */
async function whole(): Promise<DataLock> {
  const lock = await lockDataDir(folder)
  try {
    await lock.hold(join(folder, 'pg', 'PG_VERSION'))
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise(resolve => child.once('close', resolve))

describe('the lock of a data folder', () => {
  it('lets nobody in beside its holder, who is named, also where processes are counted apart under one host name', async () => {
    const holder = other()
    expect(await holder.said).toBe('held\n')
    const { pid, since } = JSON.parse(readFileSync(file(), 'utf8')) as { pid: number; since: string }
    const second = other()
    const refusal = await text(second.child.stdout as NodeJS.ReadableStream)
    expect(refusal).toContain(`正被进程 ${pid}（主机 ${hostname()}）使用（${since} 起）`)
    expect(refusal).toContain(`in use by process ${pid} on ${hostname()} since ${since}`)
    await expect(lockDataDir(folder)).rejects.toThrow(`正被进程 ${pid}`)
  })

  it('is free at once when its holder was killed, whatever host it ran on', async () => {
    const holder = other('a-container-of-before')
    expect(await holder.said).toBe('held\n')
    holder.child.kill('SIGKILL')
    await ended(holder.child)
    ;(await whole()).release()
  })

  it.each(['deleted', 'replaced', 'moved away'])('lets nobody in when its file is %s', async how => {
    const lock = await whole()
    if (how === 'moved away') renameSync(file(), `${file()}.old`)
    else rmSync(file())
    if (how === 'replaced') writeFileSync(file(), '{}')
    await expect(whole()).rejects.toThrow(/正被另一个进程使用[\s\S]*in use by another process/)
    lock.release()
    ;(await whole()).release()
  })

  it('goes with its folder, and ends no server', async () => {
    const lock = await lockDataDir(folder)
    rmSync(folder, { recursive: true })
    expect(() => lock.release()).not.toThrow()
  })

  it('takes what a holder left that was killed, or what is no name at all', async () => {
    writeFileSync(file(), 'half of a na')
    const lock = await lockDataDir(folder)
    await expect(lockDataDir(folder)).rejects.toThrow(`正被进程 ${process.pid}`)
    lock.release()
    expect(() => readFileSync(file())).toThrow(/ENOENT/)
  })
})
