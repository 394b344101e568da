import { sql } from 'kysely'
import { badRequest, notFound, Refusal } from '../answer/refusal.ts'
import { audit } from '../call/audit.ts'
import { othersOf, type CallContext } from '../call/context.ts'
import { transact } from '../call/transact.ts'
import { inScope } from '../access/row-scope.ts'
import { amongThese, arrayOf, grouped } from '../db/arrays.ts'
import type { Database, TableRow, Value } from '../db/database.ts'
import { write, type WriteMany } from '../db/gathering.ts'
import type { Entity } from '../db/tables/models.ts'
import { withNewNames } from '../db/tables/former.ts'
import { rowItself } from '../db/tables/province.ts'
import { chinaTime } from '../db/time.ts'
import { every } from '../records/read/plan-list.ts'
import { duplicates } from '../records/write/judge.ts'
import { followChange } from '../records/write/change.ts'
import { keepCounts } from '../records/write/counted.ts'
import { writeRow } from '../records/write/write.ts'
import { printOf, type BatchRow } from './undo.ts'

const NOTHING_KEPT = '这条记录没有可以撤销的改动'
const CHANGED_SINCE = '之后又有改动，没有撤销'

interface Step {
  key: string
  entity: string
  objectId: string
  print: string
  /** the row before the change; null for one that the change has added */
  before: TableRow | null
}

/** How a row stands now, locked until the transaction ends. */
interface Standing {
  now: TableRow
  print: string
}

/** What is known of the rows of a batch before they are taken back. */
export interface Foreseen {
  /** the last change first */
  steps: ReadonlyMap<string, readonly Step[]>
  /** of records that only one of the steps is about: the others are asked when their turn comes */
  standing: ReadonlyMap<Step, Standing>
}

/** The entity as if nothing of it were marked as deleted: what a batch has deleted is there again once it is undone. */
const withDeleted = (entity: Entity): Entity => ({
  ...entity,
  byName: new Map([...entity.byName].filter(([name]) => name !== 'delFlag')),
})

/** Those in the person's scope. */
async function standingOf(
  call: CallContext,
  tx: Database,
  entity: Entity,
  keys: readonly string[],
): Promise<Map<string, Standing>> {
  const [table, key, these] = [sql.table(entity.name), sql.ref(entity.key), amongThese(entity.key, keys)]
  const { rows } = await sql<TableRow>`select * from ${table}
    where ${every([...inScope(withDeleted(entity), call.rows), these])} order by ${key} for update`.execute(tx)
  const { rows: printed } = await sql<{ key: string; print: string }>`select ${key} as key, ${printOf(entity)} as print
    from ${table} t where ${these}`.execute(tx)
  const prints = new Map(printed.map(row => [row.key, row.print]))
  return new Map(
    rows.map(now => {
      const name = String(now[entity.key])
      return [name, { now, print: prints.get(name) ?? '' }]
    }),
  )
}

async function stepsOf(tx: Database, jobId: string, keys: readonly string[]): Promise<Map<string, Step[]>> {
  const { rows } = await sql<Step>`select u.key, u.entity, u."objectId", u.print, a.before
    from sys_job_undo u join sys_audit a on a.id = u."auditId"
    where u."jobId" = ${jobId} and u.key = any(${arrayOf(keys)}::text[]) order by u.seq desc`.execute(tx)
  return grouped(rows, ({ key }) => key)
}

/** Asks at once what taking back each of the rows would ask for. */
export async function foresee(
  call: CallContext,
  tx: Database,
  jobId: string,
  keys: readonly string[],
): Promise<Foreseen> {
  const steps = await stepsOf(tx, jobId, keys)
  const standing = new Map<Step, Standing>()
  for (const [name, all] of grouped([...steps.values()].flat(), step => step.entity)) {
    const entity = call.entities().get(name)
    const once = [...grouped(all, step => step.objectId).values()].flatMap(([step, ...more]) =>
      step && more.length === 0 ? [step] : [],
    )
    if (!entity || once.length === 0) continue
    const objectIds = once.map(({ objectId }) => objectId)
    const found = await standingOf(call, tx, entity, objectIds)
    for (const step of once) {
      const one = found.get(step.objectId)
      if (one) standing.set(step, one)
    }
  }
  return { steps, standing }
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

/** Rows of several entities, in one statement for each; without `marks` they go for good. */
const removeRows: WriteMany<{ entity: Entity; key: string; marks: TableRow | undefined }> = async (tx, all) => {
  for (const [entity, some] of grouped(all, one => one.entity)) {
    const these = amongThese(
      entity.key,
      some.map(({ key }) => key),
    )
    const marks = some[0]?.marks
    if (marks) await tx.updateTable(entity.name).set(marks).where(these).execute()
    else await tx.deleteFrom(entity.name).where(these).execute()
  }
}

/** Takes back that a row was added: marked as deleted where its entity has the mark. */
async function removeAdded(call: CallContext, tx: Database, entity: Entity, now: TableRow): Promise<TableRow> {
  const time = entity.byName.has('updateTime') ? { updateTime: chinaTime() } : {}
  const marks = entity.byName.has('delFlag') ? { delFlag: 1, ...time } : undefined
  const after = marks && { ...now, ...marks }
  const objectId = String(now[entity.key])
  await write(tx, removeRows, { entity, key: objectId, marks })
  await keepCounts(tx, entity, [{ before: now, after }])
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
  await followChange({ call, tx }, { ...opened, values, isTold: true }, after)
  return after
}

async function takeBack(call: CallContext, tx: Database, step: Step, foreseen: Foreseen): Promise<void> {
  const entity = call.entities().get(step.entity)
  if (!entity) throw badRequest(NOTHING_KEPT)
  const { objectId } = step
  const standing = foreseen.standing.get(step) ?? (await standingOf(call, tx, entity, [objectId])).get(objectId)
  if (!standing) throw notFound()
  const { now, print } = standing
  if (print !== step.print) throw new Refusal(409, CHANGED_SINCE)
  const after = step.before
    ? await restore(call, tx, entity, now, withNewNames(entity, step.before))
    : await removeAdded(call, tx, entity, now)
  for (const hook of call.product.hooks) await hook.afterUndo?.({ call, entity, tx, before: now }, after)
}

/**
 * Gives back the former values of all that a batch changed for one of its rows, the last change first; all of it or
 * nothing. Throws a Refusal if anything of it has been changed since, or is out of the person's reach.
 * `foreseen`: what was asked in the same transaction for this row among others.
 */
export async function undoRow(person: CallContext, { jobId, key }: BatchRow, foreseen?: Foreseen): Promise<void> {
  await transact(person, async (inside, tx) => {
    const known = foreseen ?? (await foresee(inside, tx, jobId, [key]))
    const steps = known.steps.get(key) ?? []
    if (steps.length === 0) throw badRequest(NOTHING_KEPT)
    for (const step of steps) await takeBack(inside, tx, step, known)
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
