import { mayHold } from '../../expression/index.ts'
import type { Relation, TransitionDoc } from '../../model/workflow.ts'
import { rolesIn } from '../../workflow/decide.ts'
import type { Machine } from '../../workflow/machine.ts'
import { judge, outcomesOf, rowOf, type Outcome } from './outcomes.ts'
import { isNamed, leads, type Person } from './people.ts'

/**
 * A state together with whose turn it is and who gave the record; unknown where the workflow keeps no such unit. There
 * is one object for each, so that places can be compared as they are.
 */
export interface Place {
  state: string
  holder: Person | undefined
  sender: Person | 'nobody' | undefined
}
export interface Step {
  code: string
  /** the kind of staff that takes it; undefined for the system */
  by: Person | undefined
  to: Place
  /** the receiving unit is chosen, and only one that can go on with the record */
  isAble: boolean
}
/** Records of towns make everyone else somebody above: deeper than this nobody is above anything. */
const DEEPEST = 4

const RELATED: Record<Relation, (person: Person, place: Place) => boolean> = {
  holder: (person, { holder }) => holder === undefined || holder === person,
  sender: (person, { sender }) => sender === undefined || sender === person,
  // who created a record may be anyone
  creator: () => true,
  above: ({ level, name }, { holder }) =>
    level < DEEPEST && (holder === undefined || (level <= holder.level && name !== holder.name)),
  // a unit of the same area is of the same kind, or stands above or below it there
  area: (person, { holder }) => holder === undefined || person.level === holder.level,
  system: () => false,
}

/** Steps of one workflow for the staff of one scope. */
export class Ground {
  readonly machine: Machine
  readonly people: readonly Person[]
  readonly #option: Record<string, unknown>
  readonly #outcomes = new Map<string, Outcome[]>()
  readonly #takers = new Map<string, Person[]>()
  readonly #places = new Map<string, Map<Person | undefined, Map<Place['sender'], Place>>>()
  readonly #goingOn = new Map<string, boolean>()

  constructor(machine: Machine, people: readonly Person[], option: Record<string, unknown>) {
    this.machine = machine
    this.people = people
    this.#option = option
  }

  /** Transitions that may lead out of a state. */
  leaving(state: string): [string, TransitionDoc][] {
    return [...this.machine.transitions].filter(
      ([, transition]) => leads(transition) && transition.from.map(String).includes(state),
    )
  }

  /** Whether a transition brings a record on: what is marked as dangerous sends it back or gives it up. */
  goesOn(code: string, state: string): boolean {
    const isDanger = (one: string): boolean => this.machine.transitions.get(one)?.danger === true
    if (!isDanger(code)) return true
    let found = this.#goingOn.get(state)
    if (found === undefined) this.#goingOn.set(state, (found = this.leaving(state).every(([other]) => isDanger(other))))
    return found
  }

  placeAt(state: string, holder: Person | undefined, sender: Place['sender']): Place {
    const byHolder = orNew(this.#places, state, () => new Map<Person | undefined, Map<Place['sender'], Place>>())
    const bySender = orNew(byHolder, holder, () => new Map<Place['sender'], Place>())
    return orNew(bySender, sender, () => ({ state, holder, sender }))
  }

  stepsFrom(place: Place): Step[] {
    const steps: Step[] = []
    for (const [code, transition] of this.leaving(place.state)) {
      if (!this.#mayHold(transition, place)) continue
      const known = new Set<Place>()
      // of several who lead to the same place, the first will do
      for (const step of this.#stepsBy(code, transition, place)) {
        if (known.has(step.to)) continue
        known.add(step.to)
        steps.push(step)
      }
    }
    return steps
  }

  /** Kinds of staff that a transition's roles and conditions allow in a state, whatever they have to do with it. */
  takers(code: string, transition: TransitionDoc, state: string): Person[] {
    const key = `${code} ${state}`
    let found = this.#takers.get(key)
    if (!found) {
      const roles = rolesIn(transition, state)
      found = this.people.filter(person => isNamed(roles, person) && this.#mayTake(code, transition, person))
      this.#takers.set(key, found)
    }
    return found
  }

  #mayTake(code: string, { when }: TransitionDoc, { user }: Person): boolean {
    const context = { user, option: this.#option, action: code }
    return [this.machine.doc.when, when].every(one => one === undefined || tolerant(() => mayHold(one, context)))
  }

  #stepsBy(code: string, transition: TransitionDoc, place: Place): Step[] {
    const { relations, assign } = transition
    const isAble = assign?.able === true
    const reach = { anywhere: assign?.anywhere === true, away: assign?.away === true }
    const takers = relations?.every(relation => relation === 'system')
      ? []
      : this.takers(code, transition, place.state).filter(
          person => !relations || relations.some(relation => RELATED[relation](person, place)),
        )
    const all = [...takers, ...(relations?.includes('system') ? [undefined] : [])]
    return all.flatMap(by =>
      this.#outcomesOf(code, transition, place.state).flatMap(outcome =>
        this.#placesAfter(outcome, place, by, reach).map(to => ({
          code,
          by,
          to,
          isAble: isAble && outcome.heir === 'chosen',
        })),
      ),
    )
  }

  /** What a condition says of units alone can be worked out without a record. */
  #mayHold({ when }: TransitionDoc, { state, sender }: Place): boolean {
    return when === undefined || judge(when, { row: rowOf(this.machine, state, sender === 'nobody') }) !== false
  }

  #outcomesOf(code: string, transition: TransitionDoc, state: string): Outcome[] {
    const key = `${code} ${state}`
    let found = this.#outcomes.get(key)
    if (!found) this.#outcomes.set(key, (found = outcomesOf(this.machine, transition, state)))
    return found
  }

  #placesAfter({ to, heir }: Outcome, place: Place, by: Person | undefined, reach: Reach): Place[] {
    const { holder, sender } = place
    const same = this.placeAt(to, holder, sender)
    const given = (person: Person, from: Place['sender']): Place =>
      this.placeAt(to, person, sender === undefined ? undefined : from)
    const handed = (person: Person): Place => given(person, holder ?? 'nobody')
    // without a unit nobody in particular holds it
    if (holder === undefined || heir === 'holder') return [same]
    if (heir === 'sender') return [typeof sender === 'object' ? handed(sender) : same]
    if (heir === 'actor') return [by === undefined || by === holder ? same : given(by, 'nobody')]
    const reached = this.people.filter(
      one => reach.anywhere || by === undefined || one.isAnywhere || one.level >= by.level,
    )
    return [...(by === holder && !reach.away ? [given(holder, 'nobody')] : []), ...reached.map(handed)]
  }
}

function orNew<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key)
  if (found === undefined) map.set(key, (found = make()))
  return found
}

/** Which units may be chosen: of any area, or only those below; one's own, or only others. */
interface Reach {
  anywhere: boolean
  away: boolean
}

/** An expression that cannot be worked out here has been reported elsewhere: it stands in nobody's way. */
function tolerant(work: () => boolean): boolean {
  try {
    return work()
  } catch {
    return true
  }
}
