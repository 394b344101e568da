import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Time limits of database work, in milliseconds. Each is longer than the one above, so that the most specific error is
 * raised first and shown to users.
 */
export interface DatabaseLimits {
  /** age of a statement at which the watch asks the database about it, over a second connection */
  doubt: number
  /** time that the database may take to answer the watch */
  look: number
  /** waiting for a new or free connection */
  connect: number
  /** closing in order, before connections are cut */
  close: number
  /** background work in progress when the server is told to stop */
  hasten: number
  /** waiting for a lock of another transaction */
  lock: number
  /** one statement of a request */
  statement: number
  /** a transaction without a statement in progress: it may hold locks */
  idle: number
}

export const LIMITS: DatabaseLimits = {
  doubt: 1000,
  look: 3000,
  connect: 5000,
  close: 5000,
  hasten: 10_000,
  lock: 10_000,
  statement: 60_000,
  idle: 60_000,
}

const MARK = '/* long */ '
/** Mark at the beginning of a statement without a time limit; holds for the rest of its transaction. */
export const LONG = sql.raw(MARK)
export const isLong = (text: string): boolean => text.startsWith(MARK)

/** Lifts the limits for the server's own work that no request waits for: migrations, backups, the demonstration. */
export async function takeTime(tx: Database): Promise<void> {
  await sql`${LONG}select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}
