import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { copyFolder, forget, ROOT, temporary } from '../../folders.ts'
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

/**
 * The embedded database's code, compiled: as long as it is held, each database that opens in this process shares it,
 * and what has been made faster of it.
 */
let held: Promise<WebAssembly.Module> | undefined
const hold = (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/dist/pglite.wasm')))

async function onPglite(like?: string): Promise<Opened> {
  await (held ??= hold())
  const folder = temporary('pglite-')
  if (like !== undefined) copyFolder(join(like, 'pg'), join(folder, 'pg'))
  const db = databaseOn(await openPglite(join(folder, 'pg'), { isSynced: false }))
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
  copyFolder(join(beside, 'files'), files)
  return kind === 'PostgreSQL' ? onPostgres(loaded) : onPglite(loaded)
}
