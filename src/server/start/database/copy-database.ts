import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { LONG } from '../../db/limits.ts'

const LOG = 'pg_wal'
/** What tells a database that it is such a copy, and where in the log it has to begin. */
const LABEL = 'backup_label'
/** A checkpoint may take away what the copy needs of the log: then it is made anew. */
const TRIES = 3

const isGone = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT'

/** Copies a folder of files that are in use; what is taken away meanwhile is left out. */
async function copyFolder(from: string, to: string, wanted: (name: string) => boolean = () => true): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!wanted(entry.name)) continue
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile())
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
        if (!isGone(error)) throw error
      })
  }
}

/** Makes the copy; gives the first file of the log that it needs. */
async function copyOnce(db: Database, folder: string, target: string): Promise<string> {
  await sql`${LONG}select pg_backup_start('copy', true)`.execute(db)
  let label = ''
  try {
    await copyFolder(folder, target, name => name !== LOG && !name.startsWith('postmaster.'))
  } finally {
    const { rows } = await sql<{ label: string }>`${LONG}select labelfile as label from pg_backup_stop(false)`.execute(
      db,
    )
    label = rows[0]?.label ?? ''
  }
  const first = /\(file (\w+)\)/.exec(label)?.[1] ?? ''
  // files of the log are named by their order, and others are longer or shorter
  await copyFolder(join(folder, LOG), join(target, LOG), name => name.length !== first.length || name >= first)
  await writeFile(join(target, LABEL), label, { mode: 0o600 })
  return first
}

/**
 * Copies the folder of the embedded database as it is in use, in the way of PostgreSQL's base backups: files are copied
 * while they are written, and whoever opens the copy goes through the log from before to after it. The database waits
 * for none of this but a checkpoint.
 */
export async function copyDatabase(db: Database, folder: string, target: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await rm(target, { recursive: true, force: true })
    const first = await copyOnce(db, folder, target)
    // what is still there now was there when it was copied, and so was all that comes after it
    const isWhole = first !== '' && (await stat(join(folder, LOG, first)).then(Boolean, () => false))
    if (isWhole) return
    if (tries === TRIES) throw new Error('The log of the database went on faster than it was copied')
  }
}
