import { addWorkingDays, workingDaysLeft, type Calendar } from './working-days.ts'

/** State of a time limit: days past it, or working days left when few are. */
export interface Due {
  state: 'late' | 'soon'
  days: number
  /** days of the calendar until it; 0: today, or past */
  away: number
}

const DAY_MS = 86_400_000
const dayOf = (time: string): number => Date.parse(`${time.slice(0, 10)}T00:00:00Z`)

/** A date without a time means the end of that day. */
const endOf = (limit: string): string => (limit.length > 10 ? limit : `${limit} 23:59:59`)

/** The first moment from which a limit has more than `soon` days left, as `dueOf` counts them. */
export const nearUntil = (now: string, soon: number, calendar: Calendar): string =>
  addWorkingDays(`${now.slice(0, 10)} 00:00:00`, soon + 1, calendar)

/** Words of a limit as a template and its number, in the language of the source. */
export type DueWords = readonly [template: string, n: number]
const [LATE, TODAY, DAYS, WORKING_DAYS] = ['超期 {n} 天', '今天到期', '剩 {n} 天', '剩 {n} 个工作日']

export function dueWords({ state, days, away }: Due, everyDay = false): DueWords {
  if (state === 'late') return [LATE, days]
  if (away === 0) return [TODAY, 0]
  // no working day is left before a limit on a day off, which is not today all the same
  if (days === 0) return [DAYS, away]
  return [everyDay ? DAYS : WORKING_DAYS, days]
}

/** Times are texts YYYY-MM-DD HH:mm:ss in the server's time zone. Undefined while more than `soon` days are left. */
export function dueOf(limit: string, now: string, soon: number, calendar: Calendar): Due | undefined {
  const away = (dayOf(limit) - dayOf(now)) / DAY_MS
  if (endOf(limit) < now) return { state: 'late', days: Math.max(1, -away), away: 0 }
  const days = workingDaysLeft(now, limit, calendar, soon)
  return days <= soon ? { state: 'soon', days, away } : undefined
}
