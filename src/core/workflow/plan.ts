import { compileExpression } from '../expression/index.ts'
import type { Expression, Named } from '../model/documents.ts'
import type { TransitionDoc } from '../model/workflow.ts'
import type { Actor } from './decide.ts'
import { partOf, stateOf, type Machine, type Row } from './machine.ts'
import { addWorkingDays, EVERY_DAY, putOff, type Calendar } from './working-days.ts'

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

/** Evaluates the expressions of a map: field → value. */
export function evaluated(
  map: Named<Expression> | undefined,
  request: TransitionRequest,
  more?: Row,
): Record<string, unknown> {
  const values = Object.entries(map ?? {}).flatMap(([field, expression]) =>
    expression ? [[field, compileExpression(expression)(context(request, more))]] : [],
  )
  return Object.fromEntries(values) as Record<string, unknown>
}

export const holdsFor = (expression: Expression | undefined, request: TransitionRequest): boolean =>
  expression === undefined || compileExpression(expression)(context(request)) === true

const textOf = (expression: Expression | undefined, request: TransitionRequest): string => {
  const value = expression === undefined ? undefined : compileExpression(expression)(context(request))
  return value === undefined || value === null ? '' : String(value)
}

function target(request: TransitionRequest, from: string): string {
  const { branches, to } = transitionOf(request)
  const branch = branches?.find(one => holdsFor(one.when, request))
  return String(branch?.to ?? to ?? from)
}

/** The moment that counting starts from; a date without a time means the end of that day. */
function startOf(request: TransitionRequest, due: NonNullable<TransitionDoc['due']>): string {
  const since = textOf(due.since, request)
  if (since !== '') return since.length > 10 ? since : `${since} 23:59:59`
  return (due.from === 'due' && partOf(request.machine, request.row, due.of === 'step' ? 'step' : 'due')) || request.now
}

/** On leaving a state that pauses the limit, the limit moves by the time spent in that state. */
function resumed({ machine, row, now }: TransitionRequest, to: string): string | undefined {
  const [limit, since, from] = [partOf(machine, row, 'due'), partOf(machine, row, 'since'), stateOf(machine, row)]
  return from !== to && machine.states.get(from)?.pauses === true && limit !== '' && since !== ''
    ? putOff(limit, since, now)
    : undefined
}

/** The limit that the transition computes for the given clock (record or state), if any. */
function computed(request: TransitionRequest, clock: 'record' | 'step'): string | undefined {
  const { due } = transitionOf(request)
  if (due === undefined || (due.of ?? 'record') !== clock) return undefined
  const days = Number(compileExpression(due.days)(context(request)))
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
  return computed(request, 'record') ?? resumed(request, to)
}

/** Assigns the record to the transition's unit and person; the previous unit becomes the sender. */
function assigned(request: TransitionRequest): Pick<Plan, 'org' | 'user'> & { values: Record<string, unknown> } {
  const { machine, row } = request
  const { org: orgField, user: userField, sender } = machine.doc.record ?? {}
  const { hand } = transitionOf(request)
  const before = partOf(machine, row, 'org')
  const after = textOf(hand?.org, request) || before
  const moved = after !== before
  const user = hand?.user === undefined && !moved ? partOf(machine, row, 'user') : textOf(hand?.user, request)
  const values: Record<string, unknown> = {}
  if (orgField !== undefined && moved) values[orgField] = after
  if (sender !== undefined && moved) values[sender] = before === '' ? null : before
  if (userField !== undefined && user !== partOf(machine, row, 'user')) values[userField] = user === '' ? null : user
  return { org: { before, after }, user, values }
}

/**
 * The limit of the new state. A transition with `to` or branches restarts it, even if it leads to the same state; a
 * transition with a `due` of `step` postpones it.
 */
function stepOf(request: TransitionRequest, to: string): { entered: boolean; written: boolean; limit: string } {
  const { machine, row, now, calendar } = request
  const transition = transitionOf(request)
  const entered = transition.to !== undefined || transition.branches !== undefined
  const days = machine.states.get(to)?.days
  const put = computed(request, 'step')
  const begun = entered && days !== undefined ? addWorkingDays(now, days, calendar) : ''
  return {
    entered,
    written: entered || put !== undefined,
    limit: put ?? (entered ? begun : partOf(machine, row, 'step')),
  }
}

function clocks(request: TransitionRequest, to: string, set: Row): Record<string, unknown> {
  const { machine, row, now } = request
  const { due, step, since, overdue, closed } = machine.doc.record ?? {}
  const isClosed = machine.states.get(to)?.closed === true
  const limit = dueOf(request, to)
  const { entered, written, limit: stepLimit } = stepOf(request, to)
  const isLate = [limit ?? partOf(machine, { ...row, ...set }, 'due'), stepLimit].some(
    time => time !== '' && time < now,
  )
  return {
    ...(due !== undefined && limit !== undefined ? { [due]: limit } : {}),
    ...(step !== undefined && written ? { [step]: stepLimit || null } : {}),
    ...(since !== undefined && entered ? { [since]: now } : {}),
    ...(overdue !== undefined ? { [overdue]: !isClosed && isLate ? 1 : 0 } : {}),
    ...(closed !== undefined ? { [closed]: isClosed ? 1 : 0 } : {}),
  }
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
    values: { ...kept, ...set, ...clocks(request, to, set), ...values, [request.machine.status]: to },
  }
}
