/** What `doctor` looks at on this machine. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Settings } from '../../server/start/settings/environment.ts'
import { messageOf } from '../../server/start/settings/refusal.ts'
import { databaseFacts, type DatabaseFacts } from '../../server/start/database/database-facts.ts'
import { compareFiles, type FilesFound } from '../../server/attachments/compare-files.ts'
import { databaseOn, type Database } from '../../server/db/database.ts'
import { openPostgres } from '../../server/db/postgres/pool.ts'
import { askForFiles } from '../../server/start/control.ts'
import { isDatabaseMade, openDatabase } from '../../server/start/database/open-database.ts'
import { readFileFolder } from '../../server/start/folders/file-folder.ts'
import { pause } from '../../server/time/pause.ts'
import { holdFile } from '../../server/start/database/file-lock.ts'
import type { Folder, Port, Words } from './findings.ts'
import { runningServer } from './running.ts'

const OTHERS = 0o077

/** The folder itself, or the nearest one above it that there is. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

export function isWritable(path: string): boolean {
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

const WEEK_MS = 7 * 86_400_000
const NONE: FilesFound = { count: 0, first: [], named: 0, read: 0 }

/** It only looks: of a PostgreSQL no data folder is made. */
async function opened(url: string | undefined, dataDir: string): Promise<{ db: Database; close(): Promise<void> }> {
  if (url === undefined) return openDatabase(undefined, dataDir)
  const db = databaseOn(await openPostgres(url))
  return { db, close: () => db.destroy() }
}

/** Rows compared with files; of the embedded database by the server that has it, if one runs. */
export async function filesFacts(settings: Settings): Promise<FilesFound | string> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
  const turn = Math.floor(Date.now() / WEEK_MS)
  try {
    if (!isDatabaseMade(settings)) return NONE
    const asked = databaseUrl === undefined ? await askForFiles(dataDir, turn) : undefined
    if (asked) return asked
    const { db, close } = await opened(databaseDirectUrl ?? databaseUrl, dataDir)
    return await compareFiles({ db, files: readFileFolder(dataDir), rest: pause, turn }).finally(close)
  } catch (error) {
    return messageOf(error).split('\n')[0] ?? ''
  }
}

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
