import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openPglite } from '../../db/pglite/pool.ts'
import { markUnsynced, syncMarked } from '../../db/pglite/unsynced.ts'
import { renameDurably } from '../../disk/durable.ts'
import { ENGINE } from '../configuration/config-files.ts'

/**
 * What a release brings along: the embedded database as a first start makes it of the release's own configuration, with
 * all tables and no row. To make it from nothing takes ten times as long as to unpack it.
 */
export const EMPTY_DATABASE = 'empty-database.tar.gz'
/** Name of the folder, in the archive and in the data folder. */
export const DATABASE_FOLDER = 'pg'

/** Takes its tables away, and leaves what a database begins with. */
const WITHOUT_TABLES = [
  'drop schema public cascade',
  'create schema public authorization pg_database_owner',
  'grant usage on schema public to public',
  `comment on schema public is 'standard public schema'`,
]

async function emptied(folder: string): Promise<void> {
  const pool = await openPglite(folder, { isSynced: false })
  try {
    const client = await pool.connect()
    for (const statement of WITHOUT_TABLES) await client.query(statement, [])
    client.release()
  } finally {
    await pool.end()
  }
}

async function fill(draft: string, archive: string, isReleased: boolean): Promise<void> {
  if (!existsSync(archive)) return (await openPglite(draft, { isSynced: false })).end()
  const { extract } = await import('tar')
  await extract({ file: archive, cwd: draft, strip: 1, strict: true, preserveOwner: false })
  if (!isReleased) await emptied(draft)
}

interface Making {
  /** the configuration is the one of the release, and so are its tables */
  isReleased: boolean
  isSynced?: boolean
  archive?: string
}

/**
 * Makes the database in a temporary folder, syncs all of it at once and renames it, so that an interrupted first start
 * leaves nothing incomplete.
 */
export async function makeDatabase(
  folder: string,
  { isReleased, isSynced = true, archive = join(ENGINE, EMPTY_DATABASE) }: Making,
): Promise<void> {
  const draft = join(dirname(folder), `${DATABASE_FOLDER}.new`)
  await rm(draft, { recursive: true, force: true })
  await markUnsynced(draft)
  await fill(draft, archive, isReleased)
  await rm(`${draft}.reserve`, { force: true })
  if (isSynced) await syncMarked(draft)
  await renameDurably([[draft, folder]])
}
