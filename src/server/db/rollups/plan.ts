import { createHash } from 'node:crypto'
import type { Days } from '../../../core/period/units.ts'
import type { Cut, RollupShape } from '../../../core/statistics/cover.ts'
import { columnType, type ColumnType } from '../tables/column-types.ts'
import { unlistedBy } from '../tables/indexes.ts'
import type { Entity, FieldModel } from '../tables/models.ts'
import { quoted } from '../tables/province.ts'

/**
 * A key of a roll-up: a column of the same name as the field that it is made of. Whatever is asked of the rows can be
 * asked of it in the same words: of a period it holds the first moment, of an area the beginning of its code.
 */
export interface RollupKey extends Cut {
  /** immutable expression over a row `r` */
  sql: string
  type: ColumnType
}
export interface RollupSum {
  name: string
  /** which rows count: immutable condition over a row `r`, that no time of day changes; absent: all */
  when?: string
  /** column that is summed; absent: rows are counted */
  of?: string
}

/** A column by which noted changes are told apart: as in the row, or cut where only a key is made of it. */
export interface ToldColumn {
  name: string
  type: ColumnType
  /** immutable expression over a row `r`; asked once more of its own result, it is the same */
  sql: string
}

/** What the database keeps of an entity's table. */
export interface RollupPlan extends RollupShape {
  /** how its tables are laid out; earlier versions did not say */
  layout?: number
  /** the entity's table */
  table: string
  /** rows that none of the numbers counts are left out by it: immutable condition over a row `r` */
  where?: string
  /** whether `where` leaves out deleted rows, so that a condition on the mark of deletion may be asked, too */
  live: boolean
  /** whether `where` leaves out what lists leave out by themselves */
  listed: boolean
  /** as fine as changes are noted */
  keys: readonly RollupKey[]
  /** what keys and conditions are worked out of: changed rows alike in it are noted as one */
  told: readonly ToldColumn[]
  sums: readonly RollupSum[]
  /** what is put together: some of the keys, each as it is or coarser. Writers pay for the note alone */
  levels: readonly (readonly Cut[])[]
}

/** A level of a roll-up, as it is asked. */
export interface RollupView extends RollupShape {
  plan: RollupPlan
  level: number
  /** periods for which something finer answers, as what is asked begins or ends within them */
  cut?: CutPeriods
}
export interface CutPeriods {
  /** the key that tells the periods */
  time: string
  periods: readonly Days[]
  /** another level of the plan */
  finer: number
}
export const viewsOf = (plan: RollupPlan): RollupView[] =>
  plan.levels.map((keys, level) => ({ name: plan.name, keys, sums: plan.sums, plan, level }))

/** Column with the number of rows of a group, in every roll-up: a group without any is none. */
export const ROWS = 'rows$'
/** Column with the level that a group is of. */
export const LEVEL = 'level$'

const column = (name: string): string => `r.${quoted(name)}`

function keyOf(entity: Entity, cut: Cut): RollupKey {
  const field = entity.byName.get(cut.name)
  if (!field) throw new Error(`${entity.name} has no field ${cut.name}`)
  const type = columnType(field)
  return { ...cut, type, sql: cutSql(cut, type, column(cut.name)) }
}

/** A column cut to what a key keeps of it. */
export function cutSql({ grain, digits }: Cut, type: ColumnType, column: string): string {
  // a day's own type is kept, so that a condition on it finds the same
  if (grain !== undefined) return `date_trunc('${grain}', ${column}::timestamp)${type === 'date' ? '::date' : ''}`
  return digits === undefined ? column : `left(${column}, ${digits})`
}

/**
 * Fields of which some words of immutable expressions speak. Every word that is the name of a field counts as one: a
 * field too many costs a comparison, one too few would cost the truth.
 */
export function fieldsIn(
  { fields }: Pick<Entity, 'fields'>,
  expressions: readonly (string | undefined)[],
): readonly FieldModel[] {
  const words = new Set(expressions.join(' ').match(/\w+/g))
  return fields.filter(({ name }) => words.has(name))
}

/** What a change must tell for these keys and sums to be worked out of it later. */
export function toldBy(entity: Entity, keys: readonly RollupKey[], sums: readonly RollupSum[]): ToldColumn[] {
  const asked = fieldsIn(
    entity,
    sums.map(({ when }) => when),
  )
  const cut = keys.filter(({ name }) => !asked.some(field => field.name === name))
  return [
    ...asked.map(field => ({ name: field.name, type: columnType(field), sql: column(field.name) })),
    ...cut.map(({ name, type, sql }) => ({ name, type, sql })),
  ]
}

interface Wanted {
  name: string
  by: readonly Cut[]
  sums: readonly RollupSum[]
  where?: string
  /** without them what is put together has all keys */
  levels?: readonly (readonly Cut[])[]
  /** leaves out what lists leave out */
  listed?: boolean
}

/** Raised whenever tables or indexes of the same plan become others: they are made anew then. */
const LAYOUT = 2

/** The plan of an entity's roll-up; deleted rows count nowhere. */
export function rollupPlan(entity: Entity, { name, by, sums, where, levels, listed = false }: Wanted): RollupPlan {
  const live = entity.byName.has('delFlag')
  const conditions = [
    ...(live ? [`${column('delFlag')} = 0`] : []),
    ...(listed ? unlistedBy(entity).map(({ condition }) => `r.${condition}`) : []),
    ...(where === undefined ? [] : [`(${where})`]),
  ].join(' and ')
  const keys = by.map(cut => keyOf(entity, cut))
  return {
    name,
    layout: LAYOUT,
    table: entity.name,
    live,
    listed,
    keys,
    told: toldBy(entity, keys, sums),
    sums,
    levels: levels ?? [by],
    ...(conditions === '' ? {} : { where: conditions }),
  }
}

/** Another plan is another roll-up: two versions of a configuration, or of the program, never read each other's. */
export function markOf(plan: RollupPlan): string {
  const known = marks.get(plan)
  if (known !== undefined) return known
  const made = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8)
  marks.set(plan, made)
  return made
}
const marks = new WeakMap<RollupPlan, string>()

export interface RollupTables {
  /** what has been put together */
  base: string
  /** what has changed since */
  delta: string
}
const NAME_LENGTH = 24
/** Begins as all tables of the server: a restore takes them away, and the next start makes them anew. */
export const ROLLUP = 'sys_rollup'
export function rollupTables(plan: RollupPlan): RollupTables {
  const stem = `${ROLLUP}_${plan.name.slice(0, NAME_LENGTH)}_${markOf(plan)}`
  return { base: stem, delta: `${stem}_delta` }
}
