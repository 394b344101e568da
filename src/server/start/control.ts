import { chmod, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from '../db/database.ts'
import { writeBackup } from './folders/backup-folder.ts'
import { messageOf } from './settings/refusal.ts'

/**
 * Where the running server takes orders of whoever may use its data folder, and of nobody else: no port, no password.
 */
const socketOf = (dataDir: string): string => join(dataDir, 'control.sock')

export interface Summary {
  tables: number
  rows: number
  files: number
}

export async function backUp(db: Database, dataDir: string, folder: string): Promise<Summary> {
  const { tables, files } = await writeBackup(db, dataDir, folder)
  return { tables: tables.length, rows: tables.reduce((sum, table) => sum + table.rows, 0), files: files.length }
}

/** Only the embedded database needs it: it belongs to this one process. */
export async function takeOrders(db: Database, dataDir: string): Promise<() => Promise<void>> {
  const path = socketOf(dataDir)
  // a killed server's; the lock says that it is dead
  await rm(path, { force: true })
  const server = createServer((asked, answer) => {
    void text(asked)
      .then(folder => backUp(db, dataDir, folder))
      .then(
        summary => answer.end(JSON.stringify(summary)),
        (error: unknown) => answer.writeHead(409).end(messageOf(error)),
      )
  })
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, () => resolve()))
    await chmod(path, 0o600)
  } catch {
    // a folder that takes no sockets, or too long a path: the server is worth more than backups while it runs
    return async () => {}
  }
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** Asks the server that runs on a data folder for a backup; `undefined` where none runs. */
export function askForBackup(dataDir: string, folder: string): Promise<Summary | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socketOf(dataDir), method: 'POST', path: '/backup' }, answer => {
      void text(answer).then(
        said => (answer.statusCode === 200 ? resolve(JSON.parse(said) as Summary) : reject(new Error(said))),
        reject,
      )
    })
    asked.once('error', (error: NodeJS.ErrnoException) =>
      ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? resolve(undefined) : reject(error),
    )
    asked.end(folder)
  })
}
