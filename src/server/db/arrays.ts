import { sql, type RawBuilder } from 'kysely'

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** An array literal as one parameter: parsing thousands of separate parameters would take the database seconds. */
export const arrayOf = (values: readonly (string | number)[]): string =>
  `{${values.map(value => quoted(String(value))).join(',')}}`

/** Up to this number the values are passed one by one, because then the planner estimates row counts better. */
const FEW = 20

/** Rows whose column holds one of the values; without values no rows. */
export function amongThese(column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  if (values.length === 0) return sql<boolean>`false`
  return values.length <= FEW
    ? sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`
    : sql<boolean>`${sql.ref(column)} = any(${arrayOf(values)})`
}

/** The values by what `by` says of each, in their order. */
export function grouped<K, T>(all: readonly T[], by: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = by(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
