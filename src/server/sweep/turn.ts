import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Turns are taken a little early, because the hourly timer may be late. */
const EARLY_MS = 600_000

/**
 * Whether it is this instance's turn at what one of them does each time, even across restarts and clocks that are set.
 * `turn`: its name in `sys_meta`.
 */
export async function mayTake(db: Database, turn: string, everyMs: number, now: number): Promise<boolean> {
  const { rows } = await sql`insert into sys_meta as m (name, value) values (${turn}, ${String(now)})
    on conflict (name) do update set value = excluded.value
    where abs(excluded.value::bigint - m.value::bigint) > ${everyMs - EARLY_MS} returning name`.execute(db)
  return rows.length > 0
}
