import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { numberText as groupedText } from '../../../core/contract/number-text.ts'

export const blank = (value: unknown): boolean => value === undefined || value === null || value === ''
export const plain = (value: unknown): string => (blank(value) ? '' : String(value))

/** digits behind the point that a number of a row has at most */
const MOST_DIGITS = 6
export function numberText(value: unknown, digits?: number): string {
  const number = Number(value)
  return blank(value) || !Number.isFinite(number) ? plain(value) : groupedText(number, digits, MOST_DIGITS)
}

export const dateText = (value: unknown): string => plain(value).slice(0, 10)
/** seconds are left out to keep columns narrow */
export const minuteText = (value: unknown): string => plain(value).slice(0, 16).replace('T', ' ')

export const isTrue = (value: unknown): boolean => value === 1 || value === '1' || value === true

/** 138****5678 */
export function maskText(field: FieldFacts, text: string): string {
  if (field.mask === 'phone' && /^\d{7,}$/.test(text)) return `${text.slice(0, 3)}****${text.slice(-4)}`
  if (field.mask === 'name' && text.length > 1) return text[0] + '*'.repeat(text.length - 1)
  return text
}

export const compareText = (a: unknown, b: unknown): number => plain(a).localeCompare(plain(b), 'zh-CN')
export const compareNumber = (a: unknown, b: unknown): number =>
  Number(blank(a) ? -Infinity : a) - Number(blank(b) ? -Infinity : b)
/** keys of a dictionary value, which may be a comma-joined list */
export const keysOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : plain(value)
        .split(',')
        .filter(key => key !== '')

/** rows of a sub-table, which may be stored as JSON text */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  const rows: unknown = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value
  return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
}
