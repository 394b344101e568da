/**
 * Days as text, 2026-01-31, reckoned in UTC, so that no clock change and no time zone of a machine moves them. Texts of
 * days compare as days do.
 */
const DAY_MS = 86_400_000
const WEEK = 7
/** Years beyond these are slips of the keyboard; the lunar calendar ends there too. */
export const FIRST_YEAR = 1900
export const LAST_YEAR = 2100

const two = (n: number): string => String(n).padStart(2, '0')
const four = (n: number): string => String(n).padStart(4, '0')

/** Days of a month, 1 to 12. */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day of these numbers, which may exceed a month: month 13 is next January, day 0 the last of the month before. */
export const dayAt = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Whether a text is a day that there is: 2026-02-30 is none. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const [m, d] = [Number(month), Number(day)]
  return year !== '' && m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(Number(year), m)
}

export interface DayParts {
  year: number
  /** 1 to 12 */
  month: number
  day: number
}
export const partsOfDay = (text: string): DayParts => ({
  year: Number(text.slice(0, 4)),
  month: Number(text.slice(5, 7)),
  day: Number(text.slice(8, 10)),
})
export const dayText = ({ year, month, day }: DayParts): string => `${four(year)}-${two(month)}-${two(day)}`

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one to another; both belong to it. */
export const daysFrom = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => ((new Date(Date.parse(day)).getUTCDay() + WEEK - 1) % WEEK) + 1

/** Months later; a day that the month lacks becomes its last: 31 January and 1 give 28 February. */
export function addMonths(text: string, months: number): string {
  const { year, month, day } = partsOfDay(text)
  const count = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return dayText({ year: y, month: m, day: Math.min(day, daysInMonth(y, m)) })
}

export const earlier = (a: string, b: string): string => (a < b ? a : b)
export const later = (a: string, b: string): string => (a > b ? a : b)
