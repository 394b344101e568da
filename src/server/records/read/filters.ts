import { sql, type RawBuilder } from 'kysely'
import { rangeKeys } from '../../../core/contract/api.ts'
import {
  CHOICE_KINDS,
  FIELD_TRAITS,
  RANGE_KINDS,
  STRUCTURE_KINDS,
  UNSEARCHABLE_KINDS,
} from '../../../core/model/field/traits.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { anyOf, escapeLike, startsWith } from '../../access/row-scope.ts'
import { amongThese, arrayOf } from '../../db/arrays.ts'
import { heldByArea, textIndexed } from '../../db/tables/indexes.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import { foundWhole } from './mask.ts'
import { date, readerOf } from '../../../core/model/field/values.ts'
import { choices, MOST_CHOICES, TOO_MANY_CHOICES } from '../../call/values.ts'

type Condition = RawBuilder<boolean>

/** Keys of a list request that are no filters. */
const PAGING = new Set(['pageNo', 'pageRowNo', 'pageFlag', 'orderBy'])
/** Kept as a structure: no column to list, search or order by. */
export const isStructure = (field: FieldModel): boolean => STRUCTURE_KINDS.has(field.kind)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
/** A text or a number, or a list of them; never a structure that would be read as some text. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(one => typeof one !== 'object'))

export const isHidden = (field: FieldModel): boolean => field.secret === true

/**
 * Who asks: whether masked values may be searched, whether an area limits them, whether it alone leaves few rows, and
 * whether each row is compared whatever finds it.
 */
export interface Asker {
  plain?: boolean
  limited?: boolean
  near?: boolean
  compared?: boolean
}

/** A filter that does not exist is refused: a list that silently ignores one shows the wrong rows. */
export function filterConditions(entity: Entity, request: Record<string, unknown>, asker: Asker = {}): Condition[] {
  return Object.entries(request).flatMap(([key, value]) => {
    if (PAGING.has(key) || isEmpty(value)) return []
    if (!isPlain(value)) throw badRequest(`参数 ${key} 格式不正确`)
    const condition = named(key, () => conditionFor(entity, key, value, asker))
    if (!condition) throw badRequest(`未知的筛选条件：${key}`)
    return [condition]
  })
}

/** What is wrong with a filter goes by the name that it travels under. */
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
  if (field && (isHidden(field) || UNSEARCHABLE_KINDS.has(field.kind))) return undefined
  if (field) {
    const found = equalTo(entity, field, value, asker)
    return field.mask && !asker.plain ? foundWhole(entity, field, String(value).trim(), found) : found
  }
  for (const ranged of entity.fields) {
    if (!RANGE_KINDS.has(ranged.kind) || isHidden(ranged)) continue
    const [start, end] = rangeKeys(ranged.name)
    if (key === start) return limit(bound(ranged, value, 'start'), asker)
    if (key === end) return limit(bound(ranged, value, 'end'), asker)
  }
  return undefined
}

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
  if (CHOICE_KINDS.has(field.kind))
    return ofKeys(value, keys =>
      amongThese(
        field.name,
        keys.map(key => read(field, key)),
      ),
    )
  if (RANGE_KINDS.has(field.kind)) return amongThese(field.name, [read(field, String(value))])
  return matching(entity, field, String(value).trim(), asker)
}

/** Where all that was chosen is empty nothing was. */
function ofKeys(value: unknown, find: (keys: string[]) => Condition): Condition {
  const keys = choices(value)
  if (keys.length > MOST_CHOICES) throw badRequest(TOO_MANY_CHOICES)
  return keys.length === 0 ? sql<boolean>`true` : find(keys)
}

const FEW_AREAS = 20

/**
 * A few areas are found by an index; of hundreds each row is looked up among those of each length, whose number then
 * matters no more.
 */
export function inAreas(name: string, prefixes: string[], near = false): Condition {
  if (prefixes.length <= FEW_AREAS) return anyOf(prefixes.map(prefix => startsWith(name, prefix, near)))
  const lengths = [...new Set(prefixes.map(({ length }) => length))]
  return anyOf(
    lengths.map(
      length =>
        sql<boolean>`left(${sql.ref(name)}, ${sql.lit(length)}) =
            any(${arrayOf(prefixes.filter(prefix => prefix.length === length))}::text[])`,
    ),
  )
}

function matching(entity: Entity, field: FieldModel, text: string, { limited, near, compared }: Asker): Condition {
  read(field, text)
  refuseLong(text)
  if (field.search === 'exact') return sql<boolean>`${sql.ref(field.name)} = ${text}`
  if (field.search === 'prefix') return startsWith(field.name, text, near)
  const within = containing(field.name, text)
  // of few rows, or where an index of the area holds the text, each is compared sooner than its pairs of characters are
  // found
  if (compared || near || (limited && heldByArea(entity).has(field.name)) || !textIndexed(entity).has(field.name))
    return within
  // the index tells where all pairs of characters occur; the comparison is cheap, and goes first where rows are read
  // anyway
  return sql<boolean>`(bigrams(${sql.ref(field.name)}) @> bigrams_of(${text}) and coalesce(${within}, false))`
}

/**
 * What is looked for in texts is broken into pairs and compared with each: a page of it takes the database half a
 * minute.
 */
const LONGEST = 1000
export function refuseLong(text: string): void {
  if (text.length > LONGEST) throw badRequest(`查找的文字不能超过${LONGEST}个字`)
}

export function containing(name: string, text: string): Condition {
  const pattern = `%${escapeLike(text)}%`
  // to compare without regard to case takes ten times as long, and Chinese has none
  return hasCase(text)
    ? sql<boolean>`${sql.ref(name)} ilike ${pattern}`
    : sql<boolean>`${sql.ref(name)} like ${pattern}`
}

const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

/** Of a small area no index of times may find the rows: in what is planned once, every range seems narrow. */
const limit = (condition: Condition, { near }: Asker): Condition =>
  near ? sql<boolean>`(${condition}) is true` : condition

/** Both ends belong to the range; a day without a time means all of it. */
function bound(field: FieldModel, given: unknown, end: 'start' | 'end'): Condition {
  const text = String(given).trim()
  const value = read(field, text)
  if (end === 'start') return sql<boolean>`${sql.ref(field.name)} >= ${value}`
  if (field.kind === 'datetime' && date(text) !== undefined)
    return sql<boolean>`${sql.ref(field.name)} <= ${`${text} 23:59:59`}`
  return sql<boolean>`${sql.ref(field.name)} <= ${value}`
}

function read(field: FieldModel, text: string): string | number {
  const value = readerOf(field)(text)
  if (value === undefined) throw badRequest(`${field.label}格式不正确`)
  return value
}
