/** What `doctor` looks at on this machine. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Settings } from '../../server/start/settings/environment.ts'
import { messageOf } from '../../server/start/settings/refusal.ts'
import { databaseFacts, type DatabaseFacts } from '../../server/start/database/database-facts.ts'
import { holdFile } from '../../server/start/database/file-lock.ts'
import type { Folder, Port, Words } from './findings.ts'
import { runningServer } from './running.ts'

const OTHERS = 0o077

/** The folder itself, or the nearest one above it that there is. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

function isWritable(path: string): boolean {
  try {
    accessSync(nearest(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const folderFacts = (about: Words, path: string, isPrivate: boolean): Folder => ({
  about,
  path,
  isThere: existsSync(path),
  isWritable: isWritable(path),
  isOpen: isPrivate && process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & OTHERS) !== 0,
})

export function portFacts({ port, host, dataDir }: Settings): Promise<Port> {
  const isOurs = runningServer(dataDir)?.url.endsWith(`:${port}`) === true
  const probe = createServer()
  return new Promise(resolve => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ port, host, trouble: error.code ?? error.message, isOurs }),
    )
    probe.listen(port, host, () => probe.close(() => resolve({ port, host, trouble: undefined, isOurs })))
  })
}

const MEGABYTE = 1024 ** 2
export function freeMegabytes(path: string): number {
  const { bavail, bsize } = statfsSync(nearest(path))
  return Math.floor((bavail * bsize) / MEGABYTE)
}

/** What a program of the system says; `undefined` where there is none. */
function said(program: string, ...argv: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, argv, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export const chineseFonts = (): number | undefined =>
  said('fc-list', ':lang=zh', 'family')?.split('\n').filter(Boolean).length

export function isSynchronised(): boolean | undefined {
  const answer = said('timedatectl', 'show', '-p', 'NTPSynchronized', '--value')
  return answer === undefined || answer === '' ? undefined : answer === 'yes'
}

/** Facts of the PostgreSQL, or why it does not answer. */
export const postgresFacts = (url: string): Promise<DatabaseFacts | string> => databaseFacts(url).catch(messageOf)

/** Why the system has no locks for the embedded database; tried on a file of our own. */
export async function lockTrouble(dataDir: string): Promise<string | undefined> {
  const file = join(nearest(dataDir), `.doctor-${process.pid}`)
  try {
    const held = await holdFile(file, true)
    held?.release()
    return undefined
  } catch (error) {
    return messageOf(error).split('\n')[0]
  } finally {
    rmSync(file, { force: true })
  }
}
