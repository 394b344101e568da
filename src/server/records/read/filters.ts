import { sql, type RawBuilder } from 'kysely'
import { MOST_VALUES, rangeKeys } from '../../../core/contract/api.ts'
import { hasWords } from '../../../core/contract/filter-words.ts'
import {
  CHOICE_KINDS,
  FIELD_TRAITS,
  RANGE_KINDS,
  STRUCTURE_KINDS,
  TEXT_KINDS,
  UNSEARCHABLE_KINDS,
} from '../../../core/model/field/traits.ts'
import { LIMIT_SOON } from '../../../core/model/field/parts.ts'
import { nearUntil } from '../../../core/workflow/due.ts'
import type { Calendar } from '../../../core/workflow/working-days.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { anyOf, escapeLike, startsWith } from '../../access/row-scope.ts'
import { amongThese, arrayOf } from '../../db/arrays.ts'
import { chinaTime } from '../../db/time.ts'
import { textIndexed } from '../../db/tables/indexes.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import type { Guessed } from '../../access/guesses.ts'
import { isProse } from '../../access/field-rights.ts'
import { foundUnmasked, foundWhole, whereSeen, withoutNumbersIn } from './mask.ts'
import { alike, patternOf, wordsOf } from '../../../core/model/field/alike.ts'
import { cleaned, storedWays } from '../../../core/model/field/clean.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import { choices, MOST_CHOICES, TOO_MANY_CHOICES } from '../../call/values.ts'
import { inAreas } from './area-filter.ts'
import { byWords, checkWords } from './word-filters.ts'

type Condition = RawBuilder<boolean>

/** Keys of a list request that are not filters. */
const PAGING = new Set(['pageNo', 'pageRowNo', 'pageFlag', 'exactTotal', 'orderBy'])
/** Stored as JSON, so it cannot be listed, searched or sorted by. */
export const isStructure = (field: FieldModel): boolean => STRUCTURE_KINDS.has(field.kind)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
/** Scalars and lists of scalars; structures would be compared as some text. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(one => typeof one !== 'object'))

export const isHidden = (field: FieldModel): boolean => field.secret === true

/**
 * How to build the conditions. `plain`: masked values may be searched in part;
 * `near`: the area leaves few rows; `compared`: every row is compared, so no other index should be used.
 */
export interface Asker {
  plain?: boolean
  near?: boolean
  compared?: boolean
  /** takes each whole value that is looked for behind a mask, to be counted before anything is compared */
  guessed?: Guessed
  /** what else has to hold where a text of names is searched for one of them */
  named?: (field: FieldModel, name: string) => Condition[]
  /** days off, by which a limit is near; without it nothing can be filtered by limits */
  calendar?: () => Calendar
}

/** Unknown filters are refused: ignoring one would show more rows than the user asked for. */
export function filterConditions(entity: Entity, request: Record<string, unknown>, asker: Asker = {}): Condition[] {
  return Object.entries(request).flatMap(([key, value]) => {
    if (PAGING.has(key) || isEmpty(value) || meansAll(entity.byName.get(key), value)) return []
    if (!isPlain(value)) throw badRequest(`参数 ${key} 格式不正确`)
    const condition = named(key, () => conditionFor(entity, key, value, asker))
    if (!condition) throw badRequest(`未知的筛选条件：${key}`)
    return [condition]
  })
}

/** Whether a value of a filter stands for all values of the field. */
export const meansAll = (field: FieldModel | undefined, value: unknown): boolean =>
  field?.all !== undefined && isPlain(value) && choices(value).includes(String(field.all))

/** Adds the argument's name to the error of a filter. */
function named<T>(key: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw error instanceof Refusal
      ? new Refusal(error.status, `参数 ${key}：${error.message}`, { [key]: error.message })
      : error
  }
}

function conditionFor(entity: Entity, key: string, value: unknown, asker: Asker): Condition | undefined {
  const field = entity.byName.get(key)
  if (field)
    return isHidden(field) || UNSEARCHABLE_KINDS.has(field.kind)
      ? undefined
      : whereSeen(entity, field, ofField(entity, field, value, asker))
  for (const ranged of entity.fields) {
    if (!RANGE_KINDS.has(ranged.kind) || isHidden(ranged)) continue
    const end = ENDS[rangeKeys(ranged.name).indexOf(key)]
    if (end) return whereSeen(entity, ranged, limit(bound(ranged, value, end), asker))
  }
  return undefined
}

function ofField(entity: Entity, field: FieldModel, value: unknown, asker: Asker): Condition {
  checkWords(field, value)
  const isMasked = field.mask !== undefined && !asker.plain
  if (hasWords(field, value)) {
    const hidden = isMasked || holdsHidden(entity, field, value)
    return byWords(field, value, hidden, keys => oneOfKeys(entity, field, keys, asker))
  }
  const found = equalTo(entity, field, value, asker)
  if (!isMasked) return found
  if (Array.isArray(value) && TEXT_KINDS.has(field.kind)) return foundUnmasked(entity, field, found)
  return foundWhole({ entity, field, text: String(value), guessed: asker.guessed }, found)
}

/** Whether a number is looked for in what people wrote, by somebody who does not see numbers there. */
const holdsHidden = (entity: Entity, field: FieldModel, value: unknown): boolean =>
  entity.withoutNumbers === true && isProse(field) && /\d/.test(JSON.stringify(value))

function equalTo(entity: Entity, field: FieldModel, value: unknown, asker: Asker): Condition {
  if (FIELD_TRAITS[field.kind].filter === 'area')
    return ofKeys(value, codes => inAreas(field.name, [...new Set(codes.map(areaPrefix))], asker.near))
  if (field.multiple)
    return ofKeys(
      value,
      keys =>
        sql<boolean>`string_to_array(${sql.ref(field.name)}, ',') &&
            ${arrayOf(keys.map(key => read(field, key)))}::text[]`,
    )
  if (field.kind === 'limit') return ofKeys(value, keys => anyOf(keys.map(key => byLimit(field, key, asker))))
  if (CHOICE_KINDS.has(field.kind))
    return ofKeys(value, keys =>
      amongThese(
        field.name,
        keys.map(key => read(field, key)),
      ),
    )
  if (RANGE_KINDS.has(field.kind)) return amongThese(field.name, [read(field, String(value))])
  if (field.search === 'names')
    return ofKeys(value, names => anyOf(names.map(name => holdsName(entity, field, name, asker))))
  if (Array.isArray(value)) return oneOf(entity, field, choices(value))
  return matching(entity, field, String(value).trim(), asker)
}

/** Past its limit, or so near to it that its tag says so: a range of the column, which its index serves. */
function byLimit({ name, label }: FieldModel, key: string, { calendar }: Asker): Condition {
  const now = chinaTime()
  if (!calendar || !['late', 'soon'].includes(key)) throw badRequest(`${label}不能按“${key}”筛选`)
  if (key === 'late') return sql<boolean>`${sql.ref(name)} < ${now}`
  return sql<boolean>`(${sql.ref(name)} >= ${now} and ${sql.ref(name)} < ${nearUntil(now, LIMIT_SOON, calendar())})`
}

const oneOfKeys = (entity: Entity, field: FieldModel, keys: string[], asker: Asker): Condition =>
  RANGE_KINDS.has(field.kind)
    ? amongThese(
        field.name,
        keys.map(key => read(field, key)),
      )
    : equalTo(entity, field, keys, asker)

/** A list with only empty choices is no filter. */
function ofKeys(value: unknown, find: (keys: string[]) => Condition): Condition {
  const keys = choices(value)
  if (keys.length > MOST_CHOICES) throw badRequest(TOO_MANY_CHOICES)
  return keys.length === 0 ? sql<boolean>`true` : find(keys)
}

/** Whole texts, such as a list of codes that somebody pasted. */
function oneOf(entity: Entity, field: FieldModel, texts: string[]): Condition {
  if (texts.length > MOST_VALUES) throw badRequest(`一次最多按${MOST_VALUES}个值筛选，现有${texts.length}个`)
  texts.forEach(refuseLong)
  if (texts.length === 0) return sql<boolean>`true`
  return holdsHidden(entity, field, texts)
    ? sql<boolean>`${withoutNumbersIn(field.name)} = any(${arrayOf(texts)}::text[])`
    : amongThese(field.name, [...new Set(texts.flatMap(text => storedWays(field, text)))])
}

function matching(entity: Entity, field: FieldModel, given: string, asker: Asker): Condition {
  read(field, given)
  refuseLong(given)
  // numbers that the reader does not see are not found either, not by their parts
  if (holdsHidden(entity, field, given))
    return sql<boolean>`${withoutNumbersIn(field.name)} like ${`%${escapeLike(given)}%`}`
  const ways = storedWays(field, given)
  if (field.search === 'exact') return amongThese(field.name, ways)
  if (field.search === 'prefix') return anyOf(ways.map(way => startsWith(field.name, way, asker.near)))
  const words = wordsOf(cleaned(field, given))
  return allOf(words.map(word => byPairs(entity, field, word, holdsWord(field.name, word), asker)))
}

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`

/** One of the names that a text consists of, as a whole: 食品 is not 食品安全. */
function holdsName(entity: Entity, field: FieldModel, name: string, asker: Asker): Condition {
  read(field, name)
  refuseLong(name)
  const held = sql<boolean>`${name} = any(string_to_array(${sql.ref(field.name)}, ','))`
  const { named = () => [] } = asker
  return sql<boolean>`(${sql.join([byPairs(entity, field, name, held, asker), ...named(field, name)], sql` and `)})`
}

/** A condition that only texts with this one in them meet, by the index of pairs where there is one and it helps. */
function byPairs(
  entity: Entity,
  field: FieldModel,
  text: string,
  within: Condition,
  { near, compared }: Asker,
): Condition {
  // comparing is faster than the index of pairs if few rows are left
  if (compared || near || !textIndexed(entity).has(field.name)) return within
  // the index of pairs only finds rows that contain all pairs of characters; the comparison excludes those that have
  // them elsewhere
  return sql<boolean>`(pairs(alike(${sql.ref(field.name)})) @@ pairs_of(${alike(text)}) and coalesce(${within}, false))`
}

/**
 * Longest text to search for: it is split into pairs of characters, and thousands of them would keep the database busy
 * for half a minute.
 */
const LONGEST = 1000
export function refuseLong(text: string): void {
  if (text.length > LONGEST) throw badRequest(`查找的文字不能超过${LONGEST}个字`)
}

/** So long a word is looked for in the text as it reads: its pattern would take longer to make than to use. */
const LONG = 100
const holdsWord = (name: string, word: string): Condition =>
  word.length > LONG
    ? sql<boolean>`strpos(alike(${sql.ref(name)}), ${alike(word)}) > 0`
    : sql<boolean>`${sql.ref(name)} ~ ${patternOf(word)}`

/** Texts that hold all the words of what somebody looks for, however they are written. */
export const containing = (name: string, text: string): Condition =>
  allOf(wordsOf(text).map(word => holdsWord(name, word)))

/**
 * `is true` prevents the use of an index on the time: in a prepared statement the planner takes every range for a
 * narrow one, though the small area would find fewer rows.
 */
const limit = (condition: Condition, { near }: Asker): Condition =>
  near ? sql<boolean>`(${condition}) is true` : condition

const HAS_TIME = /[:：]/
/** In the order of their keys. */
const ENDS = ['start', 'end', 'below'] as const

/** Start and end belong to the range; for the end, a date without a time means the whole day. */
function bound(field: FieldModel, given: unknown, end: (typeof ENDS)[number]): Condition {
  const text = String(given).trim()
  const value = read(field, text)
  if (end === 'start') return sql<boolean>`${sql.ref(field.name)} >= ${value}`
  if (end === 'below') return sql<boolean>`${sql.ref(field.name)} < ${value}`
  const day = field.kind === 'datetime' ? readerOf({ kind: 'date' })(text) : undefined
  if (day !== undefined && !HAS_TIME.test(text)) return sql<boolean>`${sql.ref(field.name)} <= ${`${day} 23:59:59`}`
  return sql<boolean>`${sql.ref(field.name)} <= ${value}`
}

function read(field: FieldModel, text: string): string | number {
  const value = readerOf(field)(text)
  if (value === undefined) throw badRequest(`${field.label}格式不正确`)
  return value
}
