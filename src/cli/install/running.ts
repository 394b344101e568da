import { setTimeout as pause } from 'node:timers/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mkdirDurablySync, writeDurablySync } from '../../server/disk/durable-sync.ts'

/** A process of this machine, as a note of it says that may outlive it: see `isAlive`. */
export interface ProcessNote {
  pid: number
  /** when the system began the process, as it counts; nothing where it does not tell */
  began: string | undefined
}

/** What a server says of itself, in its data folder. */
export interface RunningServer extends ProcessNote {
  url: string
  /** the release that it runs, and where that lies */
  version: string
  folder: string
  since: string
  database: 'postgresql' | 'embedded'
  /** started by a manager of services, which also has to end it */
  isService: boolean
}

const FILE = 'server.json'

/** Numbers of processes are given out again; with the moment at which one began they are not. */
export function beganAt(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  // the name before it may hold blanks and brackets
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[BEGAN]
}
/** counted from the field after the name */
const BEGAN = 19

/** A server serves without its note as well: then `status` and `upgrade` do not know of it. */
export function noteServer(dataDir: string, server: RunningServer): void {
  try {
    mkdirDurablySync(dataDir, 0o700)
    writeDurablySync(join(dataDir, FILE), JSON.stringify(server), 0o600)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.error(`status 和 upgrade 将不知道这个服务 / status and upgrade will not know of this server: ${why}`)
  }
}

export function isAlive({ pid, began }: ProcessNote): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // somebody else's is alive as well
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return beganAt(pid) === began
}

/** The server that uses the data folder, if it runs. */
export function runningServer(dataDir: string): RunningServer | undefined {
  const file = join(dataDir, FILE)
  if (!existsSync(file)) return undefined
  try {
    const server = JSON.parse(readFileSync(file, 'utf8')) as RunningServer
    return isAlive(server) ? server : undefined
  } catch {
    return undefined
  }
}

const PATIENCE_MS = 5000

/** What is wrong with a server; nothing where it answers as it should. */
export async function troubleAt(url: string): Promise<string | undefined> {
  const asked = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  if (typeof asked === 'string') return asked
  return asked.ok ? undefined : `${asked.status} ${(await asked.text()).slice(0, 200)}`
}

const [TRIES, AGAIN_MS] = [20, 1000]

/**
 * The same of a server that has just started: on a busy machine its first answers may come too late, and for that no
 * release is taken back. `hasEnded`: whom nobody need wait for.
 */
export async function troubleOnceUp(
  url: string,
  hasEnded: () => boolean,
  againMs = AGAIN_MS,
): Promise<string | undefined> {
  let trouble = await troubleAt(url)
  for (let tries = 1; tries < TRIES && trouble !== undefined && !hasEnded(); tries++) {
    await pause(againMs)
    trouble = await troubleAt(url)
  }
  return trouble
}
