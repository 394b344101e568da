import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite-pool.ts'
import { openPostgres } from '../../../src/server/db/postgres-pool.ts'
import { startPostgres } from './postgres.ts'

/** An empty database of its own. */
export async function openDatabase(kind: 'PGlite' | 'PostgreSQL'): Promise<{ db: Database; close(): Promise<void> }> {
  if (kind === 'PGlite') {
    const db = databaseOn(await openPglite())
    return { db, close: () => db.destroy() }
  }
  const postgres = await startPostgres()
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}
