import { SEPARATOR } from '../../../core/contract/filter-words.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { isList, listOf } from '../../../core/contract/filter-args.ts'
import { cleaned, isCode } from '../../../core/model/field/clean.ts'
import { t } from '../../i18n/t.ts'

export { isList, listOf }
export const joinList = (values: readonly string[]): string => values.join(SEPARATOR)
/** One whole text, not a part of one: a list of one. */
export const wholeText = (text: string): string => text + SEPARATOR

const NAMED = 2
/** A list in words: its first values, and how many there are. */
export const listText = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : manyText(values)
const manyText = (values: readonly string[]): string =>
  t('{n}个值：{first}', {
    n: values.length,
    first: values.slice(0, NAMED).join('、') + (values.length > NAMED ? '…' : ''),
  })

/** between cells of a sheet, and lines: a name may hold every other sign */
const BETWEEN_NAMES = /[\r\n\t]+/
/** codes hold neither blanks nor commas */
const BETWEEN_CODES = /[\s,，、;；]+/

/** The values of a pasted text, each once: codes from a sheet, a letter or a chat. One value is no list. */
export function pastedValues(field: Pick<FieldFacts, 'kind' | 'search' | 'letters'>, text: string): string[] {
  const values = text
    .split(isCode(field) ? BETWEEN_CODES : BETWEEN_NAMES)
    .map(value => cleaned(field, value))
    .filter(value => value !== '')
  return [...new Set(values)]
}
