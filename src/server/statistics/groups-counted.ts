import type { ListFilters, MeasureModel } from '../../core/contract/statistics.ts'
import { choices } from '../call/values.ts'
import { addDays } from '../../core/period/day.ts'
import { baseOf, isOverTime, openRows, timeFilters, type Ask } from './ask.ts'
import type { Counted, Counting } from './count.ts'
import type { Grouping } from './groups.ts'
import { refuseTooMany, sizesOf } from './limit.ts'
import { countTogether } from './together.ts'

/** Groups by their keys, as one text. */
export type Groups = ReadonlyMap<string, Counted>
export const groupKey = (keys: readonly (string | null)[]): string => JSON.stringify(keys)

export interface Wish {
  groupings: readonly Grouping[]
  sums: Counting['sums']
  /** filters of a part of the answer */
  more?: ListFilters
  measures?: readonly MeasureModel[]
  /** how many rows there are matters, not the measures alone */
  exact?: true
}

/** Counts all measures; those with other rows in statements of their own. */
export async function counted(ask: Ask, wish: Wish): Promise<Groups> {
  const runs = runsOf(ask, wish)
  const stocks = timeOf(wish) < 0 ? [] : (wish.measures ?? ask.counted).filter(({ kind }) => kind === 'stock')
  const [results, before] = await Promise.all([
    Promise.all(
      runs.map(({ base, measures }) =>
        countTogether(ask.call, {
          time: ask.model.time,
          filters: base,
          open: filters => openRows(ask, filters),
          measures,
          groupings: wish.groupings,
          sums: wish.sums,
          ...(wish.exact ? { exact: true as const } : {}),
        }),
      ),
    ),
    stocks.length > 0 ? countedBefore(ask, wish, stocks) : undefined,
  ])
  const groups = merged(results.flat())
  return before ? addedUp(wish, groups, stocks, before) : groups
}

/** The place of the dimension of time; below zero: there is none. */
const timeOf = ({ groupings }: Wish): number => groupings.findIndex(({ dimension }) => dimension.kind === 'time')

interface Run {
  base: ListFilters
  measures: Counting['measures'][number][]
}

/** Whether all measures are of the same rows. */
export const isOneRun = (ask: Ask, groupings: readonly Grouping[]): boolean =>
  runsOf(ask, { groupings, sums: 'none' }).length === 1

/** Measures of the same rows together. */
function runsOf(ask: Ask, { measures = ask.counted, more = {}, groupings }: Wish): Run[] {
  const runs = new Map<string, Run>()
  const overTime = groupings.some(({ dimension }) => dimension.kind === 'time')
  for (const measure of measures) {
    const apart = standsApart(ask, measure)
    const time = timeFilters(ask, overTime ? { kind: 'count' } : measure)
    const base = baseOf(ask, time, more, ...(apart ? [measure.filters] : []))
    if (base === false) continue
    const key = JSON.stringify(base)
    const run = runs.get(key) ?? { base, measures: [] }
    run.measures.push({ measure, filters: apart ? {} : measure.filters })
    runs.set(key, run)
  }
  return [...runs.values()]
}

/**
 * A list leaves rows out by itself (`unlisted`) unless it is asked for just them, or for one record: a measure that
 * asks has rows that others have not.
 */
const standsApart = ({ entity }: Ask, { filters }: MeasureModel): boolean =>
  Object.entries(filters).some(([name, value]) => {
    const unlisted = entity.byName.get(name)?.unlisted
    return name === entity.key || (unlisted !== undefined && choices(value).includes(String(unlisted)))
  })

function merged(all: readonly Counted[]): Map<string, Counted> {
  const groups = new Map<string, Counted>()
  for (const one of all) {
    const key = groupKey(one.keys)
    const known = groups.get(key)
    groups.set(
      key,
      known ? { ...one, rows: Math.max(known.rows, one.rows), values: { ...known.values, ...one.values } } : one,
    )
  }
  return groups
}

/** What came in each part of time becomes what there was at its end; `before`: what there was before them all. */
function addedUp(
  wish: Wish,
  groups: ReadonlyMap<string, Counted>,
  stocks: readonly MeasureModel[],
  before: Groups,
): Groups {
  const at = timeOf(wish)
  const others = wish.groupings.length - 1
  const result = new Map(groups)
  const series = new Set([...groups.values(), ...before.values()].map(({ keys }) => groupKey(restOf(keys, at, others))))
  const buckets = wish.groupings[at]?.all ?? []
  const sizes = sizesOf(wish.groupings, [...groups.values()])
  refuseTooMany(wish.groupings, sizes.with(at, buckets.length))
  for (const one of series) {
    const rest = JSON.parse(one) as (string | null)[]
    const start = before.get(one)
    const sums = Object.fromEntries(stocks.map(({ name }) => [name, start?.values[name] ?? 0]))
    for (const bucket of buckets) {
      const keys = [...rest.slice(0, at), bucket, ...rest.slice(at)]
      const came = result.get(groupKey(keys))
      for (const { name } of stocks) sums[name] = (sums[name] ?? 0) + (came?.values[name] ?? 0)
      result.set(groupKey(keys), { keys, rows: came?.rows ?? 0, values: { ...came?.values, ...sums } })
    }
  }
  return result
}

/** Of a group over time its other keys; of one that was counted without time all its keys. */
const restOf = (keys: readonly (string | null)[], at: number, others: number): (string | null)[] =>
  keys.length > others ? keys.filter((_, i) => i !== at) : [...keys]

function countedBefore(ask: Ask, wish: Wish, measures: readonly MeasureModel[]): Promise<Groups> {
  const others = wish.groupings.filter((_, i) => i !== timeOf(wish))
  const { days } = ask
  if (!days) return Promise.resolve(new Map())
  const until = addDays(days.start, -1)
  return counted(
    { ...ask, days: { start: until, end: until } },
    {
      groupings: others,
      sums: wish.sums === 'each' && others.length > 0 ? 'total' : 'none',
      measures,
      ...(wish.more ? { more: wish.more } : {}),
    },
  )
}

/** The sum of all groups, where it was asked for with them; of no rows it is nothing. */
export const totalOf = (groups: Groups, groupings: readonly Grouping[]): Counted =>
  groups.get(groupKey(groupings.map(() => null))) ?? { keys: [], rows: 0, values: {} }

/** Everything together, counted by itself: sums of groups are wrong for shares, and for fields of several values. */
export async function countedWhole(ask: Ask, more: ListFilters = {}): Promise<Counted> {
  const groups = await counted(ask, { groupings: [], sums: 'none', more })
  return groups.get(groupKey([])) ?? { keys: [], rows: 0, values: {} }
}

/** Whether one statement gives the groups and their sums. */
export const sumsAreSafe = (ask: Ask): boolean =>
  !ask.dimensions.some(({ multiple }) => multiple)
  && !(isOverTime(ask) && ask.counted.some(({ kind }) => kind === 'stock'))
