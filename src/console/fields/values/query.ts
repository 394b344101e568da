import { NUMBER_KINDS, RANGE_KINDS, TEXT_KINDS } from '../../../core/model/field/traits.ts'
import { rangeKeys } from '../../../core/contract/api.ts'
import type { FieldKind } from '../../../core/model/documents.ts'
import { isList, joinList, listOf, wholeText } from './pasted.ts'
import { plain } from './text.ts'
import { EMPTY, isWorded } from './words.ts'

interface Named {
  name: string
  kind: FieldKind
  multiple?: boolean
  search?: string
}

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

export const isRange = (field: Named): boolean =>
  RANGE_KINDS.has(field.kind) && !(NUMBER_KINDS.has(field.kind) && field.search === 'exact')

/** Arguments that a filter sends; none if it is empty. */
export function filterArgs(field: Named, value: string): Record<string, unknown> {
  if (value === '') return {}
  if (isList(value)) return { [field.name]: listOf(value) }
  if (isWorded(field, value)) return { [field.name]: value }
  if (isRange(field)) return rangeArgs(field, value)
  if (field.kind === 'flag') return { [field.name]: Number(value) }
  return { [field.name]: value }
}

function rangeArgs(field: Named, value: string): Record<string, unknown> {
  const [startKey, endKey, belowKey] = rangeKeys(field.name)
  const [from, to, open] = splitRange(value)
  const wire = (text: string): string | number => (NUMBER_KINDS.has(field.kind) ? Number(text) : text)
  return {
    ...(from ? { [startKey]: wire(from) } : {}),
    ...(to ? { [open ? belowKey : endKey]: wire(to) } : {}),
  }
}

/** A list's arguments as the text of a filter, which its control shows and the URL holds; '' if it asks for none. */
export function filterText(field: Named, args: Readonly<Record<string, unknown>>): string {
  const [start, end, below] = rangeKeys(field.name).map(key => plain(args[key]))
  const value = args[field.name]
  if (plain(value) === '') return isRange(field) ? joinRange(start ?? '', below || end || '', Boolean(below)) : ''
  if (!Array.isArray(value))
    return isRange(field) && value !== EMPTY ? joinRange(plain(value), plain(value)) : plain(value)
  const items = value.map(plain)
  if (!TEXT_KINDS.has(field.kind) && !items.some(item => item.includes(','))) return items.join(',')
  return items.length === 1 ? onlyText(items[0] ?? '') : joinList(items)
}
const onlyText = (text: string): string => (text === EMPTY ? text : wholeText(text))

/** What an expression of a tab gives, as the text of a filter. */
export const givenText = (value: unknown): string => (Array.isArray(value) ? joinList(value.map(plain)) : plain(value))
