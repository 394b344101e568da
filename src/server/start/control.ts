import { chmod, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compareFiles, type FilesFound } from '../attachments/compare-files.ts'
import type { FaultyFiles } from '../attachments/named-files.ts'
import type { Database } from '../db/database.ts'
import { checkRollups, rebuildRollups, type RollupReport } from '../db/rollups/report.ts'
import { pause } from '../time/pause.ts'
import { readFileFolder } from './folders/file-folder.ts'
import { writeBackup } from './folders/write-backup.ts'
import { messageOf } from './settings/refusal.ts'

/**
 * Unix socket for commands to the running server. The rights of the data folder protect it, so that it needs no port or
 * password.
 */
const socketOf = (dataDir: string): string => join(dataDir, 'control.sock')

export interface Summary {
  tables: number
  rows: number
  files: number
  /** that rows name and the backup has not got */
  lacking?: FaultyFiles | undefined
}

export async function backUp(db: Database, dataDir: string, folder: string): Promise<Summary> {
  const { tables, files, lacking } = await writeBackup(db, dataDir, folder)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables: tables.length, rows, files: files.length, lacking }
}

/** What is asked of roll-ups: to compare them with the rows, or to make them anew; all, or those of one name. */
export interface RollupOrder {
  rebuild: boolean
  name?: string
}

/** Orders by the path; each takes a text and answers JSON. */
const ORDERS: Record<string, (db: Database, dataDir: string, body: string) => Promise<unknown>> = {
  '/backup': backUp,
  '/files': (db, dataDir, turn) =>
    compareFiles({ db, files: readFileFolder(dataDir), rest: pause, turn: Number(turn) }),
  '/rollups': (db, _dataDir, body) => {
    const { rebuild, name } = JSON.parse(body) as RollupOrder
    return rebuild ? rebuildRollups(db, name) : checkRollups(db, name)
  },
}

/** Needed for the embedded database only, because no other process can open it. */
export async function takeOrders(db: Database, dataDir: string): Promise<() => Promise<void>> {
  const path = socketOf(dataDir)
  // a leftover of a killed server: this process holds the lock of the data folder
  await rm(path, { force: true })
  const server = createServer((asked, answer) => {
    void text(asked)
      .then(async body => {
        const order = ORDERS[asked.url ?? '']
        if (!order) throw new Error(`${asked.url} is no order`)
        return order(db, dataDir, body)
      })
      .then(
        said => answer.end(JSON.stringify(said)),
        (error: unknown) => answer.writeHead(409).end(messageOf(error)),
      )
  })
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, () => resolve()))
    await chmod(path, 0o600)
  } catch {
    // no socket is possible (file system, length of the path): the server runs without online backups
    return async () => {}
  }
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** Asks the server that uses a data folder; `undefined` if none is running. */
function ask<T>(dataDir: string, path: string, body: string): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socketOf(dataDir), method: 'POST', path }, answer => {
      void text(answer).then(
        said => (answer.statusCode === 200 ? resolve(JSON.parse(said) as T) : reject(new Error(said))),
        reject,
      )
    })
    asked.once('error', (error: NodeJS.ErrnoException) =>
      ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? resolve(undefined) : reject(error),
    )
    asked.end(body)
  })
}

/** A backup by the server that runs. */
export const askForBackup = (dataDir: string, folder: string): Promise<Summary | undefined> =>
  ask(dataDir, '/backup', folder)

/** Its rows, compared with the files that they name; of which the content is read, `turn` says. */
export const askForFiles = (dataDir: string, turn: number): Promise<FilesFound | undefined> =>
  ask(dataDir, '/files', String(turn))

/** Its roll-ups, compared or made anew. */
export const askForRollups = (dataDir: string, order: RollupOrder): Promise<RollupReport[] | undefined> =>
  ask(dataDir, '/rollups', JSON.stringify(order))
