import { workingDaysLeft, type Calendar } from './working-days.ts'

/** How a time limit stands: past it by so many days, or near with so many working days left. */
export interface Due {
  state: 'late' | 'soon'
  days: number
}

const DAY_MS = 86_400_000
const dayOf = (time: string): number => Date.parse(`${time.slice(0, 10)}T00:00:00Z`)

/** A day without a time lasts to its end. */
const endOf = (limit: string): string => (limit.length > 10 ? limit : `${limit} 23:59:59`)

/** Times as YYYY-MM-DD HH:mm:ss of one place; nothing while there is time enough. */
export function dueOf(limit: string, now: string, soon: number, calendar: Calendar): Due | undefined {
  if (endOf(limit) < now) return { state: 'late', days: Math.max(1, (dayOf(now) - dayOf(limit)) / DAY_MS) }
  const days = workingDaysLeft(now, limit, calendar, soon)
  return days <= soon ? { state: 'soon', days } : undefined
}
