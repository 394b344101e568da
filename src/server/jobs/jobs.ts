import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, TableRow } from '../db/database.ts'
import { DATABASE_NOW } from '../db/time.ts'
import { badRequest, notFound } from '../answer/refusal.ts'

/** Work that outlasts its request. Stored in the database, so that any instance can do it and report its progress. */
export type JobKind = 'batch' | 'export' | 'import' | 'work'
export interface Job {
  id: string
  total: number
  done: number
  ok: number
  cancelled: boolean
  finished: boolean
  error?: string
  fileName: string
  /** of a batch: something of it can still be undone */
  undo: boolean
}
/** A job's request: call, arguments, user and address, so that it can be run later by another instance. */
export interface Order {
  userId: string
  kind: JobKind
  ip: string
  request: object
  keys: readonly string[]
  fileName?: string
}

const PER_USER = 2

/** `told`: the audit entry, written in the same transaction as the job. */
export async function begin(
  db: Database,
  order: Order,
  told: (tx: Database, id: string) => Promise<void>,
): Promise<string> {
  return db.transaction().execute(async tx => {
    const id = await enter(tx, order)
    await told(tx, id)
    return id
  })
}

/** Enters a job in the transaction of the change that it belongs to; refuses more of one person than run at once. */
export async function enter(tx: Database, order: Order): Promise<string> {
  const { userId, kind, ip, request, keys, fileName = '' } = order
  const id = randomUUID()
  // two simultaneous requests must not both pass the limit of jobs per user
  await sql`select pg_advisory_xact_lock(hashtext(${`job ${userId}`}))`.execute(tx)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from sys_job where "userId" = ${userId} and finished = 0`.execute(tx)
  if (Number(rows[0]?.n ?? 0) >= PER_USER) throw badRequest(`已有 ${PER_USER} 个任务正在运行，请等它们完成后再试`)
  const asked = { request: JSON.stringify(request), keys: JSON.stringify(keys), total: keys.length }
  await tx
    .insertInto('sys_job')
    .values({ id, userId, kind, ip, fileName, ...asked, createdAt: DATABASE_NOW, beatAt: DATABASE_NOW })
    .execute()
  return id
}

function jobOf(row: TableRow): Job {
  const { error } = row
  return {
    id: String(row['id']),
    fileName: String(row['fileName'] ?? ''),
    total: Number(row['total']),
    done: Number(row['done']),
    ok: Number(row['ok']),
    cancelled: row['cancelled'] === 1,
    finished: row['finished'] === 1,
    undo: row['undo'] === true,
    ...(typeof error === 'string' ? { error } : {}),
  }
}

/** A job of another user is answered as one that does not exist. */
export async function jobOfUser(db: Database, userId: string, kind: JobKind, id: string): Promise<Job> {
  const { rows } =
    await sql<TableRow>`select j.id, j."fileName", j.total, j.done, j.ok, j.cancelled, j.finished, j.error,
      case when j."undoneBy" is null then exists (select from sys_job_undo where "jobId" = j.id)
        else exists (select from sys_job u
          where u.id = j."undoneBy" and u.finished = 1 and u.total > u.done) end as undo
      from sys_job j where j.id = ${id} and j."userId" = ${userId} and j.kind = ${kind}`.execute(db)
  if (!rows[0]) throw notFound('任务不存在或已过期')
  return jobOf(rows[0])
}

/** All that a job was asked for. */
export async function wholeRequestOf(db: Database, id: string): Promise<Record<string, unknown> | undefined> {
  const row = await db.selectFrom('sys_job').select('request').where('id', '=', id).executeTakeFirst()
  return typeof row?.['request'] === 'string' ? (JSON.parse(row['request']) as Record<string, unknown>) : undefined
}

/** What a batch was asked for. */
export interface BatchRequest {
  call: string
  args: Record<string, unknown>
  /** id of the check whose rows are added: each has arguments of its own, and no record yet */
  imports?: string
}

export async function requestOf(db: Database, id: string): Promise<BatchRequest | undefined> {
  const asked = await wholeRequestOf(db, id)
  if (!asked) return undefined
  const { call, args, imports } = asked as unknown as BatchRequest
  return { call, args, ...(imports === undefined ? {} : { imports }) }
}

/** Cancels a job. From then on no instance can enter a row, so a change in progress is rolled back. */
export async function cancel(db: Database, userId: string, kind: JobKind, id: string): Promise<void> {
  await jobOfUser(db, userId, kind, id)
  await db
    .updateTable('sys_job')
    .set({ cancelled: 1, finished: 1 })
    .where('id', '=', id)
    .where('finished', '=', 0)
    .execute()
}
