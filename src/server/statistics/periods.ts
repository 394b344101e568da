import type { Comparison, StatisticModel, StatisticQuery } from '../../core/contract/statistics.ts'
import { lastYearPeriod, previousPeriod } from '../../core/period/compare.ts'
import type { Period } from '../../core/period/period.ts'
import { stepUnit, unitOf, type Days, type Grain } from '../../core/period/units.ts'
import type { Look } from './look.ts'

/** The days that a query counts; undefined: all rows, whenever they are from. */
export function daysOf(model: StatisticModel, query: StatisticQuery, { period, today }: Look): Days | undefined {
  if (model.time === undefined) return undefined
  const grain = grainOf(model, query)
  const last = query.last ?? (grain && !period ? LAST[grain] : undefined)
  if (grain === undefined || last === undefined) return period && bare(period)
  const end = unitOf(earlierOf(period?.end ?? today, today), grain).end
  return { start: stepUnit(end, grain, 1 - last).start, end }
}

/** What a query over time goes back where nobody says how far. */
const LAST: Record<Grain, number> = { day: 30, week: 12, month: 12, quarter: 8, year: 5 }

/** A period to come has no numbers: what led to it ends today. */
const earlierOf = (day: string, today: string): string => (day < today ? day : today)

/** The part of time that the query is cut by. */
export const grainOf = (model: StatisticModel, { by }: StatisticQuery): Grain | undefined =>
  by.map(name => model.dimensions[name]?.grain).find(grain => grain !== undefined)

/** The days that are compared with; undefined where there are none. */
export function comparedDays(
  model: StatisticModel,
  query: StatisticQuery,
  look: Look,
  comparison: Comparison,
): Days | undefined {
  if (!query.compare?.includes(comparison)) return undefined
  const days = daysOf(model, query, look)
  if (!days) return undefined
  const period: Period = look.period && isSame(look.period, days) ? look.period : { ...days, by: 'range' }
  const compared = (comparison === 'previous' ? previousPeriod : lastYearPeriod)(period, look.today)
  return compared && bare(compared)
}
const bare = ({ start, end }: Days): Days => ({ start, end })
const isSame = (a: Days, b: Days): boolean => a.start === b.start && a.end === b.end
