import { sql, type RawBuilder } from 'kysely'
import { badRequest } from '../answer/refusal.ts'
import type { AuditedChange } from '../call/audit.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import { write, type WriteMany } from '../db/gathering.ts'
import type { Entity } from '../db/tables/models.ts'
import { computedFields } from '../records/write/computed.ts'
import { countedFields } from '../records/write/counted.ts'
import { entered } from './rows.ts'

export const ALREADY_UNDONE = '这次批量操作已经撤销过'

/**
 * A row's content in few letters. Empty columns are left out: one that is added later changes nothing; and what the
 * server counts and works out, which is no change of the row.
 */
export function printOf(entity: Entity): RawBuilder<unknown> {
  const derived = [...countedFields(entity), ...computedFields(entity).map(({ name }) => name)]
  return sql`md5((jsonb_strip_nulls(to_jsonb(t)) - ${arrayOf(derived)}::text[])::text)`
}

/** The row of a batch that a change belongs to. */
export interface BatchRow {
  jobId: string
  key: string
}

interface Noted extends BatchRow {
  entity: Entity
  objectId: string
  auditId: string
}

const noteAll: WriteMany<Noted> = async (tx, all) => {
  for (const entity of new Set(all.map(one => one.entity))) {
    const noted = all.filter(one => one.entity === entity)
    const column = (name: 'jobId' | 'key' | 'objectId' | 'auditId') => arrayOf(noted.map(one => one[name]))
    await sql`insert into sys_job_undo ("jobId", key, entity, "objectId", "auditId", print)
      select n.job, n.key, ${entity.name}::text, n.object, n.audit, ${printOf(entity)}
      from unnest(${column('jobId')}::text[], ${column('key')}::text[], ${column('objectId')}::text[],
        ${column('auditId')}::bigint[]) n (job, key, object, audit)
      join ${sql.table(entity.name)} t on t.${sql.ref(entity.key)} = n.object order by n.audit`.execute(tx)
  }
}

/**
 * Notes what an undo needs of a change, in the change's transaction: its entry in the audit trail, which has the former
 * values, and how the row stood afterwards.
 */
export async function noteChange(
  tx: Database,
  entities: ReadonlyMap<string, Entity>,
  { jobId, key }: BatchRow,
  change: AuditedChange & { auditId: string },
): Promise<void> {
  const entity = entities.get(change.entity)
  const { objectId, auditId } = change
  if (entity) await write(tx, noteAll, { jobId, key, entity, objectId, auditId })
}

/**
 * Keys of a batch's rows that can be undone; after an undo that was cancelled those that it has not come to.
 * `last`: the undo before this one.
 */
export async function undoableKeys(
  db: Database,
  jobId: string,
): Promise<{ keys: string[]; last: string | null; running: boolean }> {
  const row = await db.selectFrom('sys_job').select('undoneBy').where('id', '=', jobId).executeTakeFirst()
  const last = typeof row?.['undoneBy'] === 'string' ? row['undoneBy'] : null
  if (last === null) return { keys: await notedKeys(db, jobId), last, running: false }
  const before = await db.selectFrom('sys_job').select(['keys', 'finished']).where('id', '=', last).executeTakeFirst()
  const done = await entered(db, last)
  const keys = (JSON.parse(String(before?.['keys'] ?? '[]')) as string[]).filter(key => !done.has(key))
  return { keys, last, running: before?.['finished'] === 0 }
}

async function notedKeys(db: Database, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from sys_job_undo where "jobId" = ${jobId}
    group by key order by min(seq)`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Marks a batch as undone by another, which follows the `last` one; refuses a second that does so. Must be in the
 * transaction that begins the undo.
 */
export async function markUndone(tx: Database, jobId: string, by: string, last: string | null): Promise<void> {
  const row = await tx
    .updateTable('sys_job')
    .set({ undoneBy: by })
    .where('id', '=', jobId)
    .where('undoneBy', last === null ? 'is' : '=', last)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw badRequest(ALREADY_UNDONE)
}
