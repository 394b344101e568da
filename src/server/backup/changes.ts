import { sql } from 'kysely'
import { SYSTEM } from '../call/system.ts'
import type { Database } from '../db/database.ts'

/**
 * How many changes people have made: each writes an entry of the audit trail in its own transaction, none is ever
 * swept. So the same number means that nobody has changed anything since.
 */
export async function changesOfPeople(tx: Database): Promise<number> {
  const { rows: tables } = await sql`select 1 where to_regclass('sys_audit') is not null`.execute(tx)
  // nobody has used this database yet
  if (tables.length === 0) return 0
  const { rows } = await sql<{ n: number }>`select count(*) as n from sys_audit
    where "userId" is not null and "userId" <> ${SYSTEM}`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}
