import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, TableRow } from '../db/database.ts'
import { badRequest, notFound } from '../http/refusal.ts'

/** Work that outlasts its request. What is known of it lies in the database: any instance can answer how far it is. */
export type JobKind = 'batch' | 'export'
export interface Job {
  id: string
  userId: string
  kind: JobKind
  total: number
  done: number
  ok: number
  cancelled: boolean
  finished: boolean
  error?: string
  results: unknown
  fileName: string
}

/** A job that has not moved for so long has lost its process. */
const LOST_MS = 60_000
const PER_USER = 2
const KEEP_MS = 24 * 3600_000
const LOST = '服务曾经重启，任务已中断，请重新操作'

type New = Pick<Job, 'userId' | 'kind' | 'total'> & Partial<Pick<Job, 'fileName'>>

/** `told` writes down who begins what, in the same transaction: no job without its entry, and no entry without its job. */
export async function begin(db: Database, { userId, kind, total, fileName = '' }: New, told: (tx: Database, id: string) => Promise<void>): Promise<string> {
  const now = Date.now()
  const id = randomUUID()
  await db.transaction().execute(async (tx) => {
    // two requests at the same moment must not both find a free place
    await sql`select pg_advisory_xact_lock(hashtext(${`job ${userId}`}))`.execute(tx)
    const { rows } = await sql<{ n: number }>`select count(*) as n from sys_job where "userId" = ${userId} and finished = 0 and "beatAt" > ${now - LOST_MS}`.execute(tx)
    if (Number(rows[0]?.n ?? 0) >= PER_USER) throw badRequest(`已有 ${PER_USER} 个任务正在运行，请等它们完成后再试`)
    await tx.deleteFrom('sys_job').where('userId', '=', userId).where('createdAt', '<', now - KEEP_MS).where('kind', '=', 'batch').execute()
    await tx.insertInto('sys_job').values({ id, userId, kind, total, fileName, createdAt: now, beatAt: now }).execute()
    await told(tx, id)
  })
  return id
}

function jobOf(row: TableRow): Job {
  const finished = row['finished'] === 1
  const lost = !finished && Number(row['beatAt']) < Date.now() - LOST_MS
  const error = lost ? LOST : row['error']
  return {
    id: String(row['id']), userId: String(row['userId']), kind: row['kind'] as JobKind, fileName: String(row['fileName'] ?? ''),
    total: Number(row['total']), done: Number(row['done']), ok: Number(row['ok']), cancelled: row['cancelled'] === 1, finished: finished || lost,
    ...(typeof error === 'string' ? { error } : {}), results: typeof row['results'] === 'string' ? JSON.parse(row['results']) as unknown : [],
  }
}

/** Somebody else's job is not there. */
export async function jobOfUser(db: Database, userId: string, kind: JobKind, id: string): Promise<Job> {
  const row = await db.selectFrom('sys_job').selectAll().where('id', '=', id).where('userId', '=', userId).where('kind', '=', kind).executeTakeFirst()
  if (!row) throw notFound('任务不存在或已过期')
  return jobOf(row)
}

export async function cancel(db: Database, userId: string, kind: JobKind, id: string): Promise<void> {
  await jobOfUser(db, userId, kind, id)
  await db.updateTable('sys_job').set({ cancelled: 1 }).where('id', '=', id).where('finished', '=', 0).execute()
}

/** Says how far a job is; answers whether it should go on. */
export async function beat(db: Database, id: string, progress: { done: number; ok?: number; results?: unknown }): Promise<boolean> {
  const { results, ...counts } = progress
  const row = await db.updateTable('sys_job').set({ ...counts, ...(results === undefined ? {} : { results: JSON.stringify(results) }), beatAt: Date.now() })
    .where('id', '=', id).returning('cancelled').executeTakeFirst()
  return row?.['cancelled'] === 0
}

export async function end(db: Database, id: string, error?: string): Promise<void> {
  await db.updateTable('sys_job').set({ finished: 1, beatAt: Date.now(), ...(error === undefined ? {} : { error }) }).where('id', '=', id).execute()
}

/** Lets everything else have its turn. */
export const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
