import { sql, type RawBuilder } from 'kysely'
import { addsField, type ListFilters, type MeasureModel } from '../../core/contract/statistics.ts'
import { mayUnmask } from '../access/field-rights.ts'
import type { ListQuery } from '../call/list-query.ts'
import type { OpenedList } from '../call/open-list.ts'
import { filterConditions } from '../records/read/filters.ts'
import { every } from '../records/read/plan-list.ts'
import { isAway } from '../answer/unavailable.ts'
import type { Database } from '../db/database.ts'
import { inOneReading } from '../db/reading.ts'
import { ROWS, type RollupView } from '../db/rollups/plan.ts'
import { rollupSource } from '../db/rollups/read.ts'
import { placeOf, type Place } from './from-rollup.ts'
import type { Grouping } from './groups.ts'
import { MOST_GROUPS, refuseTooMany, sizesOf } from './limit.ts'

/** One group of the answer, or a sum of groups where a key is null. */
export interface Counted {
  keys: (string | null)[]
  /** rows of the group, whatever the measures count */
  rows: number
  values: Record<string, number>
}
/** Values in the order of the measures; without one where there is none. */
export interface Found extends Omit<Counted, 'values'> {
  values: (number | undefined)[]
}

export interface Counting {
  list: OpenedList
  groupings: readonly Grouping[]
  /** `within`: what of the rows a number is of, beside its filters */
  measures: readonly { measure: MeasureModel; filters: ListFilters; within?: ListFilters }[]
  /** the roll-up that answers for the rows */
  view: RollupView | undefined
  /** which sums beside the groups themselves: of all, and of each dimension */
  sums: 'none' | 'total' | 'each'
}

const name = (prefix: string, i: number): string => `${prefix}${i}`

/** Rows that are counted, and whether the reader may compare masked values as they are. */
export interface Source {
  rows: Pick<ListQuery, 'entity' | 'where' | 'listed' | 'asked' | 'near'>
  plain: boolean
}
type Wanted = Omit<Counting, 'list'>
type Row = Record<string, unknown>

const NO_TABLE = '42P01'

type Answers = PromiseSettledResult<Found[]>[]

/**
 * Counts the rows of lists by group, all of them in one statement: each statement costs its way there and back, which
 * is more than what a roll-up takes to answer it. If it fails each is asked alone, and all of one moment still, so that
 * one leaves the others alone.
 */
export async function countAll(db: Database, asked: readonly Counting[]): Promise<Answers> {
  const alone = (within: Database) => Promise.allSettled(asked.map(one => countGroups(within, one)))
  if (asked.length === 1) return alone(db)
  const all = await inOneStatement(db, asked).catch((error: unknown) => {
    // whoever asks again waits for a database that is not there once for each
    if (isAway(error as Error)) throw error
  })
  return all ? Promise.allSettled(asked.map(async (one, i) => groupsOf(one, all[i] ?? []))) : inOneReading(db, alone)
}

/** The rows of each, told apart by its number; PostgreSQL gives rows of different columns as JSON. */
async function inOneStatement(db: Database, asked: readonly Counting[]): Promise<Row[][]> {
  const parts = asked.map(
    (one, i) => sql`select ${sql.lit(i)} as "part#", to_json(q) as "row#" from (${statementFor(one)}) as q`,
  )
  const { rows } = await sql<{ 'part#': number; 'row#': Row }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const found = asked.map((): Row[] => [])
  for (const row of rows) found[row['part#']]?.push(row['row#'])
  return found
}

async function countGroups(db: Database, asked: Counting): Promise<Found[]> {
  const found = (one: Counting) => statementFor(one).execute(db)
  const { rows } = await found(asked).catch((error: unknown) => {
    // while an edit takes effect, here or on another instance, a roll-up may go: rows answer
    if (!asked.view || (error as { code?: unknown }).code !== NO_TABLE) throw error
    return found({ ...asked, view: undefined })
  })
  return groupsOf(asked, rows)
}

const statementFor = ({ list, ...wanted }: Counting): RawBuilder<Row> =>
  statementOf({ rows: list.rows, plain: mayUnmask(list.call.user) }, wanted)

function groupsOf({ groupings, measures }: Counting, rows: readonly Row[]): Found[] {
  const groups = rows.map(row => foundOf(row, groupings.length, measures))
  if (rows.length > MOST_GROUPS) refuseTooMany(groupings, sizesOf(groupings, groups), true)
  return groups
}

export function statementOf(source: Source, wanted: Wanted): RawBuilder<Row> {
  const { entity, where, listed, asked: askedFor } = source.rows
  const { view, groupings, measures, sums } = wanted
  const places = measures.map(asked => view && placeOf(view, entity, asked))
  const keys = groupings.map((_, i) => sql.ref(name('k', i)))
  const outer = [
    ...keys,
    ...(keys.length > 0 ? [sql`grouping(${sql.join(keys)}) as "g#"`] : []),
    sql`${view ? sql`sum("r#")` : sql`count(*)`} as "n#"`,
    ...measures.map(({ measure }, i) => sql`${aggregate(measure, i, places[i])} as ${sql.ref(name('m', i))}`),
  ]
  const inner = columnsOf(source, wanted, places)
  const only = new Set(places.flatMap(place => (typeof place === 'object' ? place.sum : [])))
  const from = view ? rollupSource(view.plan, { ...view, only }) : sql.table(entity.name)
  return sql<Row>`select ${sql.join(outer)}
    from (select ${inner.length > 0 ? sql.join(inner) : sql`1`}
      from ${from} ${sql.join(unnested(groupings), sql` `)}
      where ${view ? (view.plan.listed ? askedFor : listed) : where}) as counted
    ${keys.length > 0 ? sql`group by grouping sets (${sql.join(setsOf(keys, sums))})` : sql``}
    ${view && keys.length > 0 ? withRows(keys) : sql``}
    ${keys.length > 0 ? sql`limit ${MOST_GROUPS + 1}` : sql``}`
}

/** Of each row its keys, and for each measure whether it counts and what it adds. */
function columnsOf(
  { rows: { entity, near }, plain }: Source,
  { view, groupings, measures }: Wanted,
  places: readonly Place[],
): RawBuilder<unknown>[] {
  const asker = { plain, near, compared: true }
  return [
    ...groupings.map(({ key }, i) => sql`${key} as ${sql.ref(name('k', i))}`),
    ...measures.flatMap(({ measure, filters, within = {} }, i) => [
      sql`${every([isKept(places[i]) ? {} : filters, within].flatMap(one => filterConditions(entity, one, asker)))}
        as ${sql.ref(name('c', i))}`,
      ...valueOf(measure, places[i], i),
    ]),
    ...(view ? [sql`${sql.ref(ROWS)} as "r#"`] : []),
  ]
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

function aggregate(measure: MeasureModel, i: number, place: Place): RawBuilder<unknown> {
  const filter = sql`filter (where ${sql.ref(name('c', i))})`
  const value = sql.ref(name('v', i))
  const { kind } = measure
  if (kind === 'distinct') return sql`count(distinct ${value}) ${filter}`
  if (addsField(measure) || place !== undefined) return sql`coalesce(sum(${value}) ${filter}, 0)`
  return kind === 'average' ? sql`avg(${value}) ${filter}` : sql`count(*) ${filter}`
}

function foundOf(row: Row, keys: number, measures: Counting['measures']): Found {
  const left = Number(row['g#'] ?? 0)
  return {
    // the leftmost key is the highest bit
    keys: Array.from({ length: keys }, (_, i) =>
      (left >> (keys - 1 - i)) % 2 === 1 ? null : String(row[name('k', i)] ?? ''),
    ),
    rows: Number(row['n#'] ?? 0),
    values: measures.map(({ measure }, i) => {
      const value = row[name('m', i)]
      return value === null || value === undefined ? undefined : Number(value) / (measure.scale ?? 1)
    }),
  }
}
