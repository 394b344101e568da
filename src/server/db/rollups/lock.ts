import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Key of the advisory lock under which roll-ups are made, filled and put together: one at a time, of all instances. */
const ROLLUP_LOCK = 7_203_116

/** Until the end of the transaction. */
export const rollupLock = (tx: Database): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(ROLLUP_LOCK)})`.execute(tx)

/** The same, or false where another instance has it. */
export async function rollupLockIfFree(tx: Database): Promise<boolean> {
  const { rows } = await sql<{
    got: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(ROLLUP_LOCK)}) as got`.execute(tx)
  return rows[0]?.got === true
}
