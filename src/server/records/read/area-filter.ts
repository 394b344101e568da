import { sql, type RawBuilder } from 'kysely'
import { anyOf, startsWith } from '../../access/row-scope.ts'
import { arrayOf } from '../../db/arrays.ts'

const FEW_AREAS = 20

/**
 * A few areas become prefix conditions, which an index can serve. For hundreds, each row's prefix is looked up in an
 * array, whose size hardly matters.
 */
export function inAreas(name: string, prefixes: string[], near = false): RawBuilder<boolean> {
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
