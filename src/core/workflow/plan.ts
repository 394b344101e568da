import { compileExpression, isExpression } from '../expression/index.ts'
import type { Expression, Named, Value } from '../model/documents.ts'
import type { StateDoc, TransitionDoc } from '../model/workflow.ts'
import type { Actor } from './decide.ts'
import { partOf, stateOf, type Machine, type Row } from './machine.ts'
import { addWorkingDays, EVERY_DAY, lastDay, putOff, type Calendar } from './working-days.ts'

export interface TransitionRequest {
  machine: Machine
  code: string
  row: Row
  /** the form's values, already validated */
  form: Row
  actor: Actor
  /** YYYY-MM-DD HH:mm:ss */
  now: string
  calendar: Calendar
}
export interface Plan {
  from: string
  to: string
  /** changed fields of the record, including the state */
  values: Record<string, unknown>
  /** unit of the record before and after; '' if it has none */
  org: { before: string; after: string }
  user: string
}

const context = ({ row, form, actor, now }: TransitionRequest, more: Row = {}): Record<string, unknown> => ({
  row,
  form,
  ...actor,
  at: { time: now },
  ...more,
})

export function transitionOf({ machine, code }: Pick<TransitionRequest, 'machine' | 'code'>): TransitionDoc {
  const transition = machine.transitions.get(code)
  if (!transition) throw new Error(`${machine.doc.workflow} has no transition ${code}`)
  return transition
}

const valueOf = (value: Value, request: TransitionRequest, more?: Row): unknown =>
  isExpression(value) ? compileExpression(value)(context(request, more)) : value

/** Field → its value, worked out where an expression is written. */
export function evaluated(
  map: Named<Value> | undefined,
  request: TransitionRequest,
  more?: Row,
): Record<string, unknown> {
  const values = Object.entries(map ?? {}).flatMap(([field, value]) =>
    value === null || value === false ? [] : [[field, valueOf(value, request, more)]],
  )
  return Object.fromEntries(values) as Record<string, unknown>
}

export const holdsFor = (expression: Expression | undefined, request: TransitionRequest): boolean =>
  expression === undefined || compileExpression(expression)(context(request)) === true

const textOf = (written: Value | undefined, request: TransitionRequest): string => {
  const value = written === undefined ? undefined : valueOf(written, request)
  return value === undefined || value === null ? '' : String(value)
}

function target(request: TransitionRequest, from: string): string {
  const { branches, to } = transitionOf(request)
  const branch = branches?.find(one => holdsFor(one.when, request))
  return String(branch?.to ?? to ?? from)
}

/** The moment that counting starts from; a date without a time means the end of that day. */
function startOf(request: TransitionRequest, due: NonNullable<TransitionDoc['due']>): string {
  const { since = 'now', limit = 'due' } = due
  if (since === 'now') return request.now
  if (since === 'due') return partOf(request.machine, request.row, limit) || request.now
  const begun = textOf(since, request)
  if (begun === '') return request.now
  return begun.length > 10 ? begun : `${begun} 23:59:59`
}

/** On leaving a state that pauses the limit, the limit moves by the time spent in that state. */
function resumed({ machine, row, now }: TransitionRequest, to: string): string | undefined {
  const [limit, since, from] = [partOf(machine, row, 'due'), partOf(machine, row, 'entered'), stateOf(machine, row)]
  return from !== to && machine.states.get(from)?.pauses === true && limit !== '' && since !== ''
    ? putOff(limit, since, now)
    : undefined
}

/** The moment that a transition says, for the clock that it is about. */
function computed(request: TransitionRequest, clock: 'due' | 'stateDue'): string | undefined {
  const { due } = transitionOf(request)
  if (due === undefined || (due.limit ?? 'due') !== clock) return undefined
  const days = Number(valueOf(due.days, request))
  return Number.isFinite(days)
    ? addWorkingDays(startOf(request, due), days, due.count === 'calendar' ? EVERY_DAY : request.calendar)
    : undefined
}

/** A limit entered in the form takes precedence over a computed one. */
function dueOf(request: TransitionRequest, to: string): string | undefined {
  const { machine, form } = request
  const field = machine.doc.record?.due
  if (field === undefined) return undefined
  if (typeof form[field] === 'string' && form[field] !== '') return String(form[field])
  return computed(request, 'due') ?? resumed(request, to)
}

/**
 * The sender that a transition leaves, as a record's value: the unit before, and nobody where a unit takes the record
 * for itself or gives it to itself. Undefined if it stays as it was.
 */
function senderAfter(
  { actor }: TransitionRequest,
  org: Value | undefined,
  { before, after }: Plan['org'],
): string | null | undefined {
  const isOwn = org !== undefined && after === actor.user.orgId && !/\brow\./.test(String(org))
  if (isOwn) return null
  if (before === after) return undefined
  return before === '' ? null : before
}

/** Assigns the record to the transition's unit and person; the previous unit becomes the sender. */
function assigned(request: TransitionRequest): Pick<Plan, 'org' | 'user'> & { values: Record<string, unknown> } {
  const { machine, row } = request
  const { org: orgField, user: userField, sender } = machine.doc.record ?? {}
  const { assign } = transitionOf(request)
  const before = partOf(machine, row, 'org')
  const after = textOf(assign?.org, request) || before
  const moved = after !== before
  const user = assign?.user === undefined && !moved ? partOf(machine, row, 'user') : textOf(assign?.user, request)
  const values: Record<string, unknown> = {}
  if (orgField !== undefined && moved) values[orgField] = after
  const from = senderAfter(request, assign?.org, { before, after })
  if (sender !== undefined && from !== undefined) values[sender] = from
  if (userField !== undefined && user !== partOf(machine, row, 'user')) values[userField] = user === '' ? null : user
  return { org: { before, after }, user, values }
}

/**
 * The limit of the new state. A transition with `to` or branches restarts it, even if it leads to the same state; a
 * transition with a `due` whose limit is `stateDue` postpones it.
 */
function stepOf(request: TransitionRequest, to: string): { entered: boolean; written: boolean; limit: string } {
  const { machine, row, now, calendar } = request
  const transition = transitionOf(request)
  const entered = transition.to !== undefined || transition.branches !== undefined
  const days = machine.states.get(to)?.days
  const put = computed(request, 'stateDue')
  const begun = entered && days !== undefined ? addWorkingDays(now, days, calendar) : ''
  return {
    entered,
    written: entered || put !== undefined,
    limit: put ?? (entered ? begun : partOf(machine, row, 'stateDue')),
  }
}

/** Whether a limit is to be kept in the state at all. */
const bindsIn = (state: StateDoc | undefined): boolean => state?.closed !== true && state?.due !== false

function clocks(request: TransitionRequest, to: string, set: Row): Record<string, unknown> {
  const { machine, row, now } = request
  const { due, stateDue, entered: enteredAt, overdue, closed } = machine.doc.record ?? {}
  const state = machine.states.get(to)
  const isClosed = state?.closed === true
  const limit = dueOf(request, to)
  const { entered, written, limit: stepLimit } = stepOf(request, to)
  const isLate =
    bindsIn(state)
    && [limit ?? partOf(machine, { ...row, ...set }, 'due'), stepLimit].some(time => time !== '' && time < now)
  return {
    ...(due !== undefined && limit !== undefined ? { [due]: limit } : {}),
    ...(stateDue !== undefined && written ? { [stateDue]: stepLimit || null } : {}),
    ...(enteredAt !== undefined && entered ? { [enteredAt]: now } : {}),
    ...(overdue !== undefined ? { [overdue]: isLate ? 1 : 0 } : {}),
    ...(closed !== undefined ? { [closed]: isClosed ? 1 : 0 } : {}),
  }
}

/** The last days that a transition works out, as days; nothing where the day that they begin with is not known. */
function lastDays(request: TransitionRequest): Record<string, string | null> {
  const { limits = {} } = transitionOf(request)
  return Object.fromEntries(
    Object.entries(limits).flatMap(([field, limit]): [string, string | null][] => {
      if (!limit) return []
      const [begun, days] = [
        textOf(limit.since, request).slice(0, 10),
        Number(valueOf(limit.days, request) ?? Number.NaN),
      ]
      const known = begun !== '' && Number.isFinite(days)
      return [[field, known ? lastDay(begun, days, limit.count ?? 'working', request.calendar) : null]]
    }),
  )
}

/** What a transition changes, computed without writing anything. */
export function planOf(request: TransitionRequest, kept: Row): Plan {
  const from = stateOf(request.machine, request.row)
  const to = target(request, from)
  const { values, org, user } = assigned(request)
  const set = evaluated(transitionOf(request).set, request)
  return {
    from,
    to,
    org,
    user,
    values: {
      ...kept,
      ...set,
      ...lastDays(request),
      ...clocks(request, to, set),
      ...values,
      [request.machine.status]: to,
    },
  }
}
