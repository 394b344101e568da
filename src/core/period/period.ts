import { addDays, addMonths, daysFrom, earlier, FIRST_YEAR, isDay, LAST_YEAR, later, partsOfDay } from './day.ts'
import { type Days, type Grain, readUnit, stepUnit, unitKey, unitOf } from './units.ts'

/** What a period is: a whole day, week, month, quarter or year, or any days. */
export type PeriodBy = Grain | 'range'
export const PERIODS_BY: readonly PeriodBy[] = ['day', 'week', 'month', 'quarter', 'year', 'range']

/** Days that numbers are looked at for; `start` is never after `end`. */
export interface Period extends Days {
  by: PeriodBy
}

/** A period, or why there is none; the words are Chinese and stand in the catalogues of languages. */
export type ReadPeriod = { period: Period; problem?: undefined } | { period?: undefined; problem: PeriodProblem }

export interface PeriodProblem {
  code: 'no-period' | 'no-day' | 'no-unit' | 'ends-before-it-begins' | 'beyond-years'
  text: string
  /** what stands in the text's braces */
  values: Record<string, string | number>
}

/** A period as parts, such as arguments of a call. Without `by` it is what whole unit the days are, else a range. */
export interface PeriodParts {
  start?: string | undefined
  end?: string | undefined
  by?: string | undefined
}

const RANGE = '..'
const TEXTS: Record<PeriodProblem['code'], string> = {
  'no-period': '“{value}”不是统计周期：写作 {forms}',
  'no-day': '没有“{value}”这一天',
  'no-unit': '没有“{value}”这一期',
  'ends-before-it-begins': '结束日期 {end} 早于开始日期 {start}',
  'beyond-years': '“{value}”超出 {first} 年至 {last} 年',
}
const problem = (code: PeriodProblem['code'], values: PeriodProblem['values']): ReadPeriod => ({
  problem: { code, text: TEXTS[code], values },
})

/** How each kind of period is written. */
const FORMS: Record<PeriodBy, string> = {
  year: '2026',
  quarter: '2026-Q1',
  month: '2026-01',
  week: '2026-W05',
  day: '2026-01-31',
  range: '2026-01-01..2026-01-31',
}
const formsOf = (kinds: readonly PeriodBy[]): string =>
  (Object.keys(FORMS) as PeriodBy[])
    .filter(kind => kinds.includes(kind))
    .map(kind => FORMS[kind])
    .join('、')

/** A problem's text with its values. */
export const problemText = ({ text, values }: PeriodProblem): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export const withinYears = ({ start, end }: Days): boolean =>
  partsOfDay(start).year >= FIRST_YEAR && partsOfDay(end).year <= LAST_YEAR
const beyond = (value: string): ReadPeriod => problem('beyond-years', { value, first: FIRST_YEAR, last: LAST_YEAR })

/**
 * Reads a period: `2026`, `2026-Q1`, `2026-01`, `2026-W05`, `2026-01-31`, `2026-01-01..2026-03-15`, or its parts.
 * Refuses days that do not exist, a period that ends before it begins, and years before 1900 or after 2100. `kinds`:
 * those that are offered, as far as the refusal tells how to write one.
 */
export function periodOf(from: string | PeriodParts, kinds: readonly PeriodBy[] = PERIODS_BY): ReadPeriod {
  if (typeof from !== 'string') return periodOfParts(from)
  const [start = '', end, ...more] = from.split(RANGE)
  if (end !== undefined && more.length === 0) return rangeOf(start, end, 'range')
  const unit = readUnit(from)
  if (!unit) return problem('no-period', { value: from, forms: formsOf(kinds) })
  if (unit.first === undefined || !isDay(unit.first))
    return problem(unit.grain === 'day' ? 'no-day' : 'no-unit', { value: from })
  const period: Period = { ...unitOf(unit.first, unit.grain), by: unit.grain }
  return withinYears(period) ? { period } : beyond(from)
}

function periodOfParts({ start = '', end = '', by }: PeriodParts): ReadPeriod {
  if (by !== undefined && !PERIODS_BY.some(one => one === by))
    return problem('no-period', { value: by, forms: formsOf(PERIODS_BY) })
  return rangeOf(start.slice(0, 10), end.slice(0, 10), by as PeriodBy | undefined)
}

/** These days as a period; as the unit that was asked for only where they are just that. */
function rangeOf(start: string, end: string, by?: PeriodBy): ReadPeriod {
  for (const value of [start, end]) if (!isDay(value)) return problem('no-day', { value })
  if (end < start) return problem('ends-before-it-begins', { start, end })
  const days = { start, end }
  if (!withinYears(days)) return beyond(partsOfDay(start).year < FIRST_YEAR ? start : end)
  return { period: { ...days, by: by === undefined || by === 'range' ? (by ?? wholeUnit(days)) : fitting(days, by) } }
}

const isUnit = ({ start, end }: Days, grain: Grain): boolean => {
  const unit = unitOf(start, grain)
  return unit.start === start && unit.end === end
}
const fitting = (days: Days, grain: Grain): PeriodBy => (isUnit(days, grain) ? grain : 'range')
const wholeUnit = (days: Days): PeriodBy =>
  (['day', 'month', 'quarter', 'year', 'week'] as const).find(grain => isUnit(days, grain)) ?? 'range'

/** The period as text, for an address: what `periodOf` reads. */
export const periodText = ({ start, end, by }: Period): string =>
  by === 'range' ? `${start}${RANGE}${end}` : unitKey(start, by)

/** The day's period of this kind; a range is the month. */
export const periodAt = (day: string, by: PeriodBy): Period => ({ ...unitOf(day, by === 'range' ? 'month' : by), by })

/** How many whole months a range is: 1 January to 31 March are three; undefined where it is none. */
export function wholeMonths({ start, end }: Days): number | undefined {
  if (unitOf(start, 'month').start !== start || unitOf(end, 'month').end !== end) return undefined
  const [a, b] = [partsOfDay(start), partsOfDay(end)]
  return (b.year - a.year) * 12 + b.month - a.month + 1
}

function stepRange(days: Days, by: number): Days {
  const months = wholeMonths(days)
  if (months !== undefined) {
    const start = addMonths(days.start, months * by)
    return { start, end: addDays(addMonths(start, months), -1) }
  }
  const shift = daysFrom(days.start, days.end) * by
  return { start: addDays(days.start, shift), end: addDays(days.end, shift) }
}

/**
 * The period `by` further on, back if negative: whole months for a month; a range moves by its own length, in months
 * where it consists of them. Undefined beyond 1900 to 2100.
 */
export function stepPeriod(period: Period, by: number): Period | undefined {
  const days = period.by === 'range' ? stepRange(period, by) : stepUnit(period.start, period.by, by)
  return withinYears(days) ? { ...days, by: period.by } : undefined
}

/** What of a period lies between two days; undefined where nothing does. */
export function clampPeriod(period: Period, min: string | undefined, max: string | undefined): Period | undefined {
  const [start, end] = [later(period.start, min ?? period.start), earlier(period.end, max ?? period.end)]
  if (end < start) return undefined
  const same = start === period.start && end === period.end
  return { start, end, by: same ? period.by : 'range' }
}

/** The period as long as it has lasted by `today`, which counts; whole where it has ended or not begun. */
export const sofar = (period: Period, today: string): Period =>
  period.start > today ? period : (clampPeriod(period, undefined, today) ?? period)
