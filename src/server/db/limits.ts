import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * How long anything waits for the database, in milliseconds. Each is longer than the one above, so that the nearest
 * reason is the one that users read.
 */
export interface DatabaseLimits {
  /** a statement that is under way for so long is asked after, over a connection of its own */
  doubt: number
  /** and so long the database may take to tell */
  look: number
  /** a new connection, or a free one */
  connect: number
  /** saying good-bye, before connections are cut */
  close: number
  /** what is done in the background when the server is told to end */
  hasten: number
  /** waiting for a lock of another transaction */
  lock: number
  /** one statement of a request */
  statement: number
  /** a transaction in which nothing is asked: it may hold locks */
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
/** Begins a statement that takes as long as it takes; for the rest of its transaction so do all others. */
export const LONG = sql.raw(MARK)
export const isLong = (text: string): boolean => text.startsWith(MARK)

/** Work of the server's own that nobody waits for: tables, backups, the demonstration. */
export async function takeTime(tx: Database): Promise<void> {
  await sql`${LONG}select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}
