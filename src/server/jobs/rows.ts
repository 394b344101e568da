import { sql } from 'kysely'
import { arrayOf } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import { write, type WriteMany } from '../db/gathering.ts'
import { held, type Claim } from './claim.ts'

/** Result of one row of a batch; '1' is success. */
export interface Result {
  key: string
  code: '0' | '1'
  msg: string
}

/** Another instance has entered this row, or the job was cancelled: the caller's transaction must be rolled back. */
export class ClaimLost extends Error {}

interface Entry extends Result {
  mine: Mine
  attempt: string
}
type Mine = Pick<Claim, 'id' | 'worker'>

/**
 * All of one job, whose counts go with them: asking how far it is reads no rows. Of a row that is entered twice the
 * later result counts.
 */
const enterRows: WriteMany<Entry> = async (tx, all) => {
  const rows = [...new Map(all.map(one => [one.key, one])).values()]
  const [first] = rows
  if (!first) return
  const column = (name: 'key' | 'attempt' | 'code' | 'msg') => sql`${arrayOf(rows.map(row => row[name]))}::text[]`
  const keys = column('key')
  const { rows: kept } = await sql`with former as (
      select key, code from sys_job_row where "jobId" = ${first.mine.id} and key = any(${keys})),
    kept as (insert into sys_job_row as r ("jobId", key, attempt, code, msg)
      select j.id, n.key, n.attempt, n.code, n.msg from sys_job j,
      unnest(${keys}, ${column('attempt')}, ${column('code')}, ${column('msg')}) n (key, attempt, code, msg)
      where ${held(first.mine)}
      on conflict ("jobId", key) do update set code = excluded.code, msg = excluded.msg
      where r.attempt = excluded.attempt
      returning r.key, r.code),
    counted as (update sys_job set done = done + (select count(*) from kept) - (select count(*) from former),
      ok = ok + (select count(*) from kept where code = '1') - (select count(*) from former where code = '1')
      where ${held(first.mine)} returning id)
    select key from kept, counted`.execute(tx)
  if (kept.length < rows.length) throw new ClaimLost()
}

/**
 * Enters the result of a row in the transaction of its change, if the job still belongs to this worker. Throws
 * ClaimLost otherwise, so that the change is rolled back: this happens to a worker that was taken for dead, and to a
 * repeated attempt whose first answer was lost.
 */
export const enterRow = (tx: Database, mine: Mine, attempt: string, result: Result): Promise<void> =>
  write(tx, enterRows, { ...result, mine, attempt })

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
