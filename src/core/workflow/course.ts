import type { StateDoc, TransitionDoc } from '../model/workflow.ts'
import { initialStates } from './machine.ts'

/** A step onwards: the transition, and the state that it leads to. */
export interface Onward {
  transition: string
  to: string
}
type States = ReadonlyMap<string, StateDoc>
type Steps = (from: string) => Onward[]

/** Where a step usually leads to; a branch alone where nothing else is said. */
const usualTarget = ({ to, branches }: TransitionDoc): string | undefined => {
  const target = to ?? branches?.[0]?.to
  return target === undefined ? undefined : String(target)
}

/** What takes something back or comes of lateness leads nobody on. */
const leadsOn = ({ danger, afterDue }: TransitionDoc): boolean => danger !== true && afterDue === undefined

/** What asks for attention is a way round, taken where there is no straight one. */
const isRound = ({ tone }: StateDoc): boolean => tone === 'warning' || tone === 'error'

interface Moves {
  /** those that lead on, ways round last */
  on: Steps
  /** whether what is written first takes something back: nobody is to be led anywhere else from there */
  takesBack: (from: string) => boolean
}

function movesOf(states: States, transitions: ReadonlyMap<string, TransitionDoc>): Moves {
  const all = new Map<string, (Onward & { isOn: boolean; isRound: boolean })[]>()
  for (const [transition, step] of transitions) {
    const to = usualTarget(step)
    const state = to === undefined ? undefined : states.get(to)
    if (to === undefined || !state) continue
    const move = { transition, to, isOn: leadsOn(step), isRound: isRound(state) }
    for (const from of step.from.map(String))
      if (from !== to && states.get(from)?.closed !== true) all.set(from, [...(all.get(from) ?? []), move])
  }
  return {
    on: from =>
      (all.get(from) ?? [])
        .filter(({ isOn }) => isOn)
        .toSorted((a, b) => Number(a.isRound) - Number(b.isRound))
        .map(({ transition, to }) => ({ transition, to })),
    takesBack: from => all.get(from)?.[0]?.isOn === false,
  }
}

/** Where a record is to end: closed with success where the workflow has such a state, else wherever it succeeds. */
function endsOf(states: States): ReadonlySet<string> {
  const good = [...states].filter(([, { tone }]) => tone === 'success')
  const closed = good.filter(([, state]) => state.closed === true)
  return new Set((closed.length > 0 ? closed : good).map(([code]) => code))
}

/** The first way to an end in the order in which the steps are written; what leads back to where one was is none. */
function mainWay(begin: string, steps: Steps, ends: ReadonlySet<string>): [from: string, step: Onward][] {
  const seen = new Set<string>()
  const from = (state: string): [string, Onward][] | undefined => {
    seen.add(state)
    if (ends.has(state)) return []
    for (const step of steps(state)) {
      const rest = seen.has(step.to) ? undefined : from(step.to)
      if (rest) return [[state, step], ...rest]
    }
    return undefined
  }
  return from(begin) ?? []
}

/** The first step of the shortest way from beside the main way onto it, to its furthest place. */
function wayBack(begin: string, steps: Steps, places: ReadonlyMap<string, number>): Onward | undefined {
  let reached = new Map<string, Onward>(steps(begin).map(step => [step.to, step]))
  const seen = new Set([begin])
  while (reached.size > 0) {
    const onIt = [...reached].filter(([state]) => places.has(state))
    if (onIt.length > 0) return onIt.toSorted(([a], [b]) => (places.get(b) ?? 0) - (places.get(a) ?? 0))[0]?.[1]
    for (const state of reached.keys()) seen.add(state)
    reached = new Map(
      [...reached].flatMap(([state, first]) =>
        steps(state).flatMap(({ to }): [string, Onward][] => (seen.has(to) ? [] : [[to, first]])),
      ),
    )
  }
  return undefined
}

/**
 * Where each open state may end at once, where nobody may say how it usually does: what is judged ends in one way or
 * another. What lateness brings ends nothing that somebody ends.
 */
export function endsAhead(
  states: States,
  transitions: ReadonlyMap<string, TransitionDoc>,
): ReadonlyMap<string, readonly string[]> {
  const endsFrom = (from: string, isLate: boolean): string[] =>
    [...transitions.values()].flatMap(step => {
      const to = usualTarget(step)
      const counts =
        step.danger !== true && (step.afterDue !== undefined) === isLate && step.from.map(String).includes(from)
      return counts && to !== undefined && states.get(to)?.closed === true ? [to] : []
    })
  const open = [...states].flatMap(([code, { closed }]) => (closed === true ? [] : [code]))
  return new Map(
    open.flatMap((code): [string, string[]][] => {
      const ends = [...new Set(endsFrom(code, false))]
      const all = ends.length > 0 ? ends : [...new Set(endsFrom(code, true))]
      return all.length > 0 ? [[code, all]] : []
    }),
  )
}

/** What usually comes next in each state of a workflow; nothing after an end, and where nothing leads to one. */
export function courseOf(states: States, transitions: ReadonlyMap<string, TransitionDoc>): ReadonlyMap<string, Onward> {
  const { on: steps, takesBack } = movesOf(states, transitions)
  const ends = endsOf(states)
  const way = mainWay(initialStates(states)[0] ?? '', steps, ends)
  const places = new Map(way.map(([state], place) => [state, place]))
  for (const end of ends) places.set(end, way.length)
  const beside = [...states.keys()].flatMap((state): [string, Onward][] => {
    const back = places.has(state) || takesBack(state) ? undefined : wayBack(state, steps, places)
    return back ? [[state, back]] : []
  })
  return new Map([...way, ...beside])
}
