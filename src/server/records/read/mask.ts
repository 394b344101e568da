import { sql, type RawBuilder } from 'kysely'
import type { MaskKind } from '../../../core/model/field/fields.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import type { Guessed } from '../../access/guesses.ts'
import { entityForAll, fits, isHiddenIn, isProse, type RowFilters } from '../../access/field-rights.ts'
import { cellsOf, limitedTables } from '../../access/table-columns.ts'
import { badRequest } from '../../answer/refusal.ts'
import { storedWays } from '../../../core/model/field/clean.ts'
import { amongThese } from '../../db/arrays.ts'
import { labelKey } from '../../../core/contract/api.ts'

const STARS = '****'

/** Keeps both ends of a text; of a text too short for that, only the last two characters. */
function middle(text: string, head: number, tail: number): string {
  const signs = [...text]
  return signs.length > head + tail
    ? signs.slice(0, head).join('') + STARS + signs.slice(-tail).join('')
    : STARS + signs.slice(-2).join('')
}

const MASKS: Record<MaskKind, (text: string) => string> = {
  phone: text => middle(text, 3, 4),
  idNumber: text => middle(text, 3, 4),
  name: text => {
    const [first = '', ...rest] = [...text]
    return first + '某'.repeat(rest.length)
  },
}

/** Whether this row's value is masked. If the row lacks a field of `maskFilters`, it is. */
export function isMasked(field: FieldModel, row: TableRow): boolean {
  if (!field.mask || typeof row[field.name] !== 'string' || row[field.name] === '') return false
  return fits(field.maskFilters ?? [{}], row)
}

const NUMBERS = /(?<!\d)(?:\d{17}[\dXx]|1\d{10})(?!\d)/g
const hiddenNumber = (number: string): string => middle(number, 3, 4)
/** Masks phone and identity numbers within a text. */
export const withoutNumbers = (text: string): string => text.replace(NUMBERS, hiddenNumber)

/** The same in SQL, so that a search compares what its reader sees. */
export const withoutNumbersIn = (name: string): RawBuilder<string> => sql<string>`regexp_replace(regexp_replace(
  ${sql.ref(name)}, '(?<!\\d)(\\d{3})\\d{11}(\\d{3}[\\dXx])(?!\\d)', '\\1${sql.raw(STARS)}\\2', 'g'),
  '(?<!\\d)(1\\d{2})\\d{4}(\\d{4})(?!\\d)', '\\1${sql.raw(STARS)}\\2', 'g')`

/**
 * A text that somebody has edited without seeing its numbers, with the numbers that stood there before: the first of
 * those that look alike stands for the first.
 */
export function withNumbersOf(text: string, before: string): string {
  const left = new Map<string, string[]>()
  for (const number of before.match(NUMBERS) ?? [])
    left.set(hiddenNumber(number), [...(left.get(hiddenNumber(number)) ?? []), number])
  return [...left].reduce(
    (now, [hidden, numbers]) => now.replaceAll(hidden, () => (numbers.length > 1 ? numbers.shift() : numbers[0]) ?? ''),
    text,
  )
}

export const maskedText = (field: FieldModel, text: string): string => (field.mask ? MASKS[field.mask](text) : text)

/** Personal data, masked wherever rows are shown: to choose a row it is not needed. */
export const masked = (entity: Entity, rows: TableRow[]): TableRow[] =>
  maskWithin(
    entity,
    rows.map(row => ({ ...row })),
  )

/** As masked, but changes the rows, which must not be shared. What nobody, or not this reader, may see is left out. */
export function maskWithin(entity: Entity, rows: TableRow[]): TableRow[] {
  const hidden = entity.fields.filter(({ secret, secretFilters }) => secret ?? secretFilters)
  // all are asked before one is taken away, of which another may ask
  for (const row of hidden.length === 0 ? [] : rows)
    for (const { name } of hidden.filter(field => isHiddenIn(field, row))) {
      delete row[name]
      delete row[labelKey(name)]
    }
  for (const field of entity.fields) {
    if (!field.mask || field.secret) continue
    for (const row of rows) if (isMasked(field, row)) row[field.name] = maskedText(field, String(row[field.name]))
  }
  for (const [name, columns] of limitedTables(entity))
    for (const row of rows) if (name in row) row[name] = within(row[name], cells => maskWithin(columns, cells))
  if (!entity.withoutNumbers) return rows
  for (const { name } of entity.fields.filter(isProse))
    for (const row of rows) if (typeof row[name] === 'string') row[name] = withoutNumbers(row[name])
  return rows
}

/** A table in a field as it was written, as text or as rows, with other rows. */
function within(value: unknown, change: (rows: TableRow[]) => TableRow[]): unknown {
  const rows = cellsOf(value)
  if (!rows) return value
  return typeof value === 'string' ? JSON.stringify(change(rows)) : change(rows)
}

/** The record's title as its reader sees it, masked; else what tells it apart. */
export function shownTitle(entity: Entity, row: TableRow): string {
  const [shown = {}] = masked(entity, [row])
  return String(shown[entity.title] ?? shown[entity.subtitle ?? ''] ?? row[entity.key] ?? '')
}

/** The same in a message, which goes to people who may see less than whoever does something. */
export const titleForAll = (entity: Entity, row: TableRow): string => shownTitle(entityForAll(entity), row)

/** A masked value that a form sends back unchanged means "not changed". */
export const isMaskOf = (field: FieldModel, given: unknown, before: TableRow): boolean =>
  isMasked(field, before) && given === maskedText(field, String(before[field.name]))

/** SQL for whether they fit a row. */
function fitIn({ byName }: Entity, filters: RowFilters): RawBuilder<boolean> {
  const any = filters.map(one => {
    const when = Object.entries(one).flatMap(([name, values]) =>
      byName.has(name) ? [sql<boolean>`coalesce(${sql.ref(name)} in (${sql.join(values)}), false)`] : [],
    )
    return when.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(when, sql` and `)})`
  })
  return sql<boolean>`(${sql.join(any, sql` or `)})`
}

/** SQL for whether a row's value is masked. */
const maskedIn = (entity: Entity, { maskFilters }: FieldModel): RawBuilder<boolean> =>
  fitIn(entity, maskFilters ?? [{}])

/** A condition about a field, for whoever does not see it in all rows: no other row says whether it holds. */
export const whereSeen = (
  entity: Entity,
  { secretFilters }: FieldModel,
  found: RawBuilder<boolean>,
): RawBuilder<boolean> => (secretFilters ? sql<boolean>`(${found} and not ${fitIn(entity, secretFilters)})` : found)

/** What stands in a field, as far as this person sees it. */
export const seenOf = (
  entity: Entity,
  { name, secretFilters }: FieldModel,
  value: RawBuilder<unknown> = sql.ref(name),
): RawBuilder<unknown> =>
  secretFilters ? sql`case when ${fitIn(entity, secretFilters)} then null else ${value} end` : value

/** A text that is looked for in a masked field. */
interface LookedFor {
  entity: Entity
  field: FieldModel
  text: string
  /** takes the text, to be counted before anything is compared */
  guessed: Guessed | undefined
}

/**
 * Masked values are found only if the whole value is entered: searching by parts would let users guess them character
 * by character. Names that are masked for persons alone are looked for as those of companies are, and are no guesses.
 */
export function foundWhole(
  { entity, field, text, guessed }: LookedFor,
  partly: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const whole = amongThese(field.name, storedWays(field, text))
  if (!field.maskFilters && !guessed)
    throw new Error(`${entity.name}.${field.name} is looked for, and nobody counts it`)
  if (!field.maskFilters) guessed?.set(text.trim(), field.name)
  return field.maskFilters ? sql<boolean>`(${partly} and (${whole} or not ${maskedIn(entity, field)}))` : whole
}

/**
 * Of a list of values only what is not masked is found: a thousand guesses in one request would soon hit what the mask
 * hides.
 */
export function foundUnmasked(entity: Entity, field: FieldModel, found: RawBuilder<boolean>): RawBuilder<boolean> {
  if (!field.maskFilters) throw badRequest(`${field.label}已脱敏，一次只能查一个值`)
  return shownOnly(entity, field.name, found)
}

/** The same for searches other than a list's filters. */
export function whole(
  { name, ...looked }: Omit<LookedFor, 'field'> & { name: string },
  partly: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const field = looked.entity.byName.get(name)
  if (!field) return partly
  if (field.secret) return sql<boolean>`false`
  return whereSeen(looked.entity, field, field.mask ? foundWhole({ ...looked, field }, partly) : partly)
}

/** The same for searches by many words at once, which find nothing behind a mask. */
export function shownOnly(entity: Entity, name: string, found: RawBuilder<boolean>): RawBuilder<boolean> {
  const field = entity.byName.get(name)
  if (!field) return found
  if (field.secret) return sql<boolean>`false`
  if (!field.mask) return whereSeen(entity, field, found)
  if (!field.maskFilters) return sql<boolean>`false`
  return whereSeen(entity, field, sql<boolean>`(${found} and not ${maskedIn(entity, field)})`)
}

/** Sorts masked values together as null: their order would reveal them. */
export const orderedApart = (entity: Entity, field: FieldModel): RawBuilder<unknown> =>
  sql`case when ${maskedIn(entity, field)} then null else ${seenOf(entity, field)} end`

/** What a list is ordered by where it is not asked: what its reader sees of this field. */
export function inShownOrder(entity: Entity, name: string): RawBuilder<unknown> {
  const field = entity.byName.get(name)
  if (!field) return sql.ref(name)
  if (field.secret) return sql`null::text`
  return field.mask ? orderedApart(entity, field) : seenOf(entity, field)
}
