import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { DATABASE_NOW } from '../db/time.ts'
import type { JobKind } from './jobs.ts'

export const BEAT_MS = 4000
/**
 * Whoever has not been heard of for so long is gone; so is whoever was last heard of in the future, before the clock
 * was set.
 */
const LOST_MS = 20_000
/** What has ended its process so often without getting on ends it every time. */
const MOST_TRIES = 5
const LOST = '服务曾经重启，任务已中断，请重新操作'
const HOPELESS = '任务多次中断，没有完成，请缩小范围后重试，或联系管理员'

/** A job that is this instance's, until it is done or another instance takes it for lost. */
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
/** still there, and still this one's: the last one to have claimed it */
export const held = ({ id, worker }: Mine) => sql<boolean>`id = ${id} and worker = ${worker} and finished = 0`

/**
 * Of jobs that no instance can go on with it is said so; what began before jobs were kept in the database is among
 * them.
 */
async function endHopeless(db: Database): Promise<void> {
  await sql`update sys_job set finished = 1, error = case when request is null then ${LOST}::text else ${HOPELESS} end
    where ${FREE} and (request is null or tries >= ${MOST_TRIES})`.execute(db)
}

/** What `endHopeless` ends is never claimed, not even when it comes in between the two statements. */
const HOPEFUL = sql<boolean>`request is not null and tries < ${sql.lit(MOST_TRIES)}`

/** The longest waiting; each is given to one. */
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

/** Says that it is still there, and what has come of it; answers whether it is still this one's. */
export async function beat(db: Database, mine: Mine, come: { done?: number; tries?: number } = {}): Promise<boolean> {
  const row = await db
    .updateTable('sys_job')
    .set({ ...come, beatAt: DATABASE_NOW })
    .where(held(mine))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** For the next instance: this one ends. */
export async function giveBack(db: Database, mine: Mine): Promise<void> {
  await db.updateTable('sys_job').set({ worker: null, tries: 0 }).where(held(mine)).execute()
}

export async function end(db: Database, mine: Mine, error?: string): Promise<boolean> {
  const row = await db
    .updateTable('sys_job')
    .set({ finished: 1, error: error ?? null })
    .where(held(mine))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
