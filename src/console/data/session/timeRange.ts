import {
  defaultPeriod,
  keptPeriod,
  TIME_RANGE_PARTS,
  type TimeRange,
  timeRangeOf,
  updateDay,
} from '../../../core/period/kept.ts'
import { type Period, type PeriodBy, periodAt, periodOf, type PeriodProblem } from '../../../core/period/period.ts'
import { readCookie, writeCookie } from './cookies.ts'

/** Keeps the period that pages with numbers share, one cookie for each part (R3.03). */
export function keepPeriod(period: Period): void {
  const parts = timeRangeOf(period)
  for (const part of TIME_RANGE_PARTS) writeCookie(part, parts[part])
}

function storedTimeRange(): TimeRange {
  const range: TimeRange = {}
  for (const part of TIME_RANGE_PARTS) {
    const value = readCookie(part)
    if (value) range[part] = value
  }
  return range
}

/** A period of the kinds that a page offers: one of another kind becomes the first of them that holds its last day. */
function offered(period: Period, modes: readonly PeriodBy[], today: string): Period {
  const [first = 'month'] = modes
  if (modes.includes(period.by)) return period
  if (first === 'range') return { ...period, by: 'range' }
  return periodAt(period.end > today ? (period.start > today ? period.start : today) : period.end, first)
}

/**
 * The period of a page: what its address says, else what was kept, else the default of its kind (R9.01). What the
 * address says wrongly is told, and the default stands in its place. `isOwn`: what was kept does not count.
 */
export function periodOfPage(
  address: string | undefined,
  modes: readonly PeriodBy[],
  today: string,
  { isOwn = false } = {},
): { period: Period; problem?: PeriodProblem } {
  const said = address ? periodOf(address, modes) : undefined
  if (said?.period) return { period: offered(said.period, modes, today) }
  const usual = modes.includes('year') ? defaultPeriod(today) : periodAt(updateDay(today), modes[0] ?? 'month')
  if (said) return { period: usual, problem: said.problem }
  const kept = isOwn ? undefined : keptPeriod(storedTimeRange())
  return { period: kept ? offered(kept, modes, today) : usual }
}
