import { sql } from 'kysely'
import { databaseOn } from '../../db/database.ts'
import { openPostgres } from '../../db/postgres/pool.ts'

/** What a PostgreSQL says of itself. */
export interface DatabaseFacts {
  settings: Readonly<Record<string, string>>
  /** its time, in milliseconds */
  now: number
  milliseconds: number
}

const ASKED =
  'server_version_num server_encoding max_connections fsync synchronous_commit full_page_writes autovacuum'.split(' ')

export async function databaseFacts(databaseUrl: string): Promise<DatabaseFacts> {
  const db = databaseOn(await openPostgres(databaseUrl))
  try {
    const begun = performance.now()
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in (${sql.join(ASKED)})
      union all select 'now', (extract(epoch from clock_timestamp()) * 1000)::bigint::text`.execute(db)
    const milliseconds = performance.now() - begun
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    return { settings, now: Number(settings['now']), milliseconds }
  } finally {
    await db.destroy()
  }
}
