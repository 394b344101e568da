import { addDays, addMonths, FIRST_YEAR, LAST_YEAR, partsOfDay, weekdayOf, dayText } from '../../../core/period/day.ts'

const ROWS = 6
const WEEK = 7
/** Years of one panel: ten before the one looked at, itself, and nine after. */
const YEARS_BEFORE = 10
const PANEL = 20

export interface GridDay {
  /** YYYY-MM-DD */
  day: string
  /** day of the month */
  date: number
  /** of the month looked at */
  inMonth: boolean
}

/** Six weeks from Monday, whatever the month, so that nothing below moves when it changes. `month`: YYYY-MM. */
export function monthGrid(month: string): GridDay[][] {
  const first = `${month}-01`
  const start = addDays(first, 1 - weekdayOf(first))
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: WEEK }, (_, column) => {
      const day = addDays(start, row * WEEK + column)
      return { day, date: partsOfDay(day).day, inMonth: day.startsWith(month) }
    }),
  )
}

/** The years of a panel around one. */
export const yearsAround = (year: number): number[] => Array.from({ length: PANEL }, (_, i) => year - YEARS_BEFORE + i)
export const stepPanel = (year: number, by: number): number => year + by * PANEL
export const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

/** A month within the years that there are; the nearest one where it lies beyond them. */
export function monthWithin(year: number, month: number): string {
  const known = Math.min(LAST_YEAR, Math.max(FIRST_YEAR, year))
  return dayText({ year: known, month: known === year ? month : year < known ? 1 : 12, day: 1 }).slice(0, 7)
}

/** The month `by` further on. */
export function stepMonth(month: string, by: number): string {
  const { year, month: of } = partsOfDay(`${month}-01`)
  const count = year * 12 + of - 1 + by
  return monthWithin(Math.floor(count / 12), (((count % 12) + 12) % 12) + 1)
}

const KEYS: Record<string, (day: string) => string> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -WEEK),
  ArrowDown: day => addDays(day, WEEK),
  Home: day => addDays(day, 1 - weekdayOf(day)),
  End: day => addDays(day, WEEK - weekdayOf(day)),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
}

/** Where a key leads from a day: the day itself at the end of the years; undefined for a key that leads nowhere. */
export function dayByKey(day: string, key: string, shift: boolean): string | undefined {
  const go =
    shift && key.startsWith('Page') ? (from: string) => addMonths(from, key === 'PageUp' ? -12 : 12) : KEYS[key]
  if (!go) return undefined
  const next = go(day)
  return isYear(partsOfDay(next).year) ? next : day
}
