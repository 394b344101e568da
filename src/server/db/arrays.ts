import { sql, type RawBuilder } from 'kysely'

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** A list as one parameter, in the database's own spelling: thousands of parameters take it seconds to read. */
export const arrayOf = (values: readonly (string | number)[]): string =>
  `{${values.map(value => quoted(String(value))).join(',')}}`

/** Of a few the database judges best how many rows there are; of many it is told at once. */
const FEW = 20

/** Rows whose column holds one of the values; none where there is no value. */
export function amongThese(column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  if (values.length === 0) return sql<boolean>`false`
  return values.length <= FEW
    ? sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`
    : sql<boolean>`${sql.ref(column)} = any(${arrayOf(values)})`
}
