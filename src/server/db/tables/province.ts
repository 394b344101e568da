import { sql, type RawBuilder } from 'kysely'
import { hasTable } from './own-tables.ts'
import type { TableRow } from '../database.ts'
import type { Entity } from './models.ts'

/**
 * A distributed PostgreSQL keeps the rows of one province together: every table with areas has this column in its
 * primary key. It is plain and not generated, because a distribution column may not be.
 */
export const PROVINCE = 'provinceCode'

/** Read by everybody and small, or written by the server alone: these stay whole on every machine. */
const KEPT_WHOLE: ReadonlySet<string> = new Set(['user', 'role', 'org', 'loginLog'])

export const isSharded = (entity: Entity): boolean =>
  entity.areaField !== undefined && hasTable(entity) && !KEPT_WHOLE.has(entity.name)

/** The first two digits of an area code; '00' is the whole country, and a row without an area. */
export const provinceOf = (areaCode: unknown): string =>
  String(areaCode ?? '')
    .slice(0, 2)
    .padEnd(2, '0')

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** The same for the database: what its check holds and what fills a column that comes later. */
export const provinceSql = (areaField: string): string => `rpad(left(coalesce(${quoted(areaField)}, ''), 2), 2, '0')`

/** A row as it is inserted: with its province where its table has one. */
export const withProvince = (entity: Entity, row: TableRow): TableRow =>
  isSharded(entity) && entity.areaField ? { ...row, [PROVINCE]: provinceOf(row[entity.areaField]) } : row

/** Exactly this row, found on the one machine that has it. */
export function rowItself(entity: Entity, row: TableRow): RawBuilder<boolean> {
  const key = sql<boolean>`${sql.ref(entity.key)} = ${row[entity.key]}`
  return isSharded(entity) ? sql<boolean>`${key} and ${sql.ref(PROVINCE)} = ${row[PROVINCE]}` : key
}
