import type { SignedIn } from '../../../../server/access/signed-in.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import { whyNot, type Actor } from '../../../../core/workflow/decide.ts'
import { partOf, stateOf, type Machine } from '../../../../core/workflow/machine.ts'
import { planOf, transitionOf, type Plan, type TransitionRequest } from '../../../../core/workflow/plan.ts'
import type { Calendar } from '../../../../core/workflow/working-days.ts'
import { areaPrefix } from '../../../../core/model/scope.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { isManaged } from '../../../../server/records/write/effects.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { formsFor, type Answering } from './forms.ts'
import type { Staff } from './people.ts'
import { legsTo, type Leg } from './route.ts'

/** What somebody did: what was asked, what came of it, and when. */
export interface Taken {
  request: TransitionRequest
  plan: Plan
  /** undefined: the system itself */
  by: SignedIn | undefined
  at: number
  after: TableRow
}
export interface Walk {
  row: TableRow
  taken: Taken[]
}
export interface Ground {
  staff: Staff
  calendar: Calendar
  /** organisation → its area */
  areaOf: ReadonlyMap<string, string>
  answering: Answering
}
interface Standing extends Ground {
  entity: Entity
  /** who begins: the workflow is looked at with this person's eyes until somebody else has acted */
  first: SignedIn
}
/** One step as it was found to be possible: it is taken again when its time is known. */
export interface Chosen {
  code: string
  by: SignedIn | undefined
  form: TableRow
}

const PERSONS = 6
const MOST_STEPS = 20

/** Who may press a button is asked of the unit that holds the record, then of its sender's, then of those above. */
function* candidates({ staff }: Ground, machine: Machine, row: TableRow): Generator<SignedIn> {
  const [holder, sender] = [partOf(machine, row, 'org'), partOf(machine, row, 'sender')]
  yield* staff.of(holder)
  if (sender !== holder) yield* staff.of(sender)
  const customer = String(row['customerId'] ?? '')
  const area = areaPrefix(partOf(machine, row, 'area'))
  for (const one of staff.all) {
    if (one.customerId === customer && area.startsWith(areaPrefix(one.areaCode)) && one.areaLevel > 0) yield one
  }
}

const SYSTEM: Actor['system'] = true

function allowed(
  ground: Standing,
  row: TableRow,
  code: string,
  at: number,
): { actor: Actor; by: SignedIn | undefined; machine: Machine }[] {
  const found: { actor: Actor; by: SignedIn | undefined; machine: Machine }[] = []
  const first = ground.staff.machineFor(ground.first, ground.entity.name)
  if (!first) return found
  const systems = first.transitions.get(code)?.relations?.includes('system') === true
  if (systems)
    return [{ actor: { ...ground.staff.actor(ground.first, first), system: SYSTEM }, by: undefined, machine: first }]
  const seen = new Set<string>()
  for (const by of candidates(ground, first, row)) {
    if (seen.has(by.id)) continue
    seen.add(by.id)
    const machine = ground.staff.machineFor(by, ground.entity.name)
    if (!machine) continue
    const actor = { ...ground.staff.actor(by, machine), today: chinaTime(at).slice(0, 10) }
    if (whyNot(machine, code, row, actor) === undefined) found.push({ actor, by, machine })
    if (found.length >= PERSONS) break
  }
  return found
}

/** What a form says of the record itself. */
function keptOf(entity: Entity, { machine, form }: TransitionRequest): TableRow {
  const own = new Set<unknown>([machine.status, entity.key, ...Object.values(machine.doc.record ?? {})])
  own.delete(machine.doc.record?.due)
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => {
      const field = entity.byName.get(name)
      return value !== null && value !== '' && field !== undefined && !own.has(name) && !isManaged(field)
    }),
  )
}

/** A record that is handed to a unit of another area goes there. */
function moved({ areaOf }: Ground, { machine, row }: TransitionRequest, { org }: Plan): TableRow {
  const field = machine.doc.record?.area
  const area = areaOf.get(org.after)
  if (field === undefined || org.after === org.before || area === undefined) return {}
  return partOf(machine, row, 'area').startsWith(areaPrefix(area)) ? {} : { [field]: area }
}

export function take(
  ground: Ground & { entity: Entity },
  request: TransitionRequest,
  by: SignedIn | undefined,
  at: number,
): Taken {
  const plan = planOf(request, keptOf(ground.entity, request))
  const stamp = ground.entity.byName.has('updateTime') ? { updateTime: request.now } : {}
  const after = { ...request.row, ...plan.values, ...moved(ground, request, plan), ...stamp } as TableRow
  return { request, plan, by, at, after }
}

/** The first person and form with which a button leads where it shall. */
function step(
  ground: Standing,
  row: TableRow,
  { code, to }: Leg,
  at: number,
): { chosen: Chosen; after: TableRow } | undefined {
  for (const { actor, by, machine } of allowed(ground, row, code, at)) {
    for (const form of formsFor(ground, { machine, code, row, to, by, at })) {
      const filled = ground.answering.dated(form, at)
      const request = { machine, code, row, form: filled, actor, now: chinaTime(at), calendar: ground.calendar }
      const taken = take(ground, request, by, at)
      const came = stateOf(machine, taken.after)
      // a first of two reviews leaves it where it is, and tells who has reviewed
      const nearer = came === taken.plan.from && transitionOf(request).set !== undefined
      if (came === to || nearer) return { chosen: { code, by, form }, after: taken.after }
    }
  }
  return undefined
}

/** Time enough between two steps for whatever waits for a day. */
const APART = 20 * 86_400_000

/** The next button on the way to a state; a goal may name the button itself, where several lead there. */
function nextLeg(machine: Machine, state: string, goal: string): Leg | undefined {
  const [code = '', to] = goal.split(':')
  return to === undefined ? legsTo(machine, state, code)?.[0] : { code, to }
}
const stateIn = (goal: string): string => goal.split(':').at(-1) ?? ''

/** Who could press which buttons for the record to go through these states; undefined if nobody can. */
export function chooseWay(
  ground: Standing,
  start: TableRow,
  through: readonly string[],
  at: number,
): Chosen[] | undefined {
  const machine = ground.staff.machineFor(ground.first, ground.entity.name)
  if (!machine) return undefined
  const way: Chosen[] = []
  let row = start
  for (const goal of through) {
    while (stateOf(machine, row) !== stateIn(goal)) {
      const leg = nextLeg(machine, stateOf(machine, row), goal)
      const when = at - (MOST_STEPS - way.length) * APART
      const done = leg && way.length < MOST_STEPS ? step(ground, row, leg, when) : undefined
      if (!done) return undefined
      way.push(done.chosen)
      row = done.after
    }
  }
  return way
}

/** Goes the way with its times: the record as it stands afterwards, and all that was done to it. */
export function walkAlong(ground: Standing, start: TableRow, way: readonly Chosen[], times: readonly number[]): Walk {
  const taken: Taken[] = []
  let row = start
  for (const [i, { code, by, form }] of way.entries()) {
    const person = by ?? ground.first
    const machine = ground.staff.machineFor(person, ground.entity.name)
    if (!machine) throw new Error(`${ground.entity.name} has no workflow`)
    const at = times[i] ?? 0
    const actor = { ...ground.staff.actor(person, machine), ...(by ? {} : { system: SYSTEM }) }
    const request: TransitionRequest = {
      machine,
      code,
      row,
      form: ground.answering.dated(form, at),
      actor,
      now: chinaTime(at),
      calendar: ground.calendar,
    }
    const done = take(ground, request, by, at)
    taken.push(done)
    row = done.after
  }
  return { row, taken }
}

/** Whether somebody can go on from here, or nobody has to. */
export function canGoOn(ground: Standing, row: TableRow, at: number): boolean {
  const machine = ground.staff.machineFor(ground.first, ground.entity.name)
  if (!machine) return true
  const state = stateOf(machine, row)
  if (machine.states.get(state)?.closed === true) return true
  return [...machine.transitions].some(
    ([code, { to, branches, from }]) =>
      (to !== undefined || branches !== undefined)
      && from.map(String).includes(state)
      && allowed(ground, row, code, at).length > 0,
  )
}
export type { Standing }
