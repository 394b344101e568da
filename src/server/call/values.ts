import { FIELD_TRAITS, type ValueType } from '../../core/model/field/traits.ts'
import type { FieldModel } from '../db/tables/models.ts'

/** Parses a value leniently; `undefined` means that it is not of this kind, and the caller refuses it. */
type Reader = (text: string) => string | number | undefined

const INTEGER = /^[+-]?\d{1,15}$/
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,10})?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

const integer: Reader = text => (INTEGER.test(text) ? Number(text) : undefined)
const decimal: Reader = text => (DECIMAL.test(text) ? Number(text) : undefined)
const anyText: Reader = text => (text.includes('\u0000') ? undefined : text)

export const date: Reader = text => {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (!year) return undefined
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return parsed.getUTCMonth() + 1 === Number(month) && parsed.getUTCDate() === Number(day) ? text : undefined
}

export const datetime: Reader = text => {
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
const flag: Reader = text => FLAGS.get(text)

const READERS: Record<ValueType, Reader> = {
  text: anyText,
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

export const readerOf = (field: FieldModel): Reader =>
  field.multiple ? anyText : READERS[FIELD_TRAITS[field.kind].value]

/** Limit of choices in one filter: more than anyone pastes, but few enough to compare in one statement. */
export const MOST_CHOICES = 5000
export const TOO_MANY_CHOICES = `最多 ${MOST_CHOICES} 项，请分几次进行`

/** Choices come comma-joined or as a list. */
export function choices(value: unknown): string[] {
  const list = Array.isArray(value) ? value : String(value ?? '').split(',')
  return list.map(item => String(item).trim()).filter(item => item !== '')
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
