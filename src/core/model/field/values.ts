import { cleaned, type Written } from './clean.ts'
import { rounded } from './rounded.ts'
import { FIELD_TRAITS, type ValueType } from './traits.ts'

/** Reads a value that travels as text; `undefined` when it is none of this kind. */
export type ValueReader = (text: string) => string | number | undefined

const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^[+-]?(?:\d+\.?|\d*\.\d{1,10})$/
/** More are not told apart by the numbers that travel: the last ones would become others. */
const MOST_DIGITS = 15
const MONEY_DIGITS = 2

const digitsIn = (text: string): number => text.replace(/^[+-]?0*\.?0*|\./g, '').length
const numeric =
  (pattern: RegExp): ValueReader =>
  text =>
    pattern.test(text) && digitsIn(text) <= MOST_DIGITS ? Number(text) + 0 : undefined
const integer = numeric(INTEGER)
const decimal = numeric(DECIMAL)
const MOST_MONEY = 1e13
/** 四舍五入 to the cent, which is what is stored */
const money: ValueReader = text => {
  const value = decimal(text)
  return value === undefined || Math.abs(Number(value)) >= MOST_MONEY ? undefined : rounded(Number(value), MONEY_DIGITS)
}

const anyText: ValueReader = text => text

/** 2026-11-05, 2026.11.5, 2026/11/5 and 2026年11月5日, with a time behind it or without. */
const SET_APART = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const TOGETHER = /^(\d{4})(\d{2})(\d{2})$/
const two = (digits = ''): string => digits.padStart(2, '0')

/** Whether there is such a day: 2026-02-30 is none, and no calendar has a year 0. */
function isDay(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && at.getUTCMonth() + 1 === month && at.getUTCDate() === day
}

/** Day and time of a moment as people write it; undefined: it is none, or there is no such day. */
function momentIn(text: string): [day: string, time: string | undefined] | undefined {
  const [, year = '', month, day, hours, minutes, seconds] = SET_APART.exec(text) ?? TOGETHER.exec(text) ?? []
  if (!isDay(Number(year), Number(month), Number(day))) return undefined
  const time = hours === undefined ? undefined : `${two(hours)}:${minutes}:${seconds ?? '00'}`
  return time === undefined || /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
    ? [[year, two(month), two(day)].join('-'), time]
    : undefined
}
const MIDNIGHT = '00:00:00'
const dayOf: ValueReader = text => {
  const [day, time = MIDNIGHT] = momentIn(text) ?? []
  return time === MIDNIGHT ? day : undefined
}
const momentOf: ValueReader = text => {
  const [day, time = MIDNIGHT] = momentIn(text) ?? []
  return day === undefined ? undefined : `${day} ${time}`
}

const FLAGS = new Map([
  ['0', 0],
  ['1', 1],
  ['true', 1],
  ['false', 0],
])
const flag: ValueReader = text => FLAGS.get(text)

const READERS: Record<ValueType, ValueReader> = {
  text: anyText,
  integer,
  number: decimal,
  money,
  day: dayOf,
  moment: momentOf,
  flag,
  key: anyText,
  files: anyText,
  json: anyText,
  rows: anyText,
}

/**
 * How a field of this kind is read: what is stored of a text in which a value travels. A choice of several keys stays
 * the text that it travels as, comma-joined.
 */
export const readerOf = (field: Written): ValueReader => {
  const read = field.multiple ? anyText : READERS[FIELD_TRAITS[field.kind].value]
  // PostgreSQL stores no NUL in a text
  return text => (text.includes('\u0000') ? undefined : read(cleaned(field, text)))
}

/** A day as it is stored, 2026-01-31: what is written otherwise is none. */
export const date: ValueReader = text => (dayOf(text) === text ? text : undefined)
/** A moment as 2026-01-31 08:30:00; seconds and time may be left out. */
export const datetime: ValueReader = text => (AS_STORED.test(text) ? momentOf(text) : undefined)
const AS_STORED = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:|$)/
