import { addDays, addMonths, dayAt, dayText, daysInMonth, partsOfDay, weekdayOf } from './day.ts'

/** What time is cut into. Weeks are ISO weeks: they begin on Monday, and belong to the year of their Thursday. */
export type Grain = 'day' | 'week' | 'month' | 'quarter' | 'year'
export const GRAINS: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year']

/** Days from `start` to `end`, both belong to it. */
export interface Days {
  /** YYYY-MM-DD */
  start: string
  end: string
}

const WEEK = 7
const THURSDAY = 3
const MONTHS = { month: 1, quarter: 3, year: 12 }

/** The day, week, month, quarter or year that a day belongs to. */
export function unitOf(day: string, grain: Grain): Days {
  if (grain === 'day') return { start: day, end: day }
  if (grain === 'week') {
    const start = addDays(day, 1 - weekdayOf(day))
    return { start, end: addDays(start, WEEK - 1) }
  }
  const { year, month } = partsOfDay(day)
  const first = month - ((month - 1) % MONTHS[grain])
  const last = first + MONTHS[grain] - 1
  return {
    start: dayText({ year, month: first, day: 1 }),
    end: dayText({ year, month: last, day: daysInMonth(year, last) }),
  }
}

/** The unit that lies `by` further on. */
export function stepUnit(day: string, grain: Grain, by: number): Days {
  const { start } = unitOf(day, grain)
  if (grain === 'day' || grain === 'week') return unitOf(addDays(start, by * (grain === 'week' ? WEEK : 1)), grain)
  return unitOf(addMonths(start, by * MONTHS[grain]), grain)
}

/** ISO year and week of a day: 2027-01-01 is in week 53 of 2026. */
export function weekOf(day: string): { year: number; week: number } {
  const thursday = addDays(unitOf(day, 'week').start, THURSDAY)
  const { year } = partsOfDay(thursday)
  const passed = (Date.parse(thursday) - Date.parse(dayAt(year, 1, 1))) / 86_400_000
  return { year, week: Math.floor(passed / WEEK) + 1 }
}

/** Monday of a week; undefined where the year has no such week. */
export function mondayOf(year: number, week: number): string | undefined {
  // 4 January is in week 1 of every year
  const monday = addDays(unitOf(dayAt(year, 1, 4), 'week').start, (week - 1) * WEEK)
  const found = weekOf(monday)
  return found.year === year && found.week === week ? monday : undefined
}

/** Key of the unit that a day belongs to: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026. */
export function unitKey(day: string, grain: Grain): string {
  const year = day.slice(0, 4)
  switch (grain) {
    case 'day':
      return day
    case 'week': {
      const found = weekOf(day)
      return `${found.year}-W${String(found.week).padStart(2, '0')}`
    }
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    case 'year':
      return year
  }
}

const PATTERNS: [Grain, RegExp][] = [
  ['day', /^(\d{4})-(\d\d)-(\d\d)$/],
  ['week', /^(\d{4})-W(\d\d)$/],
  ['month', /^(\d{4})-(\d\d)$/],
  ['quarter', /^(\d{4})-Q([1-4])$/],
  ['year', /^(\d{4})$/],
]

/** Which unit a key names; `first` is undefined where there is none of that name, such as month 13. */
export function readUnit(key: string): { grain: Grain; first: string | undefined } | undefined {
  for (const [grain, pattern] of PATTERNS) {
    const found = pattern.exec(key)
    if (found) return { grain, first: firstOf(grain, key, Number(found[1]), Number(found[2] ?? 1)) }
  }
  return undefined
}

function firstOf(grain: Grain, key: string, year: number, at: number): string | undefined {
  if (grain === 'week') return mondayOf(year, at)
  if (grain === 'day') return key
  const month = grain === 'quarter' ? at * 3 - 2 : at
  return month >= 1 && month <= 12 ? dayText({ year, month, day: 1 }) : undefined
}
