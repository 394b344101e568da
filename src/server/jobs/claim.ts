import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { DATABASE_NOW } from '../db/time.ts'
import { END_OF_LOG, keepPlaces } from '../db/written.ts'
import type { JobKind } from './jobs.ts'

export const BEAT_MS = 4000
/**
 * An instance without a sign of life for so long counts as dead; also one whose sign is in the future, from before its
 * clock was set back.
 */
const LOST_MS = 20_000
/** A job that has brought down its process so often will do so again. */
const MOST_TRIES = 5
const LOST = '服务曾经重启，任务已中断，请重新操作'
const HOPELESS = '任务多次中断，没有完成，请缩小范围后重试，或联系管理员'

/** A job claimed by this instance, until it is finished or another instance takes it over. */
export interface Claim {
  id: string
  worker: string
  kind: JobKind
  userId: string
  ip: string
  request: Record<string, unknown>
  keys: string[]
}
type Mine = Pick<Claim, 'id' | 'worker'>

const FREE = sql<boolean>`finished = 0 and (worker is null or abs("beatAt" - ${DATABASE_NOW}) > ${sql.lit(LOST_MS)})`
/** the job is unfinished and still claimed by this worker */
export const held = ({ id, worker }: Mine) => sql<boolean>`id = ${id} and worker = ${worker} and finished = 0`

/**
 * Ends jobs that cannot be continued with an error message; among them jobs from before requests were stored in the
 * database.
 */
async function endHopeless(db: Database): Promise<void> {
  await sql`update sys_job set finished = 1, error = case when request is null then ${LOST}::text else ${HOPELESS} end
    where ${FREE} and (request is null or tries >= ${MOST_TRIES})`.execute(db)
}

/** Excludes what `endHopeless` ends, in case such a job appears between the two statements. */
const HOPEFUL = sql<boolean>`request is not null and tries < ${sql.lit(MOST_TRIES)}`

/** Claims the oldest waiting job; `skip locked` gives each job to one instance. */
export async function claim(db: Database): Promise<Claim | undefined> {
  await endHopeless(db)
  const worker = randomUUID()
  const { rows } = await sql<Omit<Claim, 'request' | 'keys' | 'worker'> & { request: string; keys: string }>`
    update sys_job set worker = ${worker}, tries = tries + 1, "beatAt" = ${DATABASE_NOW}
    where id = (select id from sys_job where ${FREE} and ${HOPEFUL}
      order by "createdAt", id limit 1 for update skip locked)
    returning id, kind, "userId", ip, request, keys`.execute(db)
  const [row] = rows
  return (
    row && {
      ...row,
      worker,
      request: JSON.parse(row.request) as Record<string, unknown>,
      keys: JSON.parse(row.keys) as string[],
    }
  )
}

/** Leaves a sign of life and the progress; returns whether the job is still claimed by this worker. */
export async function beat(db: Database, mine: Mine, come: { done?: number; tries?: number } = {}): Promise<boolean> {
  const row = await db
    .updateTable('sys_job')
    .set({ ...come, beatAt: DATABASE_NOW })
    .where(held(mine))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases the job for another instance, because this one is shutting down, or has no database or other tables. */
export async function giveBack(db: Database, mine: Mine): Promise<void> {
  await db.updateTable('sys_job').set({ worker: null, tries: 0 }).where(held(mine)).execute()
}

/** Releases the job to be tried again. The tries count: a job that fails in the same way each time comes to an end. */
export async function tryAgain(db: Database, mine: Mine): Promise<void> {
  await db.updateTable('sys_job').set({ worker: null }).where(held(mine)).execute()
}

/**
 * Whether nobody needs what was written for a job that this worker has lost: it was cancelled, or is gone. Else another
 * worker took it over, who writes, or has written, under the same id.
 */
export async function isUnwanted(db: Database, { id }: Pick<Claim, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('sys_job')
    .select('id')
    .where('id', '=', id)
    .where('cancelled', '=', 0)
    .executeTakeFirst()
  return row === undefined
}

/** Ends a job. Whoever asked for it reads from now on where its changes are. */
export async function end(db: Database, mine: Mine, error?: string): Promise<boolean> {
  const { rows } = await sql`with ended as (update sys_job set finished = 1, error = ${error ?? null}
      where ${held(mine)} returning "userId"),
    noted as (${keepPlaces(sql`select "userId", ${END_OF_LOG} from ended`)})
    select "userId" from ended`.execute(db)
  return rows.length > 0
}
