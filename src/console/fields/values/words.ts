import { isWorded } from '../../../core/contract/filter-args.ts'
import { EMPTY, NOT, ONLY, readWords, type Chosen } from '../../../core/contract/filter-words.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { joinNames, t } from '../../i18n/t.ts'
import { isList, listOf } from './pasted.ts'

type Asked = Pick<FieldFacts, 'kind' | 'multiple'>

const asValue = (text: string): unknown => (isList(text) ? listOf(text) : text)

/** Whether a select can show these keys, 未注明 among them. */
export const isPlainChoice = ({ multiple }: Asked, keys: readonly string[]): boolean =>
  !keys.includes(NOT) && !keys.includes(ONLY) && (multiple === true || keys.length < 2)

/** The keys that a filter's text names, the first ones first, so that their names can be asked for. */
export function keysNamed(field: Asked, text: string): string[] {
  const { among, except } = readWords(field, asValue(text))
  return [...new Set([among, except].flatMap(part => (part ? [...part.keys, ...part.only] : [])))]
}

export const EMPTY_NAME = '未注明'

function named({ keys, only, empty }: Chosen, nameOf: (key: string) => string): string {
  return joinNames([
    ...keys.map(nameOf),
    ...(empty ? [t(EMPTY_NAME)] : []),
    ...(only.length > 0 ? [t('仅本级：{names}', { names: joinNames(only.map(nameOf)) })] : []),
  ])
}

/** What a filter's text says, with the names of its keys: 未注明; 非：淘宝、京东; 仅本级：淮南市. */
export function wordsText(field: Asked, text: string, nameOf: (key: string) => string): string {
  const { among, except } = readWords(field, asValue(text))
  const isFilled = except?.empty === true && except.keys.length + except.only.length === 0
  return [
    ...(among ? [named(among, nameOf)] : []),
    ...(isFilled ? [t('已注明')] : except ? [t('非：{names}', { names: named(except, nameOf) })] : []),
  ].join('，')
}

export { EMPTY, isWorded }
