import { isDay } from '../period/day.ts'
import { unitOf, type Grain } from '../period/units.ts'

/** grain → the grains whose periods are made of whole ones of it; a week belongs to no month */
export const FINER: Readonly<Record<Grain, readonly Grain[]>> = {
  day: ['day', 'week', 'month', 'quarter', 'year'],
  week: ['week'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
  year: ['year'],
}

/** Whether a period begins on this day. A day that there is not begins none. */
export const isFirstDay = (grain: Grain, day: string): boolean => isDay(day) && unitOf(day, grain).start === day

/** Whether a period ends with this day. */
export const isLastDay = (grain: Grain, day: string): boolean => isDay(day) && unitOf(day, grain).end === day
