import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cannotSync } from './names.ts'

/*
 * Files that survive a power cut. What is written stays in memory until the file is synced, and so does its name until
 * the folder is: after a power cut a file may be empty, bear its former name, or be gone, although every call had
 * returned.
 */

/** How many files are synced at a time: the file system then writes its journal for several of them at once. */
const TOGETHER = 8

/** Syncs a file, or the names in a folder. */
async function sync(path: string): Promise<void> {
  try {
    const file = await open(path, 'r')
    await file.sync().finally(() => file.close())
  } catch (error) {
    if (!cannotSync(error)) throw error
  }
}

/** The names of what lies in it. */
export const syncFolder = sync

/** Gives files or folders their names for good, each folder synced once when all have theirs. */
export async function renameDurably(renames: readonly (readonly [from: string, to: string])[]): Promise<void> {
  for (const [from, to] of renames) await rename(from, to)
  await someAtATime(new Set(renames.flatMap(paths => paths.map(dirname))), syncFolder)
}

/** Does something with each, some at a time. */
export async function someAtATime<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const left = all[Symbol.iterator]()
  const hand = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: TOGETHER }, hand))
}

/** Syncs all that another program or library has written into a folder, before the folder gets its name. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await someAtATime(
    entries.filter(entry => entry.isFile()),
    ({ name }) => sync(join(folder, name)),
  )
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name))
  await syncFolder(folder)
}
