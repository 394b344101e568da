import { sql, type RawBuilder } from 'kysely'
import { isUniqueAlike } from '../../../core/indexes/indexes-of.ts'
import { alike } from '../../../core/model/field/alike.ts'
import { labelKey } from '../../../core/contract/api.ts'
import { Refusal } from '../../answer/refusal.ts'
import { settleFiles } from '../../attachments/uses.ts'
import { signedInUser, type Saving } from '../../call/context.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { every } from '../read/plan-list.ts'
import { ruleProblems } from '../rules/judge.ts'
import { judgeForms } from './judge-form.ts'
import { knownAhead } from './ahead.ts'
import type { OpenRecord } from './open.ts'
import { refProblems } from './refs.ts'
import type { Problems } from './validate.ts'

/** An entity's additional check of a save; may change the values. */
export type ExtraCheck = (saving: Saving, values: TableRow) => Promise<Problems>

export interface JudgedRecord extends OpenRecord {
  /** values ready for the table's columns; for an existing record only those sent */
  values: TableRow
}

function refuseProblems(problems: Problems): void {
  const messages = Object.values(problems)
  if (messages.length > 0) throw new Refusal(400, messages.join('；'), problems)
}

/**
 * Refuses arguments that are no fields of the entity, and secret fields. Labels that lists show beside codes (for
 * `areaCode`, for instance) are accepted, because rows are sent back with them.
 */
export function refuseUnknown(entity: Entity, args: Record<string, unknown>): void {
  let labels = labelsOf.get(entity)
  if (!labels) labelsOf.set(entity, (labels = new Set(entity.fields.map(field => labelKey(field.name)))))
  const isLabel = (name: string): boolean => labels.has(name)
  const unknown = Object.keys(args).filter(name => {
    const field = entity.byName.get(name)
    return field ? field.secret === true : !isLabel(name)
  })
  refuseProblems(Object.fromEntries(unknown.map(name => [name, `未知的参数：${name}`])))
}

const labelsOf = new WeakMap<Entity, ReadonlySet<string>>()

/** Records that a unique value must not be in: those of the customer that are not deleted. */
export const among = (entity: Entity, customerId: unknown): RawBuilder<boolean> =>
  every([
    ...(entity.byName.has('customerId')
      ? [sql<boolean>`coalesce("customerId", '') = ${String(customerId ?? '')}`]
      : []),
    ...(entity.byName.has('delFlag') ? [sql<boolean>`"delFlag" = 0`] : []),
  ])

export const lockName = (entity: Entity, field: FieldModel, value: unknown): string =>
  `${entity.name}.${field.name}=${String(sameAs(entity, field, value))}`

/** What a unique value is compared by: for what people write, what all that reads the same has in common. */
export const sameAs = (entity: Entity, field: FieldModel, value: unknown): unknown =>
  isUniqueAlike(entity, field) ? alike(String(value)) : value
/** The same of a column. */
export const comparedIn = (entity: Entity, field: FieldModel): RawBuilder<unknown> =>
  isUniqueAlike(entity, field) ? sql`alike(${sql.ref(field.name)})` : sql.ref(field.name)

/**
 * Checks unique fields within a customer. An advisory lock makes simultaneous saves of the same value wait for each
 * other.
 */
export async function duplicates({ call, entity, tx, before, key }: OpenRecord, values: TableRow): Promise<Problems> {
  const customerId = before ? before['customerId'] : signedInUser(call).customerId
  const problems: Problems = {}
  for (const field of entity.fields) {
    const value = values[field.name]
    if (!field.unique || value === undefined || value === null || value === before?.[field.name]) continue
    if (!before && knownAhead(tx)?.takeFree(field, value)) continue
    await sql`select pg_advisory_xact_lock(hashtext(${lockName(entity, field, value)}))`.execute(tx)
    const same = sql<boolean>`${comparedIn(entity, field)} = ${sameAs(entity, field, value)}`
    const { rows } = await sql`select 1 from ${sql.table(entity.name)} where ${same}
      and ${sql.ref(entity.key)} <> ${key} and ${among(entity, customerId)} limit 1`.execute(tx)
    if (rows.length > 0) problems[field.name] = `${field.label}“${String(value)}”已存在`
  }
  return problems
}

/**
 * Second step of a save: checks the values against the call's forms, then against other records and files, then by the
 * entity's own rule. Throws a Refusal with all errors of a stage together.
 */
export async function judgeRecord(open: OpenRecord, known: TableRow, extra?: ExtraCheck): Promise<JudgedRecord> {
  const { values, problems } = judgeForms(open, known)
  refuseProblems(problems)
  refuseProblems({
    ...(await duplicates(open, values)),
    ...(await settleFiles(open, values)),
    ...(await refProblems(open, values)),
    ...ruleProblems(open, values),
    ...(await extra?.(open, values)),
  })
  return { ...open, values }
}
