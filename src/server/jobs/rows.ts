import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { held, type Claim } from './claim.ts'

/** What came of one row of a batch; '1' is success. */
export interface Result {
  key: string
  code: '0' | '1'
  msg: string
}

/** The row has been entered by another instance, or the job was cancelled. */
export class ClaimLost extends Error {}

/**
 * Enters a row, in the transaction of its change or after it, for a job that is still this one's. Whoever was taken for
 * lost and goes on finds that it is not, and an attempt whose answer was lost on the way is not made again: what they
 * have changed is undone with what they throw.
 */
export async function enter(
  tx: Database,
  mine: Pick<Claim, 'id' | 'worker'>,
  attempt: string,
  { key, code, msg }: Result,
): Promise<void> {
  const { rows } = await sql`insert into sys_job_row as r ("jobId", key, attempt, code, msg)
    select id, ${key}::text, ${attempt}::text, ${code}::text, ${msg}::text from sys_job where ${held(mine)}
    on conflict ("jobId", key) do update set code = excluded.code, msg = excluded.msg where r.attempt = excluded.attempt
    returning r.key`.execute(tx)
  if (rows.length === 0) throw new ClaimLost()
}

export async function entered(db: Database, id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('sys_job_row').select('key').where('jobId', '=', id).execute()
  return new Set(rows.map(row => String(row['key'])))
}

/** The rows that have failed, with their reasons. */
export async function failedRows(db: Database, id: string, most: number): Promise<Result[]> {
  const rows = await db
    .selectFrom('sys_job_row')
    .select(['key', 'code', 'msg'])
    .where('jobId', '=', id)
    .where('code', '=', '0')
    .orderBy('key')
    .limit(most)
    .execute()
  return rows.map(row => ({ key: String(row['key']), code: '0', msg: String(row['msg']) }))
}
