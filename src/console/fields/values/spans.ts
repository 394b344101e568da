import { addDays, addMonths } from '../../../core/period/day.ts'
import { lastYearPeriod } from '../../../core/period/compare.ts'
import { type Grain, unitOf } from '../../../core/period/units.ts'

/** A span of days, each as 2026-01-31; both ends belong to it. */
export interface Span {
  label: string
  from: string
  to: string
}

/**
 * Spans that staff ask for, by today's date in China; weeks begin on Monday. The last one is the chosen span a year
 * earlier, or this month's until today if none is chosen.
 */
export function spansOf(today: string, chosen: readonly [string, string]): Span[] {
  const of = (label: string, grain: Grain, day = today): Span => {
    const { start, end } = unitOf(day, grain)
    return { label, from: start, to: end }
  }
  const [from, to] = chosen[0] && chosen[1] ? chosen : [unitOf(today, 'month').start, today]
  return [
    { label: '今天', from: today, to: today },
    of('本周', 'week'),
    of('本月', 'month'),
    of('上月', 'month', addMonths(today, -1)),
    of('本季', 'quarter'),
    of('今年', 'year'),
    { label: '近7天', from: addDays(today, -6), to: today },
    { label: '近30天', from: addDays(today, -29), to: today },
    ...yearBefore(from, to),
  ]
}

function yearBefore(from: string, to: string): Span[] {
  const found = lastYearPeriod({ start: from, end: to, by: 'range' }, to)
  return found ? [{ label: '去年同期', from: found.start, to: found.end }] : []
}
