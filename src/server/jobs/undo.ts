import { sql } from 'kysely'
import { badRequest, Refusal } from '../answer/refusal.ts'
import { audit, type AuditedChange } from '../call/audit.ts'
import { othersOf, type CallContext } from '../call/context.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Database, TableRow, Value } from '../db/database.ts'
import { write, type WriteMany } from '../db/gathering.ts'
import type { Entity } from '../db/tables/models.ts'
import { rowItself } from '../db/tables/province.ts'
import { chinaTime } from '../db/time.ts'
import { recordInScope } from '../records/read/record.ts'
import { followSave } from '../records/write/follow.ts'
import { duplicates } from '../records/write/judge.ts'
import { entered } from './rows.ts'
import { writeRow } from '../records/write/write.ts'

const NOTHING_KEPT = '这条记录没有可以撤销的改动'
export const ALREADY_UNDONE = '这次批量操作已经撤销过'
const CHANGED_SINCE = '之后又有改动，没有撤销'

/** A row's content in few letters. Empty columns are left out: one that is added later changes nothing. */
const PRINT = sql`md5(jsonb_strip_nulls(to_jsonb(t))::text)`

interface Step {
  entity: string
  objectId: string
  print: string
  /** the row before the change; null for one that the change has added */
  before: TableRow | null
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
      select n.job, n.key, ${entity.name}::text, n.object, n.audit, ${PRINT}
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

async function stepsOf(tx: Database, { jobId, key }: BatchRow): Promise<Step[]> {
  const { rows } = await sql<Step>`select u.entity, u."objectId", u.print, a.before
    from sys_job_undo u join sys_audit a on a.id = u."auditId"
    where u."jobId" = ${jobId} and u.key = ${key} order by u.seq desc`.execute(tx)
  return rows
}

/** Columns whose value is not the former one any more. The database compares: it alone knows equal spellings. */
async function changedColumns(tx: Database, entity: Entity, now: TableRow, before: TableRow): Promise<string[]> {
  const table = sql.table(entity.name)
  const { rows } = await sql<{ name: string }>`select n.key as name
    from ${table} t, jsonb_each(to_jsonb(t)) n,
    jsonb_each(to_jsonb(jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb))) b
    where b.key = n.key and b.value is distinct from n.value and ${rowItself(entity, now)}`.execute(tx)
  return rows.map(({ name }) => name)
}

const asColumn = (value: unknown): Value =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value)

/** Takes back that a row was added: marked as deleted where its entity has the mark. */
async function removeAdded(call: CallContext, tx: Database, entity: Entity, now: TableRow): Promise<TableRow> {
  const isMarked = entity.byName.has('delFlag')
  const marks: TableRow = { delFlag: 1, ...(entity.byName.has('updateTime') ? { updateTime: chinaTime() } : {}) }
  const after = isMarked ? { ...now, ...marks } : undefined
  if (after) await tx.updateTable(entity.name).set(marks).where(rowItself(entity, now)).execute()
  else await tx.deleteFrom(entity.name).where(rowItself(entity, now)).execute()
  const objectId = String(now[entity.key])
  await audit(tx, call, { action: call.endpoint.name, entity: entity.name, objectId, before: now, after })
  return after ?? now
}

async function restore(
  call: CallContext,
  tx: Database,
  entity: Entity,
  now: TableRow,
  former: TableRow,
): Promise<TableRow> {
  const names = await changedColumns(tx, entity, now, former)
  const values = Object.fromEntries(names.map(name => [name, asColumn(former[name])]))
  const opened = { call, entity, tx, before: now, key: String(now[entity.key]) }
  const [taken] = Object.values(await duplicates(opened, values))
  if (taken !== undefined) throw new Refusal(409, `${taken}，没有撤销`)
  const after = names.length > 0 ? await writeRow(tx, entity, now, values) : now
  await followSave({ ...opened, values, after })
  return after
}

/** The entity as if nothing of it were marked as deleted: what a batch has deleted is there again once it is undone. */
const withDeleted = (entity: Entity): Entity => ({
  ...entity,
  byName: new Map([...entity.byName].filter(([name]) => name !== 'delFlag')),
})

async function takeBack(call: CallContext, tx: Database, step: Step): Promise<void> {
  const entity = call.entities().get(step.entity)
  if (!entity) throw badRequest(NOTHING_KEPT)
  const now = await recordInScope(tx, call, withDeleted(entity), step.objectId, true)
  const { rows } = await sql<{ print: string }>`select ${PRINT} as print from ${sql.table(entity.name)} t
    where ${rowItself(entity, now)}`.execute(tx)
  if (rows[0]?.print !== step.print) throw new Refusal(409, CHANGED_SINCE)
  const after = step.before
    ? await restore(call, tx, entity, now, step.before)
    : await removeAdded(call, tx, entity, now)
  for (const hook of call.product.hooks) await hook.afterUndo?.({ call, entity, tx, before: now }, after)
}

/**
 * Gives back the former values of all that a batch changed for one of its rows, the last change first; all of it or
 * nothing. Throws a Refusal if anything of it has been changed since, or is out of the person's reach.
 */
export async function undoRow(person: CallContext, { jobId, key }: BatchRow): Promise<void> {
  await person.db.transaction().execute(async tx => {
    const steps = await stepsOf(tx, { jobId, key })
    if (steps.length === 0) throw badRequest(NOTHING_KEPT)
    for (const step of steps) await takeBack(person, tx, step)
  })
}

/** The undo's own call: its name is what the audit trail says; the batch's call must still be open to the person. */
export function undoCall(
  person: CallContext,
  request: { call: string; args: Record<string, unknown> },
  jobId: string,
): CallContext {
  const others = othersOf(person)
  others.open(request.call, request.args, person.user)
  return others.open('batch.undo', { id: jobId }, person.user)
}
