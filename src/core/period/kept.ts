import { addDays, partsOfDay } from './day.ts'
import { type Period, periodAt, periodOf, periodText } from './period.ts'

/** The time range as it is kept, one cookie a part (R3.03). */
export interface TimeRange {
  timeStart?: string
  timeEnd?: string
  year?: string
  /** what was picked, as text: 2026, 2026-Q1, 2026-01; nothing for a range */
  pickValue?: string
  /** which kind of period: month, quarter, year, range … */
  topRadio?: string
  /** of a range its two days, comma-joined */
  timeRange?: string
}
export const TIME_RANGE_PARTS = ['timeStart', 'timeEnd', 'year', 'pickValue', 'topRadio', 'timeRange'] as const

/** What is kept of a period; parts that say nothing of it are empty. */
export const timeRangeOf = (period: Period): Required<TimeRange> => ({
  timeStart: period.start,
  timeEnd: period.end,
  year: period.start.slice(0, 4),
  pickValue: period.by === 'range' ? '' : periodText(period),
  topRadio: period.by,
  timeRange: period.by === 'range' ? `${period.start},${period.end}` : '',
})

/**
 * The kept period; undefined where none is kept, or nothing that can be read: what lies in a cookie is nobody's mistake
 * of today.
 */
export function keptPeriod({
  timeStart,
  timeEnd,
  year,
  pickValue,
  topRadio,
  timeRange,
}: TimeRange): Period | undefined {
  const [from, until] = timeRange?.split(',') ?? []
  const said = [
    topRadio !== 'range' && pickValue ? periodOf(pickValue).period : undefined,
    topRadio === 'range' && until ? periodOf({ start: from, end: until, by: 'range' }).period : undefined,
    timeStart && timeEnd ? periodOf({ start: timeStart, end: timeEnd, by: topRadio || undefined }).period : undefined,
    year ? periodOf(year).period : undefined,
  ]
  return said.find(period => period !== undefined)
}

const UPDATED_BEFORE = 3

/** The day until which numbers are said to be complete where nothing else is known: three days before today (R9.01). */
export const updateDay = (today: string): string => addDays(today, -UPDATED_BEFORE)

/** 1 January to 31 December of the year of the update day: a new year does not begin with empty pictures (R9.01). */
export const defaultPeriod = (today: string): Period => periodAt(`${partsOfDay(updateDay(today)).year}-01-01`, 'year')
