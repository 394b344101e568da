import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { held, type Claim } from './claim.ts'

/** Result of one row of a batch; '1' is success. */
export interface Result {
  key: string
  code: '0' | '1'
  msg: string
}

/** Another instance has entered this row, or the job was cancelled: the caller's transaction must be rolled back. */
export class ClaimLost extends Error {}

/**
 * Enters the result of a row in the transaction of its change, if the job still belongs to this worker. Throws
 * ClaimLost otherwise, so that the change is rolled back: this happens to a worker that was taken for dead, and to a
 * repeated attempt whose first answer was lost.
 */
export async function enterRow(
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
