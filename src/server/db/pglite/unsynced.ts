import { existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncTree } from '../../disk/durable.ts'

/** A file that lies in the folder of a database from when it was used without syncing until all of it is synced. */
const markIn = (folder: string): string => join(folder, 'unsynced')

export async function markUnsynced(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await (await open(markIn(folder), 'a', 0o600)).close()
}

/** PostgreSQL syncs what it has changed since it was opened, and takes all else for synced. */
export async function syncMarked(folder: string): Promise<void> {
  const mark = markIn(folder)
  if (!existsSync(mark)) return
  await syncTree(folder)
  await rm(mark, { force: true })
}
