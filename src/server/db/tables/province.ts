import { sql, type RawBuilder } from 'kysely'
import { hasTable } from './own-tables.ts'
import type { TableRow } from '../database.ts'
import type { Entity } from './models.ts'

/**
 * In a distributed PostgreSQL (Citus), rows are distributed by province: every table with areas has this column in its
 * primary key. An ordinary column, because a distribution column must not be a generated one.
 */
export const PROVINCE = 'provinceCode'

/**
 * Tables that are small and read by everyone, or written by the server alone: complete on every machine, without the
 * column.
 */
const NOT_SHARDED: ReadonlySet<string> = new Set(['user', 'role', 'org', 'loginLog'])

export const isSharded = (entity: Entity): boolean =>
  entity.areaField !== undefined && hasTable(entity) && !NOT_SHARDED.has(entity.name)

/** The first two digits of an area code; '00' for the whole country and for rows without an area. */
export const provinceOf = (areaCode: unknown): string =>
  String(areaCode ?? '')
    .slice(0, 2)
    .padEnd(2, '0')

/**
 * Rows of these areas, told by their province: what a partitioned table is pruned by. Nothing where the table is whole:
 * there the planner would take area and province for two conditions, each of which leaves out most of the rows.
 */
export function inProvinces({ name, partitioned }: Entity, prefixes: readonly string[]): RawBuilder<boolean>[] {
  const provinces = partitioned ? provincesOf(prefixes) : undefined
  return provinces ? [sql<boolean>`${sql.ref(`${name}.${PROVINCE}`)} in (${sql.join(provinces)})`] : []
}

/** Provinces that areas lie in; undefined: some area is the whole country, or nothing is said. */
export function provincesOf(prefixes: readonly string[]): string[] | undefined {
  if (prefixes.length === 0 || prefixes.some(({ length }) => length < 2)) return undefined
  return [...new Set(prefixes.map(provinceOf))]
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** The same in SQL, for the column's check constraint and for filling a column added later. */
export const provinceSql = (areaField: string): string => `rpad(left(coalesce(${quoted(areaField)}, ''), 2), 2, '0')`

/** The row with its province column, if its table has one. */
export const withProvince = (entity: Entity, row: TableRow): TableRow =>
  isSharded(entity) && entity.areaField ? { ...row, [PROVINCE]: provinceOf(row[entity.areaField]) } : row

/** Condition for exactly this row. It contains the province, so that only the machine with the row is asked. */
export function rowItself(entity: Entity, row: TableRow): RawBuilder<boolean> {
  const key = sql<boolean>`${sql.ref(entity.key)} = ${row[entity.key]}`
  return isSharded(entity) ? sql<boolean>`${key} and ${sql.ref(PROVINCE)} = ${row[PROVINCE]}` : key
}
