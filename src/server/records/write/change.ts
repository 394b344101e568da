import { audit } from '../../call/audit.ts'
import type { CallContext, Saving } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { noteUses } from '../../attachments/uses.ts'
import { startingUnit } from '../../machines/able.ts'
import { stampsOf } from './effects.ts'
import { newKey } from './open.ts'
import { numbersFor } from './running-number.ts'
import { addRows, writeRow } from './write.ts'

/** Who changes something, and the transaction that it is part of. */
export interface Author {
  call: CallContext
  tx: Database
  /** what the audit trail calls it; by default the call */
  action?: string | undefined
}

/** A change of one record, as data. Times, author, customer and first state need not be said. */
export interface Change {
  entity: Entity
  /** the row as it is, read and locked in the transaction; without it a record is added */
  before?: TableRow | undefined
  /** values without a field in the entity are left out */
  values: TableRow
  /**
   * Whether the change has an entry of its own in the audit trail, which is the rule, or is told by the entry of the
   * change that it follows from: a step of a route, rows that are drawn by the hundred.
   */
  told?: 'apart' | 'within'
}

/** A change that is complete: what is written, under which key. */
export interface ReadyChange extends Saving {
  key: string
  values: TableRow
  isTold: boolean
}

const knownTo = (entity: Entity, values: TableRow): TableRow =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && (entity.byName.has(name) || name === entity.key),
    ),
  )

/** Completes a change: what it does not say itself, and what the product derives from it. */
async function ready({ call, tx }: Author, { entity, before, values, told = 'apart' }: Change): Promise<ReadyChange> {
  const saving = { call, entity, tx, before }
  const key = String(before?.[entity.key] ?? values[entity.key] ?? newKey())
  let all = { ...stampsOf(saving, values), ...values }
  if (!before) all = { ...all, ...(await startingUnit(saving, all)) }
  for (const hook of call.product.hooks) all = (await hook.beforeSave?.(saving, all)) ?? all
  const known = knownTo(entity, { ...all, [entity.key]: key })
  const numbers = await numbersFor(saving, known)
  return { ...saving, key, values: { ...known, ...numbers }, isTold: told === 'apart' }
}

/** What goes along with a change that has been written: files in use, what the product derives, the audit trail. */
export async function followChange({ action, call, tx }: Author, change: ReadyChange, after: TableRow): Promise<void> {
  const { entity, before, key, values, isTold } = change
  await noteUses(change, key, values)
  for (const hook of call.product.hooks) await hook.afterSave?.(change, after)
  if (isTold)
    await audit(tx, call, { action: action ?? call.endpoint.name, entity: entity.name, objectId: key, before, after })
}

/**
 * Makes one change in the transaction of its author: completes and writes the row, notes files in use, lets the
 * product follow (counts, points), and enters it in the audit trail. Returns the row afterwards. Rights, conflicts and
 * the form are judged before.
 */
export async function applyChange(by: Author, change: Change): Promise<TableRow> {
  const one = await ready(by, change)
  const after = await writeRow(by.tx, one.entity, one.before, one.values)
  await followChange(by, one, after)
  return after
}

/** Adds many records of one entity in few statements; else as `applyChange`. Returns the rows. */
export async function addAll(
  by: Author,
  entity: Entity,
  rows: readonly TableRow[],
  told: Change['told'] = 'apart',
): Promise<TableRow[]> {
  const all: ReadyChange[] = []
  for (const values of rows) all.push(await ready(by, { entity, values, told }))
  const made = await addRows(
    by.tx,
    entity,
    all.map(({ values }) => values),
  )
  for (const [i, one] of all.entries()) await followChange(by, one, made[i] ?? one.values)
  return made
}

/**
 * Writes down what is worked out, and is no change of the record: counts, sums, what rules say, how far the machine's
 * own work is. Its time stays, and the trail tells what it is worked out of. Returns the row afterwards.
 */
export const writeDerived = (tx: Database, entity: Entity, row: TableRow, values: TableRow): Promise<TableRow> =>
  writeRow(tx, entity, row, knownTo(entity, values))
