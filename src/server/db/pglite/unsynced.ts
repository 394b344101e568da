import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mkdirDurably, syncTree, writeDurably } from '../../disk/durable.ts'

/** A file that lies in the folder of a database from when it was used without syncing until all of it is synced. */
const markIn = (folder: string): string => join(folder, 'unsynced')

export async function markUnsynced(folder: string): Promise<void> {
  await mkdirDurably(folder, 0o700)
  await writeDurably(markIn(folder), '', 0o600)
}

/** PostgreSQL syncs what it has changed since it was opened, and takes all else for synced. */
export async function syncMarked(folder: string): Promise<void> {
  const mark = markIn(folder)
  if (!existsSync(mark)) return
  await syncTree(folder)
  await rm(mark, { force: true })
}
