import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { someAtATime } from '../time/some-at-a-time.ts'
import { cannotSync, DRAFT } from './names.ts'

/*
 * Files that survive a power cut. What is written stays in memory until the file is synced, and so does its name until
 * the folder is: after a power cut a file may be empty, bear its former name, or be gone, although every call had
 * returned. All that src/ writes, renames or links goes through this file (commands: durable-sync.ts);
 * tests/conventions/durable.test.ts holds it to that.
 */

export type Content = string | Uint8Array | AsyncIterable<Uint8Array | string>

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

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )

/**
 * Makes a folder, and those above it, for good. Each by itself, because Node's recursive call says ENOENT where the
 * disk is full. The name is synced also where the folder is there already: whoever made it may not have done so yet.
 */
export async function mkdirDurably(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== path) {
      await mkdirDurably(above, mode)
      // a name that leads nowhere is refused here, and another process may have been first
      await mkdir(path, mode).catch(async (again: unknown) => {
        if (!(await isFolder(path))) throw again
      })
    } else if (!(await isFolder(path))) throw error
  }
  await syncFolder(dirname(path))
}

const isWhole = (content: Content): content is string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array

/** Writes a file whose content survives; its name does once its folder has been synced. */
export async function writeSynced(path: string, content: Content, mode?: number): Promise<void> {
  const file = await open(path, 'w')
  try {
    if (mode !== undefined) await file.chmod(mode)
    for await (const piece of isWhole(content) ? [content] : content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The same of what is in another file; not who may read it, as the system's own copy does: a build or a backup that
 * came from another machine may be open to all, the data folder is not. Nothing is made for a source that is gone
 * (`ENOENT`).
 */
export async function copySynced(source: string, target: string): Promise<void> {
  const from = await open(source)
  try {
    await writeSynced(target, from.createReadStream({ autoClose: false }))
  } finally {
    await from.close()
  }
}

/** Gives files or folders their names for good, each folder synced once when all have theirs. */
export async function renameDurably(renames: readonly (readonly [from: string, to: string])[]): Promise<void> {
  for (const [from, to] of renames) await rename(from, to)
  await someAtATime(new Set(renames.flatMap(paths => paths.map(dirname))), syncFolder)
}

/** Puts a file there as a whole and for good, or not at all: whoever reads it meanwhile sees the old one or the new. */
export async function writeDurably(path: string, content: Content, mode?: number): Promise<void> {
  // two who write the same file at once need different drafts
  const draft = `${path}.${randomUUID()}${DRAFT}`
  try {
    await writeSynced(draft, content, mode)
    await renameDurably([[draft, path]])
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
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
