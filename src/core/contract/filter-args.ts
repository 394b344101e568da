import type { FieldKind } from '../model/documents.ts'
import { NUMBER_KINDS, RANGE_KINDS } from '../model/field/traits.ts'
import { rangeKeys } from './api.ts'
import { hasWords, SEPARATOR as BETWEEN, wordProblem } from './filter-words.ts'

export interface NamedFilter {
  name: string
  kind: FieldKind
  multiple?: boolean
  search?: string
}

export const isList = (value: string): boolean => value.includes(BETWEEN)
export const listOf = (value: string): string[] => value.split(BETWEEN).filter(one => one !== '')
const asValue = (text: string): unknown => (isList(text) ? listOf(text) : text)

/** Whether a filter's text says more than its values: that there is none, or which are left out. */
export const isWorded = (field: Pick<NamedFilter, 'kind' | 'multiple'>, text: string): boolean =>
  text.includes('$') && hasWords(field, asValue(text)) && wordProblem(field, asValue(text)) === undefined

/** Separates start and end: a filter's value is a single text in its control and in the URL. */
const SEPARATOR = '~'
/** Before an end that does not belong to the range. */
const OPEN = '<'
/** `open`: the end does not belong to it. */
export const joinRange = (from: string, to: string, open = false): string =>
  from || to ? `${from}${SEPARATOR}${open && to ? OPEN : ''}${to}` : ''
export function splitRange(value: string): [from: string, to: string, open: boolean] {
  const [from = '', to = ''] = value.split(SEPARATOR)
  return to.startsWith(OPEN) ? [from, to.slice(OPEN.length), true] : [from, to, false]
}

export const isRange = (field: NamedFilter): boolean =>
  RANGE_KINDS.has(field.kind) && !(NUMBER_KINDS.has(field.kind) && field.search === 'exact')

/** Arguments that a filter sends; none if it is empty. */
export function filterArgs(field: NamedFilter, value: string): Record<string, unknown> {
  if (value === '') return {}
  if (isList(value)) return { [field.name]: listOf(value) }
  if (isWorded(field, value)) return { [field.name]: value }
  if (isRange(field)) return rangeArgs(field, value)
  if (field.kind === 'flag') return { [field.name]: Number(value) }
  return { [field.name]: value }
}

function rangeArgs(field: NamedFilter, value: string): Record<string, unknown> {
  const [startKey, endKey, belowKey] = rangeKeys(field.name)
  const [from, to, open] = splitRange(value)
  const wire = (text: string): string | number => (NUMBER_KINDS.has(field.kind) ? Number(text) : text)
  return {
    ...(from ? { [startKey]: wire(from) } : {}),
    ...(to ? { [open ? belowKey : endKey]: wire(to) } : {}),
  }
}
