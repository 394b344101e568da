import { sql, type RawBuilder } from 'kysely'
import { readWords, wordProblem, type Chosen, type WordProblem } from '../../../core/contract/filter-words.ts'
import { anyOf } from '../../access/row-scope.ts'
import { badRequest } from '../../answer/refusal.ts'
import { amongThese } from '../../db/arrays.ts'
import { columnType } from '../../db/tables/column-types.ts'
import type { FieldModel } from '../../db/tables/models.ts'

type Condition = RawBuilder<boolean>

const PROBLEMS: Record<WordProblem['why'], (word: string) => string> = {
  unknown: word => `没有筛选用词 ${word}`,
  kind: word => `不能用 ${word} 筛选`,
  nothing: word => `${word} 后面要有值`,
}

/** Refuses unknown words, and words that say nothing of such a field. */
export function checkWords(field: FieldModel, value: unknown): void {
  const problem = wordProblem(field, value)
  if (problem) throw badRequest(PROBLEMS[problem.why](problem.word))
}

/** Nothing stands in it: null, or a text without characters. */
export function emptyIn(field: FieldModel): Condition {
  const column = sql.ref(field.name)
  return columnType(field) === 'text'
    ? sql<boolean>`(${column} is null or ${column} = '')`
    : sql<boolean>`${column} is null`
}

/**
 * Rows that the words of a filter's value choose. `held`: the condition for one of several keys. `hidden`: the values
 * are masked, so only what every reader of the list sees may be asked: whether there is one.
 */
export function byWords(
  field: FieldModel,
  value: unknown,
  hidden: boolean,
  held: (keys: string[]) => Condition,
): Condition {
  const { among, except } = readWords(field, value)
  if (hidden && [among, except].some(part => part && part.keys.length > 0))
    throw badRequest(`${field.label}已脱敏，只能按是否有内容筛选`)
  const has = ({ keys, only, empty }: Chosen): Condition =>
    anyOf([
      ...(keys.length > 0 ? [held(keys)] : []),
      ...(only.length > 0 ? [amongThese(field.name, only)] : []),
      ...(empty ? [emptyIn(field)] : []),
    ])
  // rows without a value remain, of which a plain `not` would say nothing
  const left = except ? [sql<boolean>`(${has(except)} is not true)`] : []
  return sql<boolean>`(${sql.join([...(among ? [has(among)] : []), ...left], sql` and `)})`
}
