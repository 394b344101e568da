import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { forget, temporary } from '../../folders.ts'
import { prepared } from '../../prepared.ts'
import { startPostgres } from './postgres.ts'

export type Kind = 'PGlite' | 'PostgreSQL'
export interface Opened {
  db: Database
  close(): Promise<void>
}

async function onPostgres(like?: string): Promise<Opened> {
  const postgres = await startPostgres(undefined, undefined, like)
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}

async function onPglite(like?: string): Promise<Opened> {
  const folder = temporary('pglite-')
  if (like !== undefined) await cp(join(like, 'pg'), join(folder, 'pg'), { recursive: true })
  const db = databaseOn(await openPglite(join(folder, 'pg')))
  return { db, close: () => db.destroy().finally(() => forget(folder)) }
}

/** An empty database of its own. */
export const openDatabase = (kind: Kind): Promise<Opened> =>
  kind === 'PostgreSQL' ? onPostgres() : onPglite(prepared('empty'))

/**
 * A copy of the database, and in `files` of the files, that `npm test` has loaded the demonstration into; nothing where
 * it has not.
 */
export async function openDemonstration(kind: Kind, files: string): Promise<Opened | undefined> {
  const [loaded, beside] =
    kind === 'PostgreSQL' ? [prepared('postgres'), prepared('files')] : [prepared('demo'), prepared('demo')]
  if (loaded === undefined || beside === undefined) return undefined
  await cp(join(beside, 'files'), files, { recursive: true })
  return kind === 'PostgreSQL' ? onPostgres(loaded) : onPglite(loaded)
}
