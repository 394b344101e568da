import type { Grain } from '../contract/statistics.ts'

/** grain → the grains whose periods are made of whole ones of it; a week belongs to no month */
export const FINER: Readonly<Record<Grain, readonly Grain[]>> = {
  day: ['day', 'week', 'month', 'quarter', 'year'],
  week: ['week'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
  year: ['year'],
}

const DAY_MS = 86_400_000
const [MONDAY, MONTHS_OF_QUARTER] = [1, 3]

/** Whether a period begins on this day, `YYYY-MM-DD`; weeks begin on Mondays. A day that there is not begins none. */
export function isFirstDay(grain: Grain, day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return false
  const isFirst = at.getUTCDate() === 1
  switch (grain) {
    case 'day':
      return true
    case 'week':
      return at.getUTCDay() === MONDAY
    case 'month':
      return isFirst
    case 'quarter':
      return isFirst && at.getUTCMonth() % MONTHS_OF_QUARTER === 0
    case 'year':
      return isFirst && at.getUTCMonth() === 0
  }
}

/** Whether a period ends with this day. */
export function isLastDay(grain: Grain, day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return isFirstDay('day', day) && isFirstDay(grain, new Date(at + DAY_MS).toISOString().slice(0, 10))
}
