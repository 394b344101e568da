import { addWorkingDays, type Calendar } from '../../../core/workflow/working-days.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Generating } from './carriers.ts'

const HOUR = 3_600_000
const DAY = 24

export interface Step {
  action: string
  from: string
  to: string
  at: number
}
/** How a clue comes into a state, and how many hours ago it may have done so. */
interface Way {
  steps: readonly string[]
  hours: readonly [number, number]
}

const SENT = ['confirm', 'pf']
const WORKED = [...SENT, 'sl', 'cl']
const WAYS: Record<string, Way> = {
  '00': { steps: [], hours: [1, 10 * DAY] },
  '10': { steps: ['confirm'], hours: [1, 5 * DAY] },
  '15': { steps: ['confirm', 'ys'], hours: [2, 5 * DAY] },
  '20': { steps: SENT, hours: [1, 7 * DAY] },
  '30': { steps: [...SENT, 'sl'], hours: [2, 26 * DAY] },
  '35': { steps: [...SENT, 'sl', 'delay'], hours: [1, 3 * DAY] },
  '40': { steps: [...SENT, 'th'], hours: [1, 4 * DAY] },
  '50': { steps: WORKED, hours: [1, 4 * DAY] },
  '60': { steps: [...WORKED, 'pass'], hours: [1, 28 * DAY] },
  '65': { steps: WORKED, hours: [1, 28 * DAY] },
  '70': { steps: ['exclude'], hours: [1, 90 * DAY] },
  '80': { steps: [...WORKED, 'pass', 'archive'], hours: [1, 120 * DAY] },
}
/** Where each button leads on these ways. */
const LEADS: Record<string, string> = {
  confirm: '10',
  ys: '15',
  pf: '20',
  sl: '30',
  delay: '35',
  th: '40',
  cl: '50',
  pass: '60',
  exclude: '70',
  archive: '80',
}
/** Clues wait thirty days to be archived; between other steps lie hours. */
const BEFORE: Record<string, readonly [number, number]> = {
  archive: [30 * DAY, 30 * DAY + 1],
  cl: [20, 9 * DAY],
  th: [3, 40],
}

export interface Course {
  state: string
  found: number
  since: number
  steps: Step[]
  limit: string
  step: string
}

/** The days that are worked, as the dictionaries say. */
export function workingDays(g: Generating): Calendar {
  const days = (name: string): Set<string> => new Set(g.dictionary(name).map(([day]) => day))
  return { holidays: days('holiday'), workdays: days('workday') }
}

/** What has happened to a clue that is in this state now, from its finding on. */
export function courseTo(g: Generating, state: string): Course {
  const { steps, hours } = WAYS[state] ?? (WAYS['00'] as Way)
  const times: number[] = []
  let at = g.now - g.random.int(hours[0], hours[1]) * HOUR
  const since = at
  for (const action of [...steps].reverse()) {
    times.unshift(at)
    const [least, most] = BEFORE[action] ?? [2, 40]
    at -= g.random.int(least, most) * HOUR + g.random.int(0, 3599) * 1000
  }
  let from = '00'
  const made = steps.map((action, i): Step => {
    const to = action === 'cl' && state === '65' ? '65' : (LEADS[action] ?? state)
    const step = { action, from, to, at: times[i] ?? at }
    from = to
    return step
  })
  const calendar = workingDays(g)
  const sent = made.find(({ action }) => action === 'pf')
  const limitOf = (count: number): string => (sent ? addWorkingDays(chinaTime(sent.at), count, calendar) : '')
  return {
    state,
    found: steps.length === 0 ? since : at,
    since,
    steps: made,
    limit: limitOf(15),
    step: state === '20' ? limitOf(3) : '',
  }
}
