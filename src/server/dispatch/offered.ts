import type { Way } from '../../core/compile/page-ways.ts'
import { labelKey } from '../../core/contract/api.ts'
import { mayHold } from '../../core/expression/index.ts'
import { expressionText } from '../../core/model/field/written.ts'
import { waysFor } from '../access/ways.ts'
import { Refusal } from '../answer/refusal.ts'
import { entityOfCall, type CallContext } from '../call/context.ts'
import { choices } from '../call/values.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { hasTable } from '../db/tables/own-tables.ts'
import { masked, shownTitle } from '../records/read/mask.ts'
import { refuseUntakeable } from '../machines/check-change.ts'
import { eachInScope, visible, withoutEmpty } from '../records/read/record.ts'

/** Sent with a record for the conflict check, or with its deletion. */
const SENT_ALONG = new Set(['updateTime', 'del_content'])

/** Buttons that take the transition asked for, where the call is told which; of others `action` says nothing. */
const taking = ({ args: { action } }: CallContext, ways: readonly Way[]): readonly Way[] =>
  ways.filter(
    ({ transition, names }) =>
      transition === undefined || action === undefined || !names.includes('action') || transition === action,
  )

/** Buttons that could have sent these arguments. */
function fitting({ args }: CallContext, entity: Entity, ways: readonly Way[]): readonly Way[] {
  // of a call that no form makes, its own arguments are judged where it declares them
  if (ways.every(({ sends }) => sends !== undefined)) return ways
  const sent = Object.keys(args).filter(
    name => entity.byName.has(name) && name !== entity.key && !SENT_ALONG.has(name) && args[name] !== undefined,
  )
  return ways.filter(({ sends }) => !sends || sent.every(name => sends.includes(name) || isLabel(sends, name)))
}

const isLabel = (sends: readonly string[], name: string): boolean => sends.some(one => labelKey(one) === name)

/** Keys of the records that the arguments name, as buttons and clients of the interface send them. */
function keysIn({ args, endpoint }: CallContext, { key }: Entity, ways: readonly Way[]): string[] {
  const names = new Set([key, `${key}s`, 'ids', endpoint.names?.[0] ?? key, ...ways.flatMap(({ keys }) => keys)])
  return [...new Set([...names].flatMap(name => choices(args[name])))].sort()
}

/** What buttons are judged by: the record as lists and pages show it. */
const asShown = (entity: Entity, row: TableRow): TableRow =>
  withoutEmpty(masked(entity, [visible(entity, row)])[0] ?? {})

/**
 * Whether a button is there to be pressed. What no row holds because the answer to a list works it out (`answered`) is
 * left open, and so is everything of a record that is not known.
 */
function isOffered(
  call: CallContext,
  entity: Entity,
  { visible: shown, disabled, ...way }: Way,
  row?: TableRow,
): boolean {
  const known = way.entity === entity.name ? row : undefined
  const context = { user: call.user, option: call.scoped.app.options, row: known ?? {} }
  const isOpen = ([root, name = '']: readonly string[]): boolean =>
    root === 'row' && (known === undefined || (entity.byName.get(name)?.answered ?? !entity.byName.has(name)))
  const holds = (condition: string): boolean => {
    try {
      return mayHold(condition, context, isOpen)
    } catch {
      return false
    }
  }
  if (disabled === true || (disabled && !holds(`=!(${expressionText(disabled)})`))) return false
  return shown === undefined || holds(shown)
}

const refusal = ({ label, otherwise = '它现在的状态不允许，或不由您办理' }: Way, what: string): Refusal =>
  new Refusal(403, `不能对${what}进行“${label}”：${otherwise}`, undefined, { why: 'condition' })

/**
 * Asks the conditions of buttons again (`visible`, `disabled`): a page that hides a button keeps nobody from sending
 * what the button would. Refuses where none of the buttons that lead to the call is offered for the record, or for a
 * new one. Calls without buttons are left to their own checks. Answers how to ask once more of a record that the call
 * has locked, since somebody else may have changed it meanwhile; nothing where no record is asked about.
 */
export async function refuseUnoffered(call: CallContext): Promise<CallContext['askAgain']> {
  const { endpoint, user, scoped } = call
  if (!user || !call.entities().has(endpoint.entity ?? '')) return undefined
  const all = waysFor(scoped, user, endpoint)
  if (all.length === 0) return undefined
  const entity = entityOfCall(call)
  // sessions and customers are kept elsewhere, and judged there
  if (!hasTable(entity) && !entity.view) return undefined
  const keys = keysIn(call, entity, all)
  // a button at a record of another kind is about this one only where it says which
  const isAbout = (way: Way): boolean =>
    way.entity === entity.name ? way.keys.length > 0 : way.names.includes(entity.key)
  // a transition that no button takes is judged by its workflow alone
  const near = taking(
    call,
    all.filter(way => isAbout(way) === keys.length > 0),
  )
  const ways = fitting(call, entity, near)
  const [first] = near
  if (!first || isFree(ways)) return undefined
  if (keys.length === 0) {
    if (!ways.some(way => isOffered(call, entity, way))) throw refusal(first, entity.label)
    return undefined
  }
  const asked = { entity, keys, ways, first }
  await refuseRecords(call, call.db, asked)
  return askingAgain(call, asked)
}

/** Each record is asked about as it is locked first: from then on only the call itself changes it. */
function askingAgain(call: CallContext, asked: Asked): NonNullable<CallContext['askAgain']> {
  const { entity } = asked
  const open = new Set(asked.keys)
  return async (tx, locked, row) => {
    // what a view puts together is asked of it once the row behind it is locked
    const keys = entity.view ? [...open] : locked.name === entity.name ? [String(row[entity.key])] : []
    const now = keys.filter(key => open.delete(key))
    if (entity.view) await refuseRecords(call, tx, { ...asked, keys: now })
    else if (now.length > 0) await refuseRecord(tx, call, asked, row)
  }
}

interface Asked {
  entity: Entity
  keys: readonly string[]
  ways: readonly Way[]
  first: Way
}

async function refuseRecords(call: CallContext, db: Database, asked: Asked): Promise<void> {
  for await (const row of eachInScope(db, call.rows, asked.entity, asked.keys)) await refuseRecord(db, call, asked, row)
}

async function refuseRecord(
  db: Database,
  call: CallContext,
  { entity, ways, first }: Asked,
  row: TableRow,
): Promise<void> {
  if (ways.some(way => isOffered(call, entity, way, asShown(entity, row)))) return
  // the workflow knows the reason where the button takes one of its transitions
  for (const { transition } of ways)
    if (transition !== undefined) await refuseUntakeable(db, call, entity, row, transition)
  throw refusal(ways[0] ?? first, `“${shownTitle(entity, row)}”`)
}

/** A button without a condition: the record need not be looked at. */
const isFree = (ways: readonly Way[]): boolean =>
  ways.some(({ visible: shown, disabled }) => shown === undefined && disabled === undefined)
