import type { FieldKind } from './fields.ts'
import { legible } from './legible.ts'
import { FIELD_TRAITS, type ValueType } from './traits.ts'

/** Reads a value that travels as text; `undefined` when it is none of this kind. */
export type ValueReader = (text: string) => string | number | undefined

const INTEGER = /^[+-]?\d{1,15}$/
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,10})?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

const integer: ValueReader = text => (INTEGER.test(text) ? Number(text) : undefined)
const decimal: ValueReader = text => (DECIMAL.test(text) ? Number(text) : undefined)
/** PostgreSQL stores no NUL in a text. */
const anyText: ValueReader = text => (text.includes('\u0000') ? undefined : text)
const words: ValueReader = text => (text.includes('\u0000') ? undefined : legible(text))

/** A day as 2026-01-31; 2026-02-30 is none, and no calendar has a year 0. */
export const date: ValueReader = text => {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (!Number(year)) return undefined
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return parsed.getUTCMonth() + 1 === Number(month) && parsed.getUTCDate() === Number(day) ? text : undefined
}

/** A moment as 2026-01-31 08:30:00; seconds and time may be left out. */
export const datetime: ValueReader = text => {
  const [day = '', time, ...rest] = text.split(/[ T]/)
  if (date(day) === undefined || rest.length > 0) return undefined
  if (time === undefined) return `${day} 00:00:00`
  return TIME.test(time) ? `${day} ${time.length === 5 ? `${time}:00` : time}` : undefined
}

const FLAGS = new Map([
  ['0', 0],
  ['1', 1],
  ['true', 1],
  ['false', 0],
])
const flag: ValueReader = text => FLAGS.get(text)

const READERS: Record<ValueType, ValueReader> = {
  text: words,
  integer,
  number: decimal,
  money: decimal,
  day: date,
  moment: datetime,
  flag,
  key: anyText,
  files: anyText,
  json: anyText,
  rows: anyText,
}

/** How a field of this kind is read; a choice of several keys stays the text that it travels as, comma-joined. */
export const readerOf = (field: { kind: FieldKind; multiple?: boolean | undefined }): ValueReader =>
  field.multiple ? anyText : READERS[FIELD_TRAITS[field.kind].value]
