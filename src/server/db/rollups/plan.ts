import { createHash } from 'node:crypto'
import type { Cut, RollupShape } from '../../../core/statistics/cover.ts'
import { columnType, type ColumnType } from '../tables/column-types.ts'
import type { Entity } from '../tables/models.ts'
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

/** What the database keeps of an entity's table. */
export interface RollupPlan extends RollupShape {
  /** the entity's table */
  table: string
  /** rows that none of the numbers counts are left out by it: immutable condition over a row `r` */
  where?: string
  /** whether `where` leaves out deleted rows, so that a condition on the mark of deletion may be asked, too */
  live: boolean
  keys: readonly RollupKey[]
  sums: readonly RollupSum[]
}

/** Column with the number of rows of a group, in every roll-up: a group without any is none. */
export const ROWS = 'rows$'

const column = (name: string): string => `r.${quoted(name)}`

function keyOf(entity: Entity, cut: Cut): RollupKey {
  const field = entity.byName.get(cut.name)
  if (!field) throw new Error(`${entity.name} has no field ${cut.name}`)
  const type = columnType(field)
  if (cut.grain !== undefined) {
    // a day's own type is kept, so that a condition on it finds the same
    const cast = type === 'date' ? '::date' : ''
    return { ...cut, type, sql: `date_trunc('${cut.grain}', ${column(cut.name)}::timestamp)${cast}` }
  }
  return { ...cut, type, sql: cut.digits === undefined ? column(cut.name) : `left(${column(cut.name)}, ${cut.digits})` }
}

/** The plan of an entity's roll-up; deleted rows count nowhere. */
export function rollupPlan(
  entity: Entity,
  { name, by, sums, where }: { name: string; by: readonly Cut[]; sums: readonly RollupSum[]; where?: string },
): RollupPlan {
  const live = entity.byName.has('delFlag')
  const conditions = [
    ...(live ? [`${column('delFlag')} = 0`] : []),
    ...(where === undefined ? [] : [`(${where})`]),
  ].join(' and ')
  return {
    name,
    table: entity.name,
    live,
    keys: by.map(cut => keyOf(entity, cut)),
    sums,
    ...(conditions === '' ? {} : { where: conditions }),
  }
}

/** Another plan is another roll-up: two versions of a configuration never read each other's. */
export const markOf = (plan: RollupPlan): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8)

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
