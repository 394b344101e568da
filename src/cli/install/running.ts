import { setTimeout as pause } from 'node:timers/promises'
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mkdirDurablySync, writeDurablySync } from '../../server/disk/durable-sync.ts'
import { plain } from './plain.ts'

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

/** 0 and below are groups of processes or all of them, and 1 is the system's first. */
const isPid = (pid: unknown): pid is number => typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1

/** Whose process it is; nothing where the system does not tell, or there is none. */
function uidOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`
  const uid = existsSync(file) ? /^Uid:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return uid === undefined ? undefined : Number(uid)
}

/** What a release or its sources start a server with. */
const PROGRAM = /(?:^|[\\/])(?:program[\\/]wangjian\.mjs|scripts[\\/]wangjian\.ts)$/

/** Whether a process was started as a server, where the system tells. */
export function isServing(pid: number): boolean {
  if (!existsSync('/proc/self/cmdline')) return true
  const file = `/proc/${pid}/cmdline`
  const words = existsSync(file) ? readFileSync(file, 'utf8').split('\0') : []
  return words.some((word, i) => PROGRAM.test(word) && words[i + 1] === 'start')
}

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
  if (!isPid(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // somebody else's is alive as well
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return beganAt(pid) === began
}

const LONGEST_NOTE = 64 * 1024

/** A plain file of a folder, which may be another account's: no link is followed, and nothing is waited for. */
function plainText(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(file)
    return found.isFile() && found.size <= LONGEST_NOTE ? readFileSync(file, 'utf8') : undefined
  } finally {
    closeSync(file)
  }
}

const ORIGIN = /^https?:\/\/(?:\[[\da-f:.%]+\]|[\w.-]+):\d+$/i
/** Printed as it is: without signs that a terminal obeys. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[^\p{Cc}\p{Cf}]{0,4096}$/u.test(value)

/** A note may say anything: it is held to what a server writes, and its process to be of the folder's owner. */
function isNote(note: RunningServer, owner: number): boolean {
  const { pid, began, url, version, folder, since, database } = note
  return (
    isPid(pid)
    && (began === undefined || isWord(began))
    && typeof url === 'string'
    && ORIGIN.test(url)
    && [version, folder, since].every(isWord)
    && (database === 'embedded' || database === 'postgresql')
    && [undefined, owner].includes(uidOf(pid))
  )
}

/** The server that uses the data folder, if it runs. */
export function runningServer(dataDir: string): RunningServer | undefined {
  try {
    const server = JSON.parse(plainText(join(dataDir, FILE)) ?? 'null') as RunningServer
    return isNote(server, statSync(dataDir).uid) && isAlive(server) ? server : undefined
  } catch {
    return undefined
  }
}

const PATIENCE_MS = 5000

/** What is wrong with a server; nothing where it answers as it should. */
export async function troubleAt(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const asked = await fetch(`${url}/healthz`, { signal, redirect: 'manual' })
    return asked.ok ? undefined : `${asked.status} ${plain((await asked.text()).slice(0, 200))}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
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
