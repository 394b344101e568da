import { workingDaysLeft, type Calendar } from './working-days.ts'

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

/** Times are texts YYYY-MM-DD HH:mm:ss in the server's time zone. Undefined while more than `soon` days are left. */
export function dueOf(limit: string, now: string, soon: number, calendar: Calendar): Due | undefined {
  const away = (dayOf(limit) - dayOf(now)) / DAY_MS
  if (endOf(limit) < now) return { state: 'late', days: Math.max(1, -away), away: 0 }
  const days = workingDaysLeft(now, limit, calendar, soon)
  return days <= soon ? { state: 'soon', days, away } : undefined
}
