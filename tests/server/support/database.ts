import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite-pool.ts'
import { openPostgres } from '../../../src/server/db/postgres-pool.ts'
import { startPostgres } from './postgres.ts'

export interface Opened { db: Database; close(): Promise<void> }

/** An empty database of its own. */
export async function openDatabase(kind: 'PGlite' | 'PostgreSQL'): Promise<Opened> {
  if (kind === 'PGlite') {
    const db = databaseOn(await openPglite())
    return { db, close: () => db.destroy() }
  }
  const postgres = await startPostgres()
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}

/** A copy of the database that `npm test` has loaded the demonstration into; nothing where it has not. */
export async function openDemonstration(): Promise<Opened | undefined> {
  const loaded = process.env['DEMO_DATA_DIR']
  if (!loaded) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'wangjian-pglite-'))
  await cp(join(loaded, 'pg'), folder, { recursive: true })
  const db = databaseOn(await openPglite(folder))
  return { db, close: () => db.destroy().finally(() => rm(folder, { recursive: true, force: true })) }
}
