import { addDays, addMonths, daysFrom, earlier } from './day.ts'
import { type Period, sofar, stepPeriod, wholeMonths, withinYears } from './period.ts'
import { mondayOf, unitOf, weekOf } from './units.ts'

const YEAR = 12

/** As much of `other` as has passed of `period`: as many days, at most all of it. */
function asManyDays(other: Period, period: Period, today: string): Period {
  const gone = sofar(period, today)
  if (gone.end === period.end) return other
  const end = earlier(other.end, addDays(other.start, daysFrom(gone.start, gone.end) - 1))
  return end === other.end ? other : { start: other.start, end, by: 'range' }
}

/**
 * The period before, 环比: March for April, the 7 days before for 7 days. Of an unfinished one as many days as have gone
 * by, today included; a whole year before is the same as last year's. Undefined where the years end.
 */
export function previousPeriod(period: Period, today: string): Period | undefined {
  if (period.by === 'year') return lastYearPeriod(period, today)
  const before = stepPeriod(period, -1)
  return before && asManyDays(before, period, today)
}

/**
 * The same period last year, 同比: the same dates, 29 February being the 28th, and of weeks the same number; whole months
 * stay whole, so February keeps its 29th. Of an unfinished one the days until today's date. Undefined where the years
 * end.
 */
export function lastYearPeriod(period: Period, today: string): Period | undefined {
  const gone = sofar(period, today)
  const whole = yearEarlier(period)
  if (!whole || gone.end === period.end) return whole
  if (period.by === 'week') return asManyDays(whole, period, today)
  return yearEarlier({ ...gone, by: 'range' })
}

function yearEarlier(period: Period): Period | undefined {
  const { start, end, by } = period
  if (by === 'week') {
    const { year, week } = weekOf(start)
    // a week 53 that the year before lacks is compared with its last
    const monday = mondayOf(year - 1, week) ?? mondayOf(year - 1, week - 1)
    return monday === undefined ? undefined : bounded({ ...unitOf(monday, 'week'), by })
  }
  const before = addMonths(end, -YEAR)
  // February has its own length each year
  const last = by !== 'day' && wholeMonths(period) !== undefined ? unitOf(before, 'month').end : before
  return bounded({ start: addMonths(start, -YEAR), end: last, by })
}

const bounded = (period: Period): Period | undefined => (withinYears(period) ? period : undefined)
