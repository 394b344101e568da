import { LunarDay as Names, LunarYear, type SolarDay, SolarTerm } from 'tyme4ts'
import { addDays, daysFrom, FIRST_YEAR, isDay, LAST_YEAR, partsOfDay } from '../../../core/period/day.ts'
import { gregorianFestival, lunarFestival, NEW_YEARS_EVE } from './festivals.ts'

/** A day of the lunar calendar. */
export interface LunarDate {
  year: number
  /** 1 to 12; a leap month has the number of the one before it */
  month: number
  leap: boolean
  day: number
}
/** A lunar day with its words. */
export interface LunarDay extends LunarDate {
  /** 初一 … 三十; of the first day its month: 正月, 闰六月 */
  text: string
  /** 正月初一 */
  name: string
  festival?: string
}

interface LunarMonth {
  month: number
  leap: boolean
  name: string
  /** first day, YYYY-MM-DD */
  start: string
  length: number
}

/** A date that the lunar calendar refuses, in words. */
export class LunarError extends RangeError {
  override name = 'LunarError'
}

const TERMS = 24
const two = (n: number): string => String(n).padStart(2, '0')
const dayOf = (solar: SolarDay): string => `${solar.getYear()}-${two(solar.getMonth())}-${two(solar.getDay())}`

/** Months of a lunar year are reckoned once: a day is then found by counting. */
const years = new Map<number, LunarMonth[]>()
function monthsOf(year: number): LunarMonth[] {
  const known = years.get(year)
  if (known) return known
  const months = LunarYear.fromYear(year)
    .getMonths()
    .map(one => ({
      month: Math.abs(one.getMonthWithLeap()),
      leap: one.isLeap(),
      name: one.getName(),
      start: dayOf(one.getFirstJulianDay().getSolarDay()),
      length: one.getDayCount(),
    }))
  years.set(year, months)
  return months
}

function checkYear(year: number): void {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR)
    throw new LunarError(`农历只支持 ${FIRST_YEAR} 年至 ${LAST_YEAR} 年，没有 ${year} 年`)
}

/** The lunar day of YYYY-MM-DD. Throws a LunarError beyond 1900 to 2100 and where there is no such day (R5.07). */
export function lunarOf(day: string): LunarDay {
  if (/^\d+-\d+-\d+$/.test(day)) checkYear(Number(day.split('-')[0]))
  if (!isDay(day)) throw new LunarError(`没有“${day}”这一天`)
  const { year } = partsOfDay(day)
  const of = day >= (monthsOf(year)[0]?.start ?? '') ? year : year - 1
  const months = monthsOf(of)
  const at = months.findLastIndex(({ start }) => start <= day)
  const { month, leap, name, start, length } = months[at]!
  const date = daysFrom(start, day)
  const words = Names.NAMES[date - 1] ?? ''
  const last = at === months.length - 1 && date === length
  const festival = last ? NEW_YEARS_EVE : lunarFestival(month, date, leap)
  const text = date === 1 ? name : words
  return { year: of, month, leap, day: date, text, name: `${name}${words}`, ...(festival ? { festival } : {}) }
}

/**
 * The day, YYYY-MM-DD, of a lunar one. Throws a LunarError for a year beyond 1900 to 2100, a month beyond 1 to 12, a
 * leap month that the year lacks, and a day that the month lacks (R5.07).
 */
export function dayOfLunar({ year, month, leap, day }: LunarDate): string {
  checkYear(year)
  if (!Number.isInteger(month) || month < 1 || month > 12) throw new LunarError(`农历月份为 1 至 12，没有 ${month} 月`)
  const found = monthsOf(year).find(one => one.month === month && one.leap === leap)
  if (!found) throw new LunarError(`农历 ${year} 年没有闰 ${month} 月`)
  if (!Number.isInteger(day) || day < 1 || day > found.length)
    throw new LunarError(`农历 ${year} 年${found.name}有 ${found.length} 天，没有第 ${day} 天`)
  return addDays(found.start, day - 1)
}

/** Solar terms of a year by their days. */
const terms = new Map<number, Map<string, string>>()
function termsOf(year: number): Map<string, string> {
  const known = terms.get(year)
  if (known) return known
  const days = new Map<string, string>()
  // the first of a year is the winter solstice of the year before, the next year's first is this year's
  for (let index = 0; index <= TERMS; index++) {
    const term = SolarTerm.fromIndex(index === TERMS ? year + 1 : year, index % TERMS)
    days.set(dayOf(term.getSolarDay()), term.getName())
  }
  terms.set(year, days)
  return days
}

/** The solar term that begins on a day, 清明; undefined on others. */
export const termOf = (day: string): string | undefined => termsOf(partsOfDay(day).year).get(day)

/** What a cell says below its number. */
export interface DayWords {
  text: string
  /** the whole lunar day, for screen readers and the tip */
  name: string
  kind: 'lunar' | 'lunarFestival' | 'gregorianFestival' | 'term'
}

/** The most telling word of a day: a lunar festival, one of the year, a solar term, else the lunar day. */
export function wordsOfDay(day: string, festivals: boolean): DayWords {
  const lunar = lunarOf(day)
  const { name } = lunar
  if (festivals) {
    if (lunar.festival) return { text: lunar.festival, name, kind: 'lunarFestival' }
    const gregorian = gregorianFestival(day)
    if (gregorian) return { text: gregorian, name, kind: 'gregorianFestival' }
    const term = termOf(day)
    if (term) return { text: term, name, kind: 'term' }
  }
  return { text: lunar.text, name, kind: 'lunar' }
}
