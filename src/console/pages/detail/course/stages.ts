import type { Row } from '../../../../core/contract/api.ts'
import type { Course } from '../../../../core/contract/configuration.ts'
import { plain } from '../../../fields/values/text.ts'

export interface Stage {
  state: string
  is: 'passed' | 'present' | 'ahead'
  /** moments, as far as the history tells them */
  entered?: string
  left?: string
  /** it will be one of these, and nobody knows which */
  oneOf?: readonly string[]
}

/**
 * The states that led a record where it is, oldest first. What was gone back behind is left out: the history tells
 * it, and a line has one direction.
 */
function passedOf(entries: readonly Row[], time: string): Stage[] {
  const passed: Stage[] = []
  let entered: string | undefined
  for (const entry of entries.toReversed()) {
    const [from, to, left] = [plain(entry['fromStatus']), plain(entry['toStatus']), plain(entry[time])]
    if (from === '' || to === '' || from === to) continue
    backTo(passed, from)
    passed.push({ state: from, is: 'passed', left, ...(entered === undefined ? {} : { entered }) })
    backTo(passed, to)
    entered = left
  }
  return passed
}

function backTo(passed: Stage[], state: string): void {
  const place = passed.findIndex(one => one.state === state)
  if (place >= 0) passed.length = place
}

/** What usually comes after a state; a workflow that leads round in a circle ends where it began. */
function aheadOf({ states }: Course, present: string): Stage[] {
  const ahead: Stage[] = []
  const seen = new Set([present])
  for (let to = states[present]?.next?.to; to !== undefined && !seen.has(to); to = states[to]?.next?.to) {
    seen.add(to)
    ahead.push({ state: to, is: 'ahead' })
  }
  const ends = states[ahead.at(-1)?.state ?? present]?.ends
  if (ends?.[0] !== undefined) ahead.push({ state: ends[0], is: 'ahead', oneOf: ends })
  return ahead
}

/** The way of a record through its workflow. `entries`: its history, latest first, as far as it is known. */
export function stagesOf(course: Course, row: Row, entries: readonly Row[], time: string): Stage[] {
  const present = plain(row[course.field])
  if (!course.states[present]) return []
  const passed = passedOf(entries, time)
  backTo(passed, present)
  const since = entries.find(entry => plain(entry['toStatus']) === present)
  const entered = since && plain(since[time])
  return [...passed, { state: present, is: 'present', ...(entered ? { entered } : {}) }, ...aheadOf(course, present)]
}

/** A stage, or several of them in one place. */
export interface Shown extends Stage {
  folded?: string[]
}

/** more of what is behind or ahead are told by their number */
const MOST = 3

/** What is nearest to the present, and the end; the others stand for one. */
export function foldedStages(stages: readonly Stage[]): Shown[] {
  const of = (is: Stage['is']): Stage[] => stages.filter(one => one.is === is)
  const [passed, ahead] = [of('passed'), of('ahead')]
  return [
    ...folded(passed, 0, passed.length - MOST + 1),
    ...of('present'),
    ...folded(ahead, MOST - 2, ahead.length - 1),
  ]
}

function folded(stages: Stage[], from: number, to: number): Shown[] {
  const inside = stages.slice(from, to)
  const [first] = inside
  if (stages.length <= MOST || !first) return stages
  const one: Shown = { state: first.state, is: first.is, folded: inside.map(({ state }) => state) }
  return [...stages.slice(0, from), one, ...stages.slice(to)]
}
