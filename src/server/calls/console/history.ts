import { FILE_KINDS, NAMED_KINDS, TEXT_KINDS } from '../../../core/model/field/traits.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { TableRow } from '../../db/database.ts'
import { formerNames, withNewNames } from '../../db/tables/former.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import type { TransitionDoc } from '../../../core/model/workflow.ts'
import { entityFor, isHiddenIn, mayUnmask } from '../../access/field-rights.ts'
import { requiredArg, signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { machineFor, scopedOf } from '../../machines/machines.ts'
import { isNothing } from '../../records/write/judge-fields.ts'
import { formFields } from '../../workflow/form.ts'
import { isManaged } from '../../records/write/effects.ts'
import { isHidden, isStructure } from '../../records/read/filters.ts'
import { withLabels } from '../../records/read/labels.ts'
import { masked, withoutNumbers } from '../../records/read/mask.ts'
import { recordInScope } from '../../records/read/record.ts'
import { recordOf, withShut } from '../../records/read/pointers.ts'
import { choices } from '../../call/values.ts'
import { readableEntity } from './readable.ts'
import { labelKey } from '../../../core/contract/api.ts'

const MOST = 50
const REVEAL = 'record.reveal'

/** A record that a value names and its reader may open. */
interface Named {
  entity: string
  key: string
}

interface Said {
  facts: { label: string; value: string }[]
  /** addresses of files */
  papers: string
}
export interface HistoryEntry extends Partial<Said> {
  time: string
  /** label of the transition that was taken, or of the call that made the change */
  title: string
  by: string
  changes: { label: string; before: string; after: string; beforeRecord?: Named; afterRecord?: Named }[]
  /** codes of the states between which it went, as in the route of a record that has one */
  fromStatus?: string
  toStatus?: string
}
export interface AuditRow {
  time: string
  action: string
  nickName: string | null
  username: string | null
  before: TableRow | null
  after: TableRow | null
}

/** Addresses of files end with the name that the uploader gave the file. */
function fileName(address: string): string {
  const last = address.split('/').pop() ?? address
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** A value as text for people; large structures are only mentioned. */
function shown(call: CallContext, field: FieldModel, row: TableRow): string {
  const value = row[field.name]
  if (value === null || value === undefined || value === '') return ''
  if (isStructure(field)) return '…'
  if (FILE_KINDS.has(field.kind)) return choices(value).map(fileName).join('、')
  if (field.kind === 'flag') return Number(value) === 1 ? '是' : '否'
  if (NAMED_KINDS.has(field.kind)) return String(row[labelKey(field.name)] || value)
  const dict = field.kind === 'status' ? `workflow/${field.workflow}` : field.dict
  const entries = dict ? call.scoped.dictionary(dict) : undefined
  return entries
    ? choices(value)
        .map(key => entries.find(entry => entry[0] === key)?.[1] ?? key)
        .join('、')
    : String(value)
}

/** The database returns structures parsed, but the audit trail holds them as text. */
function valueOf(field: FieldModel, value: unknown): unknown {
  if (value === null || value === undefined) return isStructure(field) ? null : ''
  if (!isStructure(field)) return String(value)
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}
const differs = (field: FieldModel, before: TableRow, after: TableRow): boolean =>
  !isDeepStrictEqual(valueOf(field, before[field.name]), valueOf(field, after[field.name]))

export async function changesOf(
  call: CallContext,
  entity: Entity,
  ...written: [before: TableRow, after: TableRow]
): Promise<HistoryEntry['changes']> {
  const [before, after] = written.map(row => withNewNames(entity, row)) as [TableRow, TableRow]
  // since when it has been in its state, the entry itself tells
  const entered = machineFor(call.scoped, entity)?.doc.record?.entered
  const fields = entity.fields.filter(
    field =>
      ![before, after].some(row => isHiddenIn(field, row))
      && !isManaged(field)
      && field.name !== entered
      && differs(field, before, after),
  )
  const named = await withLabels(call, entity, masked(entity, [before, after]))
  const [old = {}, now = {}] = await withShut(call, { ...entity, fields }, named)
  return fields.map(field => {
    const [beforeRecord, afterRecord] = [recordOf(call, entity, field, old), recordOf(call, entity, field, now)]
    return {
      label: field.label,
      before: shown(call, field, old),
      after: shown(call, field, now),
      ...(beforeRecord ? { beforeRecord } : {}),
      ...(afterRecord ? { afterRecord } : {}),
    }
  })
}

/** The changes of a record, latest first: user, action, and old and new values. */
const history: Handler = async (call): Promise<HistoryEntry[]> => {
  const entity = readableEntity(call, requiredArg(call, 'entity'))
  const key = requiredArg(call, 'key')
  await recordInScope(call.db, call, entity, key)
  const { rows } = await sql<AuditRow>`select time, action, "nickName", username, before, after from sys_audit
    where entity = ${entity.name} and "objectId" = ${key} order by id desc limit ${MOST}`.execute(call.db)
  return Promise.all(
    rows.map(async row => {
      if (!row.before || !row.after) return entryOf(call, row, shownField(entity, row))
      const taken = takenBy(call, entity, row.after)
      const changes = await changesOf(call, entity, row.before, row.after)
      const entry = { ...entryOf(call, row, changes), ...passage(entity, row.before, row.after) }
      return taken ? { ...entry, title: taken.label, ...(await saidIn(call, entity, taken, row.after)) } : entry
    }),
  )
}

/** Between which states a change led, if its reader may see the state. */
function passage(entity: Entity, before: TableRow, after: TableRow): Pick<HistoryEntry, 'fromStatus' | 'toStatus'> {
  const status = entity.fields.find(({ kind }) => kind === 'status')
  if (!status || [before, after].some(row => isHiddenIn(status, row)) || !differs(status, before, after)) return {}
  return { fromStatus: String(before[status.name] ?? ''), toStatus: String(after[status.name] ?? '') }
}

/** The transition that made a change, as the workflow of today says it. */
const takenBy = (call: CallContext, entity: Entity, after: TableRow): TransitionDoc | undefined =>
  machineFor(scopedOf(call, entity, after), entity)?.transitions.get(String(after['transition'] ?? ''))

/**
 * What was said with a transition and is kept in no field of the record: an opinion, a reason, their papers; as far as
 * its reader may see the fields, and numbers of persons within it.
 */
async function saidIn(call: CallContext, entity: Entity, transition: TransitionDoc, after: TableRow): Promise<Said> {
  const user = signedInUser(call)
  const form = (after['form'] ?? {}) as TableRow
  const own = formFields(entity, transition).filter(({ name }) => !entity.byName.has(name) && !isNothing(form[name]))
  const whole = { ...entity, fields: own, byName: new Map(own.map(field => [field.name, field])) }
  const asked = entityFor(whole, user)
  const fields = asked.fields.filter(field => !isHidden(field))
  const [row = {}] = await withLabels(call, asked, masked(asked, [{ ...form }]))
  const [files, others] = [fields.filter(isFile), fields.filter(field => !isFile(field))]
  const words = (field: FieldModel): string => {
    const text = shown(call, field, row)
    return TEXT_KINDS.has(field.kind) && !mayUnmask(user) ? withoutNumbers(text) : text
  }
  return {
    facts: others.map(field => ({ label: field.label, value: words(field) })),
    papers: files.flatMap(({ name }) => choices(row[name])).join(','),
  }
}
const isFile = ({ kind }: FieldModel): boolean => FILE_KINDS.has(kind)

/** For an entry about a revealed masked value: names the field but never contains the value. */
export function shownField(entity: Entity, { action, after }: AuditRow): HistoryEntry['changes'] {
  const name = String(after?.['field'] ?? '')
  const field = action === REVEAL ? entity.byName.get(formerNames(entity).get(name) ?? name) : undefined
  return field ? [{ label: '显示的字段', before: '', after: field.label }] : []
}

export function entryOf(
  call: CallContext,
  { time, action, nickName, username }: AuditRow,
  changes: HistoryEntry['changes'],
): HistoryEntry {
  const label = call.scoped.calls().get(action)?.label
  return { time: String(time), title: label ?? action, by: nickName ?? username ?? '', changes }
}

export const histories: Handlers = { 'record.history': history }
