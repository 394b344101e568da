/** What upgrades do to this machine: processes that are started, ended and asked. */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endAs, type Person } from './as-owner.ts'
import { plain } from './plain.ts'
import { beganAt, isServing, runningServer, troubleOnceUp, type ProcessNote } from './running.ts'

const STEP_MS = 200
/** A limit and no measure: tables of many million rows get their new columns and indexes meanwhile. */
const LIMIT_MS = 3_600_000
export const STOP_MS = 120_000

/** Arguments of Node: the same that this command was started with. */
const asThis = (release: string, ...argv: string[]): string[] => [
  ...process.execArgv,
  join(release, 'program', 'wangjian.mjs'),
  ...argv,
]

/** Hears of each process that is started, so that the next upgrade can end it where this one is killed. */
export type Heard = (child: ProcessNote) => void
const noteOf = ({ pid = 0 }: ChildProcess): ProcessNote => ({ pid, began: beganAt(pid) })

/** It was done, and something is lacking. */
const LACKING = 3

/** Starts a command of a release in a session of its own: the terminal stays root's. Throws where none can start. */
async function begun(release: string, argv: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  const child = spawn(process.execPath, asThis(release, ...argv), { ...options, detached: true })
  await once(child, 'spawn')
  // a sign that does not reach it ends nobody else
  return child.on('error', () => undefined)
}

/**
 * Runs a command of a release to its end; throws what it said where it failed. What it says is lacking is returned.
 */
export async function command(
  { release, as, heard }: { release: string; as: Person; heard: Heard },
  ...argv: string[]
): Promise<string | undefined> {
  const child = await begun(release, argv, { ...as, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (data: Buffer) => (said.out += data))
  child.stderr?.on('data', (data: Buffer) => (said.err += data))
  const ended = once(child, 'close') as Promise<[number | null]>
  heard(noteOf(child))
  const [status] = await ended
  if (status !== 0 && status !== LACKING) throw new Error(`${argv[0]}: ${plain(said.err + said.out).trim()}`)
  return status === LACKING ? plain(said.err).trim() : undefined
}

function systemctl(...argv: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('systemctl', argv, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`systemctl ${argv.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}
export const endUnit = (unit: string): string => systemctl('stop', unit)
export const beginUnit = (unit: string): string => systemctl('start', unit)

/** A unit that was begun and is down, or was begun anew because it fell. */
export function hasUnitFailed(unit: string): boolean {
  const [state = '', restarts = '0'] = systemctl('show', '--value', '-p', 'ActiveState', '-p', 'NRestarts', unit).split(
    '\n',
  )
  return ['failed', 'inactive'].includes(state.trim()) || Number(restarts) > 0
}

/** Waits until it is so; false where it took too long. */
export async function until(isSo: () => boolean, limit: number): Promise<boolean> {
  const steps = Math.ceil(limit / STEP_MS)
  for (let step = 0; step < steps; step++) {
    if (isSo()) return true
    await pause(STEP_MS)
  }
  return isSo()
}

/** Ends the server of a data folder; whether there was one. */
export async function stopServer(dataDir: string, as: Person): Promise<boolean> {
  const server = runningServer(dataDir)
  if (!server) return false
  if (!isServing(server.pid))
    throw new Error(
      `${dataDir} 所记的进程 ${server.pid} 不是本服务，没有停止它 / the process that the data folder names is no server of `
        + `this kind: end the server yourself`,
    )
  endAs(as, server.pid)
  if (!(await until(() => runningServer(dataDir) === undefined, STOP_MS)))
    throw new Error(`服务（进程 ${server.pid}）没有停下 / the server did not end`)
  return true
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** The first start of a database says a password once, wherever it happens. */
const ONCE = /^.*一次性密码.*$/gm

/** Where it is an older one that is started, it is meant: fields that a newer one has renamed get their names again. */
const GOING_BACK = { DATABASE_RENAMES: 'back' }

/**
 * Starts a release where nobody comes, asks whether it is well, and ends it; what is wrong, if anything. `tell` gets
 * what is said but once.
 */
export async function tryOut(
  release: string,
  as: Person,
  tell: (line: string) => void,
  heard: Heard,
): Promise<string | undefined> {
  const child = await begun(release, ['start'], {
    ...as,
    env: { ...process.env, ...GOING_BACK, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  heard(noteOf(child))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data))
  const url = (): string | undefined => /running at (http:\/\/\S+)/.exec(said)?.[1]
  await until(() => url() !== undefined || hasEnded(child), LIMIT_MS)
  const at = url()
  const trouble = at === undefined ? plain(said).trim() || 'no answer' : await troubleOnceUp(at, () => hasEnded(child))
  child.kill('SIGTERM')
  if (!(await until(() => hasEnded(child), STOP_MS))) child.kill('SIGKILL')
  for (const [line] of said.matchAll(ONCE)) tell(line)
  return trouble
}

/** Starts a release for good, as a process of its own; what is wrong, if anything. */
export async function startServer(
  release: string,
  dataDir: string,
  log: string,
  as: Person,
): Promise<string | undefined> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const output = openSync(log, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
  const child = await begun(release, ['start'], {
    ...as,
    env: { ...process.env, ...GOING_BACK },
    stdio: ['ignore', output, output],
  }).finally(() => closeSync(output))
  child.unref()
  return wellStarted(dataDir, () => hasEnded(child), log)
}

/** Waits for the server of a data folder; `log` says where to read why there is none. */
export async function wellStarted(dataDir: string, hasFailed: () => boolean, log: string): Promise<string | undefined> {
  await until(() => runningServer(dataDir) !== undefined || hasFailed(), LIMIT_MS)
  const server = runningServer(dataDir)
  return server === undefined ? `没有启动，见 / it did not start, see ${log}` : troubleOnceUp(server.url, hasFailed)
}
