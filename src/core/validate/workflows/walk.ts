import type { TransitionDoc } from '../../model/workflow.ts'
import { initialStates, targetsOf } from '../../workflow/machine.ts'
import type { Ground, Place, Step } from './place.ts'
import { leads } from './people.ts'

/** A place that records come to, and how: the shortest way, step by step. */
export interface Reached {
  place: Place
  steps: Step[]
  from: Reached | undefined
  /** the step that led here */
  by: Step | undefined
}

const FAR = Number.POSITIVE_INFINITY

/** State → how many transitions it is away from an end, whoever takes them. */
export function distances(ground: Ground): Map<string, number> {
  const { machine } = ground
  const moving = [...machine.transitions].filter(([, transition]) => leads(transition))
  const isEnd = (state: string): boolean =>
    machine.states.get(state)?.closed === true || !moving.some(([, { from }]) => from.map(String).includes(state))
  const found = new Map([...machine.states.keys()].map(state => [state, isEnd(state) ? 0 : FAR]))
  for (let changed = true; changed;) {
    changed = false
    for (const [code, transition] of moving)
      for (const state of transition.from.map(String)) {
        if (!ground.goesOn(code, state)) continue
        const near = 1 + nearest(transition, state, found)
        if (near >= (found.get(state) ?? FAR)) continue
        found.set(state, near)
        changed = true
      }
  }
  return afresh(ground, found)
}

const nearest = (transition: TransitionDoc, state: string, known: ReadonlyMap<string, number>): number =>
  Math.min(...targetsOf(transition, state).map(to => known.get(to) ?? FAR))

/** From a state to which only a return leads, the longest way on counts: whoever has it back begins afresh. */
function afresh(ground: Ground, known: ReadonlyMap<string, number>): Map<string, number> {
  const { transitions } = ground.machine
  const begun = new Set(initialStates(ground.machine.states))
  const isReturn = (state: string): boolean =>
    !begun.has(state)
    && [...transitions.values()].every(
      one =>
        !leads(one) || one.danger === true || one.from.every(from => !targetsOf(one, String(from)).includes(state)),
    )
  return new Map(
    [...known].map(([state, distance]) => {
      if (distance === 0 || !isReturn(state)) return [state, distance]
      const ways = ground
        .leaving(state)
        .flatMap(([code, transition]) => (ground.goesOn(code, state) ? [1 + nearest(transition, state, known)] : []))
      return [state, Math.max(...ways.filter(way => way < FAR), distance)]
    }),
  )
}

/** All places that records come to from where they begin, nearest first. */
export const walk = (ground: Ground, starts: readonly Place[]): Reaching =>
  spread(starts, place => ground.stepsFrom(place))

/** The same without the steps that `mayEnter` keeps out, among places that are known already. */
export const walkAgain = (known: Reaching, starts: readonly Place[], mayEnter: (step: Step) => boolean): Reaching =>
  spread(starts, place => known.get(place)?.steps.filter(mayEnter) ?? [])

export type Reaching = ReadonlyMap<Place, Reached>

function spread(starts: readonly Place[], stepsFrom: (place: Place) => Step[]): Reaching {
  const reached = new Map<Place, Reached>()
  const waiting: Reached[] = []
  const enter = (place: Place, from: Reached | undefined, by: Step | undefined): void => {
    if (reached.has(place)) return
    const one: Reached = { place, steps: [], from, by }
    reached.set(place, one)
    waiting.push(one)
  }
  for (const start of starts) enter(start, undefined, undefined)
  for (let i = 0; i < waiting.length; i++) {
    const here = waiting[i]!
    here.steps = stepsFrom(here.place)
    for (const step of here.steps) enter(step.to, here, step)
  }
  return reached
}

/** Places from which somebody can bring the record to an end without ever sending it back. */
export function livePlaces(reached: Reaching, ground: Ground, distance: ReadonlyMap<string, number>): Set<Place> {
  const far = ({ state }: Place): number => distance.get(state) ?? FAR
  const before = new Map<Place, Place[]>()
  for (const [place, { steps }] of reached)
    for (const { to, code } of steps) {
      if (far(to) > far(place) || !ground.goesOn(code, place.state)) continue
      const known = before.get(to)
      if (known) known.push(place)
      else before.set(to, [place])
    }
  const waiting = [...reached.keys()].filter(place => far(place) === 0)
  const live = new Set<Place>()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (live.has(place)) continue
    live.add(place)
    waiting.push(...(before.get(place) ?? []))
  }
  return live
}

/** Whether somebody can take the record one step nearer to an end; what lies behind it is said there. */
export const hasStepOn = ({ place, steps }: Reached, ground: Ground, distance: ReadonlyMap<string, number>): boolean =>
  steps.some(
    ({ to, code }) =>
      ground.goesOn(code, place.state) && (distance.get(to.state) ?? FAR) < (distance.get(place.state) ?? FAR),
  )

/** The steps that led to a place, first to last. */
export function wayTo(reached: Reached): { start: Place; steps: Step[] } {
  const steps: Step[] = []
  let here = reached
  for (; here.from && here.by; here = here.from) steps.unshift(here.by)
  return { start: here.place, steps }
}
