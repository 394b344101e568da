import { DATE_KINDS, CHOICE_KINDS, NUMBER_KINDS } from '../../../../core/model/field/traits.ts'
import type { Filter } from '../../../../core/contract/configuration.ts'
import { EMPTY } from '../../../../core/contract/filter-words.ts'
import { isRange, joinRange } from '../../../fields/values/query.ts'
import { blank, dateText, isTrue, keysOf, plain } from '../../../fields/values/text.ts'

const ONE_LINE = 200

/**
 * What a filter must be set to, to list only rows with this value, or without one. Undefined if that cannot be said:
 * the row has only a masked part of it, or the server knows no word for nothing.
 */
export function filterOf(filter: Filter, value: unknown, hasWords = true): string | undefined {
  if (blank(value)) return hasWords ? EMPTY : undefined
  if (filter.mask) return undefined
  if (filter.kind === 'flag') return isTrue(value) ? '1' : '0'
  if (isRange(filter)) return span(filter, value)
  if (CHOICE_KINDS.has(filter.kind)) return choice(filter, value)
  const text = plain(value)
  return text.length > ONE_LINE || text.includes('\n') ? undefined : text
}

const span = ({ kind }: Filter, value: unknown): string | undefined => {
  if (NUMBER_KINDS.has(kind)) return joinRange(plain(value), plain(value))
  return DATE_KINDS.has(kind) ? joinRange(dateText(value), dateText(value)) : undefined
}

const choice = ({ multiple }: Filter, value: unknown): string | undefined =>
  (multiple ? keysOf(value).join(',') : keysOf(value)[0]) || undefined
