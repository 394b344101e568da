import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'

export type Value = string | number | null
/** Tables follow from entities, which are known only at run time; so rows are untyped records of columns. */
export type TableRow = Record<string, unknown>
export type Tables = Record<string, TableRow>
export type Database = Kysely<Tables>

export function databaseOn(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
