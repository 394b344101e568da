import { TEXT_KINDS } from '../../../core/model/field/traits.ts'
import { rangeKeys } from '../../../core/contract/api.ts'
import { filterArgs, isRange, joinRange, splitRange, type NamedFilter } from '../../../core/contract/filter-args.ts'
import { joinList, wholeText } from './pasted.ts'
import { plain } from './text.ts'
import { EMPTY } from './words.ts'

export { filterArgs, isRange, joinRange, splitRange }

/** A list's arguments as the text of a filter, which its control shows and the URL holds; '' if it asks for none. */
export function filterText(field: NamedFilter, args: Readonly<Record<string, unknown>>): string {
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
