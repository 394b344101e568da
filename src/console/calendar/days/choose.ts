import type { CalendarMode } from '../../../core/model/page/calendar.ts'
import { addDays } from '../../../core/period/day.ts'

/** What is chosen: days in order, without those that are disabled. */
export interface Choice {
  readonly days: readonly string[]
  /** first day of a range that has no end yet */
  readonly from?: string | undefined
  /** the ends of a range that has both */
  readonly range?: readonly [start: string, end: string] | undefined
}
export const NOTHING_CHOSEN: Choice = { days: [] }

export interface DayLimits {
  today: string
  /** days before this one, or after that one, cannot be chosen */
  before?: string | undefined
  after?: string | undefined
}
export const isDisabled = (day: string, { before, after }: DayLimits): boolean =>
  (before !== undefined && day < before) || (after !== undefined && day > after)

/** Why a click changes nothing; the words of the last two come from the settings. */
export type Notice = 'otherMonth' | 'otherDay' | 'alreadySigned'

export interface Chosen {
  choice: Choice
  /** what is told to whoever uses the calendar; nothing where a range has only begun */
  emits?: readonly string[]
  notice?: Notice
}

interface Click {
  mode: CalendarMode
  /** month looked at, YYYY-MM */
  month: string
  limits: DayLimits
}

/** What a click on a day does (R4.07, R4.08). A disabled day does nothing; one of another month is only told. */
export function choose(choice: Choice, day: string, { mode, month, limits }: Click): Chosen {
  if (!day.startsWith(month)) return { choice, notice: 'otherMonth' }
  if (mode === 'sign') return sign(choice, day, limits)
  if (isDisabled(day, limits)) return { choice }
  if (mode === 'single') return told({ days: [day] })
  if (mode === 'multi') return told({ days: toggled(choice.days, day) })
  return range(choice, day, limits)
}

const told = (choice: Choice): Chosen => ({ choice, emits: choice.days })

const toggled = (days: readonly string[], day: string): string[] =>
  days.includes(day) ? days.filter(one => one !== day) : [...days, day].sort()

/** Only today, and not twice. */
function sign(choice: Choice, day: string, limits: DayLimits): Chosen {
  if (day !== limits.today) return { choice, notice: 'otherDay' }
  if (choice.days.includes(day)) return { choice, notice: 'alreadySigned' }
  return isDisabled(day, limits) ? { choice } : told({ days: toggled(choice.days, day) })
}

/** The first click is the start, the second the end, swapped if it is earlier; the next begins anew. */
function range({ from }: Choice, day: string, limits: DayLimits): Chosen {
  if (from === undefined) return { choice: { days: [day], from: day } }
  const ends: [string, string] = day < from ? [day, from] : [from, day]
  return told({ days: enabledBetween(ends, limits), range: ends })
}

export function enabledBetween([start, end]: readonly [string, string], limits: DayLimits): string[] {
  const days: string[] = []
  for (let day = start; day <= end; day = addDays(day, 1)) if (!isDisabled(day, limits)) days.push(day)
  return days
}

/** A choice that was made before, such as the filter of a list. */
export function choiceOf(mode: CalendarMode, days: readonly string[], limits: DayLimits): Choice {
  const sorted = [...new Set(days)].sort()
  const [start, end] = [sorted[0], sorted.at(-1)]
  if (mode !== 'range' || start === undefined || end === undefined) return { days: sorted }
  return { days: enabledBetween([start, end], limits), range: [start, end] }
}
