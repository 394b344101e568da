import { chmod, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compareFiles, type FilesFound } from '../attachments/compare-files.ts'
import type { FaultyFiles } from '../attachments/named-files.ts'
import { databaseOn, type Database } from '../db/database.ts'
import { openPglite } from '../db/pglite/pool.ts'
import { checkRollups, rebuildRollups, type RollupReport } from '../db/rollups/report.ts'
import { pause } from '../time/pause.ts'
import { copyDatabase } from './database/copy-database.ts'
import { keepPrivate } from './database/data-folder.ts'
import { DATABASE_FOLDER } from './database/make-database.ts'
import { readFileFolder } from './folders/file-folder.ts'
import { writeBackup } from './folders/write-backup.ts'
import { diskRefusal } from './settings/disk.ts'
import { lowerPriority } from './settings/lower-priority.ts'
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

type Order = (body: string) => Promise<unknown>

/** Orders by the path; each takes a text and answers JSON. */
function ordersOf(db: Database, dataDir: string): Record<string, Order> {
  let before: Promise<unknown> = Promise.resolve()
  const copied = async (target: string): Promise<void> => {
    try {
      await copyDatabase(db, join(dataDir, DATABASE_FOLDER), target)
    } catch (error) {
      throw diskRefusal(error, [`不能把数据库复制到 ${target}`, `Cannot copy the database to ${target}`])
    }
  }
  return {
    // one copy after the other
    '/copy': target => {
      const mine = before.then(() => copied(target))
      before = mine.catch(() => undefined)
      return mine
    },
    '/files': turn => compareFiles({ db, files: readFileFolder(dataDir), rest: pause, turn: Number(turn) }),
    '/rollups': body => {
      const { rebuild, name } = JSON.parse(body) as RollupOrder
      return rebuild ? rebuildRollups(db, name) : checkRollups(db, name)
    },
  }
}

/** Needed for the embedded database only, because no other process can open it. */
export async function takeOrders(db: Database, dataDir: string): Promise<() => Promise<void>> {
  const path = socketOf(dataDir)
  // a leftover of a killed server: this process holds the lock of the data folder
  await rm(path, { force: true })
  const orders = ordersOf(db, dataDir)
  const server = createServer((asked, answer) => {
    void text(asked)
      .then(async body => {
        const order = orders[asked.url ?? '']
        if (!order) throw new Error(`${asked.url} is no order`)
        return order(body)
      })
      .then(
        said => answer.end(JSON.stringify(said ?? null)),
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

/**
 * A backup beside the server that runs: it gives a copy of its database, which is written down by this process. If the
 * server wrote it down, all requests would wait, because the embedded database has one connection. `undefined` if no
 * server is running.
 */
export async function askForBackup(dataDir: string, folder: string): Promise<Summary | undefined> {
  const copy = `${folder}.database`
  try {
    if ((await ask<null>(dataDir, '/copy', copy)) === undefined) return undefined
    keepPrivate()
    lowerPriority()
    const db = databaseOn(await openPglite(copy, { isSynced: false }))
    return await backUp(db, dataDir, folder).finally(() => db.destroy())
  } finally {
    for (const path of [copy, `${copy}.reserve`]) await rm(path, { recursive: true, force: true })
  }
}

/** Its rows, compared with the files that they name; of which the content is read, `turn` says. */
export const askForFiles = (dataDir: string, turn: number): Promise<FilesFound | undefined> =>
  ask(dataDir, '/files', String(turn))

/** Its roll-ups, compared or made anew. */
export const askForRollups = (dataDir: string, order: RollupOrder): Promise<RollupReport[] | undefined> =>
  ask(dataDir, '/rollups', JSON.stringify(order))
