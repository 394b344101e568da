import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { LONG } from '../limits.ts'

/** As in PostgreSQL's autovacuum: tables with fewer changes are not worth a scan. */
const ROWS = 50
const SHARE = 0.1
const EVERY_MS = 20_000
/**
 * Milliseconds without a statement that count as idle; shorter than the interval at which workers poll, or the database
 * would never be idle.
 */
const QUIET_MS = 2000

/** How busy the one connection of the embedded database is. */
export interface Traffic {
  /** milliseconds since the last statement */
  quietMs(): number
  /** whether statements wait for the connection */
  isAwaited(): boolean
}

/** Tables with many changes since the last analyze, and those never analyzed. */
async function changedTables(db: Database): Promise<string[]> {
  // statistics are reported with a delay, and in PGlite only on request
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where pg_relation_size(c.oid) > 0 and (c.reltuples < 0
    or greatest(s.n_mod_since_analyze, s.n_ins_since_vacuum, s.n_dead_tup) > ${ROWS} + ${SHARE} * c.reltuples)
    order by c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Vacuums and analyzes one table after another; stops when a statement waits for the connection. */
export async function tidy(db: Database, isAwaited: () => boolean = () => false): Promise<string[]> {
  const done: string[] = []
  for (const name of await changedTables(db)) {
    if (isAwaited()) break
    await sql`${LONG}vacuum (analyze) ${sql.table(name)}`.execute(db)
    done.push(name)
  }
  return done
}

/** PGlite has no autovacuum. Without this, statements would be planned with the statistics of empty tables. */
export function keepTidy(db: Database, traffic: Traffic, everyMs = EVERY_MS, quietMs = QUIET_MS): () => Promise<void> {
  let going: Promise<unknown> = Promise.resolve()
  const tick = (): void => {
    if (traffic.quietMs() >= quietMs)
      going = going.then(() => tidy(db, () => traffic.isAwaited())).catch(() => undefined)
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await going
  }
}
