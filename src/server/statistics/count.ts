import { sql, type RawBuilder } from 'kysely'
import type { ListFilters, MeasureModel } from '../../core/contract/statistics.ts'
import { mayUnmask } from '../access/field-rights.ts'
import type { OpenedList } from '../call/open-list.ts'
import { filterConditions } from '../records/read/filters.ts'
import { every } from '../records/read/plan-list.ts'
import { badRequest } from '../answer/refusal.ts'
import { ROWS } from '../db/rollups/plan.ts'
import { rollupSource } from '../db/rollups/read.ts'
import { placeOf, rollupFor, type Place } from './from-rollup.ts'
import type { Grouping } from './groups.ts'

/** One group of the answer, or a sum of groups where a key is null. */
export interface Counted {
  keys: (string | null)[]
  /** rows of the group, whatever the measures count */
  rows: number
  values: Record<string, number>
}

/** Most groups that are counted: nobody reads more, and a field of single values has as many as it has rows. */
export const MOST_GROUPS = 5_000
const TOO_MANY = `分组超过 ${MOST_GROUPS} 个：请缩小范围，或按别的维度查看`

export interface Counting {
  list: OpenedList
  groupings: readonly Grouping[]
  measures: readonly { measure: MeasureModel; filters: ListFilters }[]
  /** which sums beside the groups themselves: of all, and of each dimension */
  sums: 'none' | 'total' | 'each'
  /** the groups with most of the first measure alone */
  top?: number | undefined
}

const name = (prefix: string, i: number): string => `${prefix}${i}`

/** Counts the rows of a list by group, in one statement. */
export async function countGroups({ list, groupings, measures, sums, top }: Counting): Promise<Counted[]> {
  const { entity, where, near } = list.rows
  const plan = rollupFor({ list, groupings, measures })
  const places = measures.map(asked => plan && placeOf(plan, entity, asked))
  const plain = mayUnmask(list.call.user)
  const inner = [
    ...groupings.map(({ key }, i) => sql`${key} as ${sql.ref(name('k', i))}`),
    ...measures.flatMap(({ measure, filters }, i) => [
      sql`${isKept(places[i]) ? sql`true` : every(filterConditions(entity, filters, { plain, near, compared: true }))}
        as ${sql.ref(name('c', i))}`,
      ...valueOf(measure, places[i], i),
    ]),
    ...(plan ? [sql`${sql.ref(ROWS)} as "r#"`] : []),
  ]
  const keys = groupings.map((_, i) => sql.ref(name('k', i)))
  const outer = [
    ...keys,
    ...(keys.length > 0 ? [sql`grouping(${sql.join(keys)}) as "g#"`] : []),
    sql`${plan ? sql`sum("r#")` : sql`count(*)`} as "n#"`,
    ...measures.map(({ measure }, i) => sql`${aggregate(measure, i, places[i])} as ${sql.ref(name('m', i))}`),
  ]
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(outer)}
    from (select ${inner.length > 0 ? sql.join(inner) : sql`1`}
      from ${plan ? rollupSource(plan) : sql.table(entity.name)} ${sql.join(unnested(groupings), sql` `)}
      where ${where}) as counted
    ${keys.length > 0 ? sql`group by grouping sets (${sql.join(setsOf(keys, sums))})` : sql``}
    ${plan && keys.length > 0 ? withRows(keys) : sql``}
    ${top === undefined ? sql`` : sql`order by ${sql.ref(name('m', 0))} desc nulls last, ${keys[0] ?? sql`1`}`}
    ${keys.length > 0 ? sql`limit ${(top ?? MOST_GROUPS) + (top === undefined ? 1 : 0)}` : sql``}`.execute(list.call.db)
  if (rows.length > MOST_GROUPS) throw badRequest(TOO_MANY)
  return rows.map(row => countedOf(row, groupings.length, measures))
}

/** A row counts for each of the values of a field with several. */
const unnested = (groupings: readonly Grouping[]): RawBuilder<unknown>[] =>
  groupings.flatMap(({ dimension: { multiple, field } }) =>
    multiple
      ? [
          sql`cross join lateral (select unnest(string_to_array(coalesce(${sql.ref(field)}, ''), ',')
            || case when coalesce(${sql.ref(field)}, '') = '' then array[''] else array[]::text[] end)
            as ${sql.ref(`${field}#one`)}) as ${sql.ref(`${field}#all`)}`,
        ]
      : [],
  )

function setsOf(keys: readonly RawBuilder<unknown>[], sums: Counting['sums']): RawBuilder<unknown>[] {
  const all = sql`(${sql.join([...keys])})`
  if (sums === 'none') return [all]
  const each = sums === 'each' && keys.length > 1 ? partsOf(keys).map(part => sql`(${sql.join(part)})`) : []
  return [all, ...each, sql`()`]
}

/** Every choice of some of the keys. */
const partsOf = <K>(keys: readonly K[]): K[][] =>
  Array.from({ length: 2 ** keys.length - 2 }, (_, i) => keys.filter((_key, at) => ((i + 1) >> at) % 2 === 1))

/** Groups of a roll-up that have rows, and the sum of all, which has none where there are none. */
const withRows = (keys: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`having sum("r#") <> 0 or grouping(${sql.join([...keys])}) = ${sql.lit(2 ** keys.length - 1)}`

const isKept = (place: Place): boolean => typeof place === 'object'

/** What is added up, if not rows: a field, or what a roll-up keeps. */
function valueOf({ of }: MeasureModel, place: Place, i: number): RawBuilder<unknown>[] {
  const column = typeof place === 'object' ? place.sum : place === 'rows' ? ROWS : of
  return column === undefined ? [] : [sql`${sql.ref(column)} as ${sql.ref(name('v', i))}`]
}

function aggregate({ kind }: MeasureModel, i: number, place: Place): RawBuilder<unknown> {
  const filter = sql`filter (where ${sql.ref(name('c', i))})`
  const value = sql.ref(name('v', i))
  if (kind === 'distinct') return sql`count(distinct ${value}) ${filter}`
  if (kind === 'sum' || place !== undefined) return sql`coalesce(sum(${value}) ${filter}, 0)`
  return kind === 'average' ? sql`avg(${value}) ${filter}` : sql`count(*) ${filter}`
}

function countedOf(row: Record<string, unknown>, keys: number, measures: Counting['measures']): Counted {
  const left = Number(row['g#'] ?? 0)
  return {
    // the leftmost key is the highest bit
    keys: Array.from({ length: keys }, (_, i) =>
      (left >> (keys - 1 - i)) % 2 === 1 ? null : String(row[name('k', i)] ?? ''),
    ),
    rows: Number(row['n#'] ?? 0),
    values: Object.fromEntries(
      measures.flatMap(({ measure }, i): [string, number][] => {
        const value = row[name('m', i)]
        return value === null || value === undefined ? [] : [[measure.name, Number(value) / (measure.scale ?? 1)]]
      }),
    ),
  }
}
