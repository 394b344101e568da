import { sql, type RawBuilder } from 'kysely'
import type { MaskKind } from '../../../core/model/field/fields.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'

const STARS = '****'

/** What stands at both ends stays; what is too short to have a middle shows its last two. */
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

/** A mask that holds for some rows only. What cannot be told from the row is masked. */
export function isMasked(field: FieldModel, row: TableRow): boolean {
  if (!field.mask || typeof row[field.name] !== 'string' || row[field.name] === '') return false
  return Object.entries(field.maskFilters ?? {}).every(
    ([name, values]) => !(name in row) || values.includes(String(row[name])),
  )
}

const NUMBERS = /(?<!\d)(?:\d{17}[\dXx]|1\d{10})(?!\d)/g
/** Phone and identity numbers that people wrote into a text. */
export const withoutNumbers = (text: string): string => text.replace(NUMBERS, number => middle(number, 3, 4))

export const maskedText = (field: FieldModel, text: string): string => (field.mask ? MASKS[field.mask](text) : text)

/** Personal data, masked wherever rows are shown: to choose a row it is not needed. */
export const masked = (entity: Entity, rows: TableRow[]): TableRow[] =>
  maskWithin(
    entity,
    rows.map(row => ({ ...row })),
  )

/** The same, written into the rows, so they must not be shared. */
export function maskWithin(entity: Entity, rows: TableRow[]): TableRow[] {
  for (const field of entity.fields) {
    if (!field.mask) continue
    for (const row of rows) if (isMasked(field, row)) row[field.name] = maskedText(field, String(row[field.name]))
  }
  return rows
}

/** What a record is called where others read of it. */
export const shownTitle = (entity: Entity, row: TableRow): string =>
  String(masked(entity, [row])[0]?.[entity.title] ?? row[entity.key] ?? '')

/** A masked value that comes back unchanged is no new value. */
export const isMaskOf = (field: FieldModel, given: unknown, before: TableRow): boolean =>
  isMasked(field, before) && given === maskedText(field, String(before[field.name]))

/** Whether a row's value is masked, as the database says it: always, or by other fields of the row. */
function maskedIn(entity: Entity, field: FieldModel): RawBuilder<boolean> {
  const when = Object.entries(field.maskFilters ?? {}).flatMap(([name, values]) =>
    entity.byName.has(name) ? [sql<boolean>`coalesce(${sql.ref(name)} in (${sql.join(values)}), false)`] : [],
  )
  return when.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(when, sql` and `)})`
}

/**
 * Part of a masked value finds nothing: else it could be guessed sign by sign. Whoever knows it whole may look for it.
 */
export function foundWhole(
  entity: Entity,
  field: FieldModel,
  text: string,
  partly: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const whole = sql<boolean>`${sql.ref(field.name)} = ${text}`
  return field.maskFilters ? sql<boolean>`(${partly} and (${whole} or not ${maskedIn(entity, field)}))` : whole
}

/** The same for a text that is searched by other ways than a list's filter. */
export function whole(entity: Entity, name: string, text: string, partly: RawBuilder<boolean>): RawBuilder<boolean> {
  const field = entity.byName.get(name)
  return field?.mask ? foundWhole(entity, field, text, partly) : partly
}

/** Masked values stand together, by no order of their own. */
export const orderedApart = (entity: Entity, field: FieldModel): RawBuilder<unknown> =>
  sql`case when ${maskedIn(entity, field)} then null else ${sql.ref(field.name)} end`
