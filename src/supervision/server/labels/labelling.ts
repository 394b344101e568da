import { applyChange } from '../../../server/records/write/change.ts'
import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import { signedInUser, textArg, type CallContext } from '../../../server/call/context.ts'
import { SYSTEM } from '../../../server/call/system.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { entityNamed, type Entity } from '../../../server/db/tables/models.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { choices } from '../../../server/call/values.ts'
import type { CarrierRow } from '../carriers/carrier-rows.ts'
import { carrierKind } from '../carriers/carriers.ts'

/** dictionaries/labelMode */
export const LABEL_MODES = { byHand: '1', byRule: '2', inBatch: '3' } as const
export type LabelMode = (typeof LABEL_MODES)[keyof typeof LABEL_MODES]

const MOST_LABELS = 20

export interface LabelRow {
  id: string
  labelName: string
  /** kinds of carriers that it is for, comma-joined; empty: all */
  objectKinds: string | null
  enabled: number | null
}

/** The labels with these keys that the user sees, disabled ones among them; refuses unknown ones. */
export async function labelsNamed(call: CallContext, ids: readonly string[]): Promise<LabelRow[]> {
  const entity = entityNamed(call.entities(), 'label')
  if (ids.length === 0 || ids.length > MOST_LABELS) throw badRequest(`请选择 1 到 ${MOST_LABELS} 个标签`)
  const where = every([...inScope(entity, call.rows), sql<boolean>`id in (${sql.join([...ids])})`])
  const { rows } = await sql<LabelRow>`select id, "labelName", "objectKinds", enabled from ${sql.table(entity.name)}
      where ${where} order by "labelName"`.execute(call.db)
  if (rows.length !== new Set(ids).size) throw badRequest('有标签不存在，请重新选择')
  return rows
}

/** Those of them that can be given to a kind of carriers: in use, and meant for it. */
export async function labelsFor(call: CallContext, entity: Entity, ids: readonly string[]): Promise<LabelRow[]> {
  const rows = await labelsNamed(call, ids)
  const kind = carrierKind(entity) ?? ''
  for (const { labelName, objectKinds, enabled } of rows) {
    if (enabled === 0) throw badRequest(`标签“${labelName}”已停用，请另选`)
    if (!isMeantFor(objectKinds, kind)) throw badRequest(`标签“${labelName}”不适用于${entity.label}，请另选`)
  }
  return rows
}

/** Whether a label is for a kind of carriers: without kinds it is for all. */
export function isMeantFor(objectKinds: unknown, kind: string): boolean {
  const kinds = choices(objectKinds)
  return kinds.length === 0 || kinds.includes(kind)
}

export type NamedLabel = Pick<LabelRow, 'id' | 'labelName'>

/** A carrier that is being labelled: read and locked in the transaction. */
export interface Labelling {
  call: CallContext
  tx: Database
  carrier: CarrierRow
  row: TableRow
}

/** The carrier's relations to labels, of these labels alone. */
async function relationsOf({ call, tx, carrier: { entity, key } }: Labelling, labels: readonly NamedLabel[]) {
  const relation = entityNamed(call.entities(), 'labelRelation')
  const { rows } = await sql<TableRow>`select * from ${sql.table(relation.name)} where "objectId" = ${key}
    and "objectKind" = ${carrierKind(entity) ?? ''} and "delFlag" = 0
    and "labelId" in (${sql.join(labels.map(({ id }) => id))}) for update`.execute(tx)
  return { relation, rows }
}

const namesIn = (row: TableRow): string[] => choices(row['labelNames'])

/** Gives labels that the carrier does not have yet; returns the names of all that it has. */
export async function giveLabels(on: Labelling, labels: readonly NamedLabel[], mode: LabelMode): Promise<TableRow> {
  const { relation, rows } = await relationsOf(on, labels)
  const had = new Set(rows.map(one => String(one['labelId'])))
  for (const label of labels.filter(({ id }) => !had.has(id))) await relate(on, relation, label, mode)
  return { labelNames: [...new Set([...namesIn(on.row), ...labels.map(one => one.labelName)])].join(',') }
}

async function relate({ call, tx, carrier, row }: Labelling, relation: Entity, label: NamedLabel, mode: LabelMode) {
  const { entity, key } = carrier
  const now = chinaTime()
  const user = signedInUser(call)
  const values = {
    labelId: label.id,
    objectKind: carrierKind(entity) ?? '',
    objectId: key,
    objectName: String(row[entity.title] ?? ''),
    subjectName: String(row['subjectName'] ?? ''),
    ...(relation.byName.has('uscc_dim') ? { uscc_dim: row['uscc_dim'] ?? null } : {}),
    ...(relation.byName.has('subjectType') ? { subjectType: row['subjectType'] ?? null } : {}),
    mode,
    reason: textArg(call, 'reason') || null,
    // the clock is nobody
    by: user.id === SYSTEM ? null : user.id,
    time: now,
    areaCode: String(row['areaCode'] ?? ''),
    customerId: String(row['customerId'] ?? ''),
  }
  await applyChange({ call, tx }, { entity: relation, values })
}

/** Takes labels away, with a mode only what was given that way; returns the names of all that the carrier still has. */
export async function takeLabels(on: Labelling, labels: readonly NamedLabel[], mode?: LabelMode): Promise<TableRow> {
  const { call, tx } = on
  const { relation, rows } = await relationsOf(on, labels)
  const taken = rows.filter(one => mode === undefined || one['mode'] === mode)
  for (const before of taken) await applyChange({ call, tx }, { entity: relation, before, values: { delFlag: 1 } })
  const ids = new Set(taken.map(one => one['labelId']))
  const lost = new Set(labels.filter(({ id }) => ids.has(id)).map(one => one.labelName))
  return {
    labelNames: namesIn(on.row)
      .filter(name => !lost.has(name))
      .join(','),
  }
}
