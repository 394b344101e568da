import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite-pool.ts'
import { openPostgres } from '../../../src/server/db/postgres-pool.ts'
import { startPostgres } from './postgres.ts'

export type Kind = 'PGlite' | 'PostgreSQL'
export interface Opened { db: Database; close(): Promise<void> }

async function onPostgres(like?: string): Promise<Opened> {
  const postgres = await startPostgres(undefined, undefined, like)
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}

/** An empty database of its own. */
export async function openDatabase(kind: Kind): Promise<Opened> {
  if (kind === 'PostgreSQL') return onPostgres()
  const db = databaseOn(await openPglite())
  return { db, close: () => db.destroy() }
}

/** A copy of the database, and in `files` of the files, that `npm test` has loaded the demonstration into; nothing where it has not. */
export async function openDemonstration(kind: Kind, files: string): Promise<Opened | undefined> {
  const { DEMO_DATA_DIR: folderOf, DEMO_POSTGRES_DIR: cluster, DEMO_POSTGRES_FILES: filesOf } = process.env
  const [loaded, beside] = kind === 'PostgreSQL' ? [cluster, filesOf] : [folderOf, folderOf]
  if (!loaded || !beside) return undefined
  await cp(join(beside, 'files'), files, { recursive: true })
  if (kind === 'PostgreSQL') return onPostgres(loaded)
  const folder = await mkdtemp(join(tmpdir(), 'wangjian-pglite-'))
  await cp(join(loaded, 'pg'), folder, { recursive: true })
  const db = databaseOn(await openPglite(folder))
  return { db, close: () => db.destroy().finally(() => rm(folder, { recursive: true, force: true })) }
}
