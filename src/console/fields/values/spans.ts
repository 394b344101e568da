/** A span of days, each as 2026-01-31; both ends belong to it. */
export interface Span {
  label: string
  from: string
  to: string
}

const DAY_MS = 86_400_000
const WEEK = 7

/** Days are reckoned in UTC, so that no clock change and no zone of the browser moves them. */
const dayAt = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

interface Parts {
  year: number
  /** 0 to 11 */
  month: number
  day: number
}
const partsOf = (day: string): Parts => {
  const at = new Date(Date.parse(day))
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() }
}

/** The same day a year earlier; 29 February becomes the 28th. */
function yearBefore(text: string): string {
  const { year, month, day } = partsOf(text)
  const last = partsOf(dayAt(year - 1, month + 1, 0)).day
  return dayAt(year - 1, month, Math.min(day, last))
}

/**
 * Spans that staff ask for, by today's date in China; weeks begin on Monday. The last one is the chosen span a year
 * earlier, or this month's until today if none is chosen.
 */
export function spansOf(today: string, chosen: readonly [string, string]): Span[] {
  const { year, month } = partsOf(today)
  const monday = plus(today, -((new Date(Date.parse(today)).getUTCDay() + WEEK - 1) % WEEK))
  const quarter = month - (month % 3)
  const [from, to] = chosen[0] && chosen[1] ? chosen : [dayAt(year, month, 1), today]
  return [
    { label: '今天', from: today, to: today },
    { label: '本周', from: monday, to: plus(monday, WEEK - 1) },
    { label: '本月', from: dayAt(year, month, 1), to: dayAt(year, month + 1, 0) },
    { label: '上月', from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) },
    { label: '本季', from: dayAt(year, quarter, 1), to: dayAt(year, quarter + 3, 0) },
    { label: '今年', from: dayAt(year, 0, 1), to: dayAt(year, 11, 31) },
    { label: '近7天', from: plus(today, -6), to: today },
    { label: '近30天', from: plus(today, -29), to: today },
    { label: '去年同期', from: yearBefore(from), to: yearBefore(to) },
  ]
}
