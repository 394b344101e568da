import { NUMBER_KINDS, RANGE_KINDS } from '../../../core/model/field/traits.ts'
import { rangeKeys } from '../../../core/contract/api.ts'
import type { FieldKind } from '../../../core/model/documents.ts'

import { isList, listOf, takesList } from './pasted.ts'

interface Named {
  name: string
  kind: FieldKind
  search?: string
}

/** Separates start and end: a filter's value is a single text in its control and in the URL. */
const SEPARATOR = '~'
export const joinRange = (from: string, to: string): string => (from || to ? `${from}${SEPARATOR}${to}` : '')
export function splitRange(value: string): [string, string] {
  const [from = '', to = ''] = value.split(SEPARATOR)
  return [from, to]
}

export const isRange = (field: Named): boolean =>
  RANGE_KINDS.has(field.kind) && !(NUMBER_KINDS.has(field.kind) && field.search === 'exact')

/** Arguments that a filter sends; none if it is empty. */
export function filterArgs(field: Named, value: string): Record<string, unknown> {
  if (value === '') return {}
  if (isRange(field)) return rangeArgs(field, value)
  if (takesList(field.kind) && isList(value)) return { [field.name]: listOf(value) }
  if (field.kind === 'flag') return { [field.name]: Number(value) }
  return { [field.name]: value }
}

function rangeArgs(field: Named, value: string): Record<string, unknown> {
  const [startKey, endKey] = rangeKeys(field.name)
  const [from, to] = splitRange(value)
  const wire = (text: string): string | number => (NUMBER_KINDS.has(field.kind) ? Number(text) : text)
  return { ...(from ? { [startKey]: wire(from) } : {}), ...(to ? { [endKey]: wire(to) } : {}) }
}
