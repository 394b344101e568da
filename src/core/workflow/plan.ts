import { compileExpression } from '../expression/index.ts'
import type { Expression, Named } from '../model/documents.ts'
import type { TransitionDoc } from '../model/workflow.ts'
import type { Actor } from './decide.ts'
import { partOf, stateOf, type Machine, type Row } from './machine.ts'
import { addWorkingDays, EVERY_DAY, putOff, type Calendar } from './working-days.ts'

export interface Taking {
  machine: Machine
  code: string
  row: Row
  /** judged values of the form */
  form: Row
  actor: Actor
  /** YYYY-MM-DD HH:mm:ss */
  now: string
  calendar: Calendar
}
export interface Plan {
  from: string
  to: string
  /** what changes in the record, the state among it */
  values: Record<string, unknown>
  /** units that have the record before and after; '' is nobody */
  org: { before: string; after: string }
  user: string
}

const context = ({ row, form, actor, now }: Taking, more: Row = {}): Record<string, unknown> => ({
  row,
  form,
  ...actor,
  at: { time: now },
  ...more,
})

export function transitionOf({ machine, code }: Pick<Taking, 'machine' | 'code'>): TransitionDoc {
  const transition = machine.transitions.get(code)
  if (!transition) throw new Error(`${machine.doc.workflow} has no transition ${code}`)
  return transition
}

/** Field → value of the expressions of a map. */
export function evaluated(map: Named<Expression> | undefined, taking: Taking, more?: Row): Record<string, unknown> {
  const values = Object.entries(map ?? {}).flatMap(([field, expression]) =>
    expression ? [[field, compileExpression(expression)(context(taking, more))]] : [],
  )
  return Object.fromEntries(values) as Record<string, unknown>
}

export const holdsFor = (expression: Expression | undefined, taking: Taking): boolean =>
  expression === undefined || compileExpression(expression)(context(taking)) === true

const textOf = (expression: Expression | undefined, taking: Taking): string => {
  const value = expression === undefined ? undefined : compileExpression(expression)(context(taking))
  return value === undefined || value === null ? '' : String(value)
}

function target(taking: Taking, from: string): string {
  const { branches, to } = transitionOf(taking)
  const branch = branches?.find(one => holdsFor(one.when, taking))
  return String(branch?.to ?? to ?? from)
}

/** What a limit is counted from: a day without a time lasts to its end. */
function startOf(taking: Taking, due: TransitionDoc['due']): string {
  const since = textOf(due?.since, taking)
  if (since !== '') return since.length > 10 ? since : `${since} 23:59:59`
  return (due?.from === 'due' && partOf(taking.machine, taking.row, due.of === 'step' ? 'step' : 'due')) || taking.now
}

/** Where the clock stood still, the limit is put off by as long. */
function resumed({ machine, row, now }: Taking, to: string): string | undefined {
  const [limit, since, from] = [partOf(machine, row, 'due'), partOf(machine, row, 'since'), stateOf(machine, row)]
  return from !== to && machine.states.get(from)?.pauses === true && limit !== '' && since !== ''
    ? putOff(limit, since, now)
    : undefined
}

/** The moment that a transition says, for the clock that it is about. */
function computed(taking: Taking, clock: 'record' | 'step'): string | undefined {
  const { due } = transitionOf(taking)
  const days =
    due === undefined || (due.of ?? 'record') !== clock
      ? Number.NaN
      : Number(compileExpression(due.days)(context(taking)))
  return Number.isFinite(days)
    ? addWorkingDays(startOf(taking, due), days, due?.count === 'calendar' ? EVERY_DAY : taking.calendar)
    : undefined
}

/** The form's own time limit wins over the computed one. */
function dueOf(taking: Taking, to: string): string | undefined {
  const { machine, form } = taking
  const field = machine.doc.record?.due
  if (field === undefined) return undefined
  if (typeof form[field] === 'string' && form[field] !== '') return String(form[field])
  return computed(taking, 'record') ?? resumed(taking, to)
}

/** Whose turn it is: the unit that had it becomes the sender of the one that gets it. */
function handed(taking: Taking): Pick<Plan, 'org' | 'user'> & { values: Record<string, unknown> } {
  const { machine, row } = taking
  const { org: orgField, user: userField, sender } = machine.doc.record ?? {}
  const { hand } = transitionOf(taking)
  const before = partOf(machine, row, 'org')
  const after = textOf(hand?.org, taking) || before
  const moved = after !== before
  const user = hand?.user === undefined && !moved ? partOf(machine, row, 'user') : textOf(hand?.user, taking)
  const values: Record<string, unknown> = {}
  if (orgField !== undefined && moved) values[orgField] = after
  if (sender !== undefined && moved) values[sender] = before === '' ? null : before
  if (userField !== undefined && user !== partOf(machine, row, 'user')) values[userField] = user === '' ? null : user
  return { org: { before, after }, user, values }
}

/**
 * Time for the state itself: begun anew by whatever leads into it, be it the state that it was, and put off by what
 * says so.
 */
function stepOf(taking: Taking, to: string): { entered: boolean; written: boolean; limit: string } {
  const { machine, row, now, calendar } = taking
  const transition = transitionOf(taking)
  const entered = transition.to !== undefined || transition.branches !== undefined
  const days = machine.states.get(to)?.days
  const put = computed(taking, 'step')
  const begun = entered && days !== undefined ? addWorkingDays(now, days, calendar) : ''
  return {
    entered,
    written: entered || put !== undefined,
    limit: put ?? (entered ? begun : partOf(machine, row, 'step')),
  }
}

function clocks(taking: Taking, to: string, set: Row): Record<string, unknown> {
  const { machine, row, now } = taking
  const { due, step, since, overdue, closed } = machine.doc.record ?? {}
  const isClosed = machine.states.get(to)?.closed === true
  const limit = dueOf(taking, to)
  const { entered, written, limit: stepLimit } = stepOf(taking, to)
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

/** What a transition does to its record, without doing it. */
export function planOf(taking: Taking, kept: Row): Plan {
  const from = stateOf(taking.machine, taking.row)
  const to = target(taking, from)
  const { values, org, user } = handed(taking)
  const set = evaluated(transitionOf(taking).set, taking)
  return {
    from,
    to,
    org,
    user,
    values: { ...kept, ...set, ...clocks(taking, to, set), ...values, [taking.machine.status]: to },
  }
}
