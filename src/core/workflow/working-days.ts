import { isFeast } from './feasts.ts'

const DAY_MS = 86_400_000

/** Holidays, and weekend days that are worked: YYYY-MM-DD. */
export interface Calendar {
  holidays: ReadonlySet<string>
  workdays: ReadonlySet<string>
  /** those whose days off are known, YYYY; another year has its feasts off, and no weekend is worked for them */
  announced: ReadonlySet<string>
  /** every day counts, worked or not */
  everyDay?: true
}
const NONE: ReadonlySet<string> = new Set()
export const EVERY_DAY: Calendar = { holidays: NONE, workdays: NONE, announced: NONE, everyDay: true }
/** So many days off are an arrangement; fewer are a feast that one region alone has. */
const ARRANGED = 5

/** Entries of a dictionary whose keys are days. */
type Days = readonly (readonly [day: string, ...unknown[]])[]

/** The calendar that a scope's dictionaries say. */
export function calendarFrom(dictionary: (name: string) => Days | undefined): Calendar {
  const days = (name: string): Set<string> => new Set((dictionary(name) ?? []).map(([day]) => day))
  const holidays = days('holiday')
  return { holidays, workdays: days('workday'), announced: arrangedIn(holidays) }
}

function arrangedIn(holidays: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const day of holidays) counts.set(day.slice(0, 4), (counts.get(day.slice(0, 4)) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= ARRANGED).map(([year]) => year))
}

/** The arrangement of the next year is announced in November. */
const ANNOUNCED_IN = '11'

/** The year whose days off should be known on this day and are not. */
export function missingYear({ announced, everyDay }: Calendar, today: string): string | undefined {
  const [year = '', month = ''] = today.split('-')
  const due = [year, ...(month >= ANNOUNCED_IN ? [String(Number(year) + 1)] : [])]
  return everyDay ? undefined : due.find(one => !announced.has(one))
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function isWorkingDay(day: string, { holidays, workdays, announced, everyDay }: Calendar): boolean {
  if (everyDay || workdays.has(day)) return true
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || holidays.has(day)) return false
  return announced.has(day.slice(0, 4)) || !isFeast(day)
}

/** The moment `days` working days later, at the same time of day; the starting day does not count. */
export function addWorkingDays(time: string, days: number, calendar: Calendar): string {
  const [day = '', clock = '00:00:00'] = time.split(' ')
  let at = Date.parse(`${day}T00:00:00Z`)
  for (let left = days; left > 0;) {
    at += DAY_MS
    if (isWorkingDay(dayText(at), calendar)) left--
  }
  return `${dayText(at)} ${clock}`
}

/** The last day of a limit that begins after a day; one on which nobody works gives way to the next that is worked. */
export function lastDay(begun: string, days: number, count: 'working' | 'calendar', calendar: Calendar): string {
  let at = addWorkingDays(begun, days, count === 'calendar' ? EVERY_DAY : calendar).slice(0, 10)
  while (!isWorkingDay(at, calendar)) at = addWorkingDays(at, 1, EVERY_DAY).slice(0, 10)
  return at
}

/**
 * Working days until a moment in the future. Its own day counts if it is a working day and today does not; counting
 * stops above `most`.
 */
export function workingDaysLeft(now: string, until: string, calendar: Calendar, most: number): number {
  const last = until.slice(0, 10)
  let left = 0
  for (
    let at = Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + DAY_MS;
    dayText(at) <= last && left <= most;
    at += DAY_MS
  ) {
    if (isWorkingDay(dayText(at), calendar)) left++
  }
  return left
}

const millis = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`)

const DAY_ENDS = ' 23:59:59'

/**
 * Moves a moment by the time between two others. The end of a day stays one: it moves by the days between them, and a
 * pause within a day moves it nowhere.
 */
export function putOff(time: string, from: string, to: string): string {
  const [since, until] = time.endsWith(DAY_ENDS) ? [from, to].map(one => `${one.slice(0, 10)}${DAY_ENDS}`) : [from, to]
  return new Date(millis(time) + millis(until!) - millis(since!)).toISOString().slice(0, 19).replace('T', ' ')
}
