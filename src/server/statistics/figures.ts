import {
  COMPARISONS,
  type Comparison,
  type FigureRow,
  type Figures,
  type ListBehind,
  type StatisticModel,
  type StatisticQuery,
} from '../../core/contract/statistics.ts'
import type { Days } from '../../core/period/units.ts'
import { valueOf } from '../../core/statistics/measures.ts'
import { reachOf } from '../access/reach.ts'
import { badRequest } from '../answer/refusal.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import { askedOf, askOf, groupingsOf, timeFilters, type Ask } from './ask.ts'
import { MOST_GROUPS, type Counted } from './count.ts'
import { counted, countedWhole, groupKey, sumsAreSafe, type Groups } from './groups-counted.ts'
import type { Grouping } from './groups.ts'
import { measureFilters, rowFilters, wholeFilters } from './links.ts'
import type { Look } from './look.ts'
import { inOrder } from './order.ts'
import { comparedDays } from './periods.ts'

/** Key of the group that `top` leaves over. */
const REST = '$rest'

/** The numbers of one statistic, each with what leads to the rows that it counts. */
export function figuresOf(
  call: CallContext,
  model: StatisticModel,
  query: StatisticQuery,
  look: Look,
): Promise<Figures> {
  return query.spark ? sparkFigures(call, model, query, look) : plainFigures(call, model, query, look)
}

/** The number of the period, with the way there as rows. */
async function sparkFigures(
  call: CallContext,
  model: StatisticModel,
  query: StatisticQuery,
  look: Look,
): Promise<Figures> {
  const { compare: _compare, ...way } = query
  const { last: _last, ...now } = query
  const [before, whole] = await Promise.all([
    plainFigures(call, model, way, look),
    plainFigures(call, model, { ...now, by: [] }, look),
  ])
  const time = timeFilters(askOf(call, model, { ...now, by: [] }, look), { kind: 'count' })
  return {
    ...before,
    ...(whole.period ? { period: whole.period } : {}),
    ...(whole.compared ? { compared: whole.compared } : {}),
    total: { ...whole.total, ...rowFilters(askOf(call, model, way, look), time) },
  }
}

async function plainFigures(
  call: CallContext,
  model: StatisticModel,
  query: StatisticQuery,
  look: Look,
): Promise<Figures> {
  const ask = askOf(call, model, query, look)
  const others = comparisonsOf(ask)
  const now = await setOf(ask)
  const then = await Promise.all(
    others.map(async ([name, days]) => [name, await setOf(askedOf(ask, days), now)] as const),
  )
  const rows = await rowsOf(ask, now, then)
  return {
    asOf: look.asOf,
    ...(ask.days ? { period: ask.days } : {}),
    ...(others.length > 0 ? { compared: Object.fromEntries(others) } : {}),
    measures: query.measures,
    by: query.by,
    rows,
    total: {
      keys: [],
      labels: [],
      ...numbersOf(
        ask,
        now.total,
        then.map(([name, set]) => [name, set.total]),
      ),
      filters: {},
    },
    ...(query.totals ? { subtotals: await subtotalsOf(ask, now) } : {}),
    ...listOf(ask),
    filters: measureFilters(ask),
  }
}

const comparisonsOf = (ask: Ask): [Comparison, Days][] =>
  COMPARISONS.flatMap((name): [Comparison, Days][] => {
    const days = comparedDays(ask.model, ask.query, ask.look, name)
    return days ? [[name, days]] : []
  })

/** The list opens only for whoever has its page. */
function listOf(ask: Ask): { list?: ListBehind } {
  const { list } = ask.model
  if (!list || !reachOf(ask.call.scoped, signedInUser(ask.call)).pages.has(list.page)) return {}
  return { list: { page: list.page, ...(list.tab === undefined ? {} : { tab: list.tab }), filters: wholeFilters(ask) } }
}

/** What was counted of one period. */
interface CountedSet {
  groupings: readonly Grouping[]
  groups: Groups
  total: Counted
  /** the groups of the first dimension that `top` chose */
  chosen?: readonly string[] | undefined
  /** what it left over, by the keys of the other dimensions */
  rest?: Groups
}

/** `like`: a set whose choice of groups is taken over, so that periods can be compared. */
async function setOf(ask: Ask, like?: CountedSet): Promise<CountedSet> {
  const groupings = groupingsOf(ask)
  if (groupings.length === 0) return { groupings, groups: new Map(), total: await countedWhole(ask) }
  const chosen = like ? like.chosen : await topOf(ask, groupings)
  const [first, ...others] = groupings
  const among = chosen && first?.among?.(chosen)
  const within = sumsAreSafe(ask) && !among
  const groups = await counted(ask, { groupings, sums: sumsOf(ask, within), ...(among ? { more: among } : {}) })
  const beside = chosen && ask.query.rest !== undefined ? first?.beside?.(chosen) : undefined
  return {
    groupings,
    groups,
    total: await totalOf(ask, within ? groups.get(groupKey(groupings.map(() => null))) : undefined),
    chosen,
    ...(beside ? { rest: await counted(ask, { groupings: others, sums: 'none', more: beside }) } : {}),
  }
}

function sumsOf({ query }: Ask, within: boolean): 'none' | 'total' | 'each' {
  if (query.totals) return 'each'
  return within && !query.spark ? 'total' : 'none'
}

/** The number of the period stands elsewhere where rows are the way to it. */
const totalOf = (ask: Ask, found: Counted | undefined): Counted | Promise<Counted> =>
  found ?? (ask.query.spark ? { keys: [], rows: 0, values: {} } : countedWhole(ask))

/** Keys of the first dimension's biggest groups; undefined: all are shown. */
async function topOf(ask: Ask, groupings: readonly Grouping[]): Promise<string[] | undefined> {
  const [first] = groupings
  const { top } = ask.query
  if (top === undefined || !first?.among) return undefined
  const groups = await counted(ask, { groupings: [first], sums: 'none' })
  const rows = [...groups.values()].map(one => ({ keys: one.keys.map(String), values: valuesOf(ask, one) }))
  return inOrder(ask, rows)
    .slice(0, top)
    .flatMap(({ keys: [key] }) => key ?? [])
}

const valuesOf = (ask: Ask, { values }: Pick<Counted, 'values'>): (number | null)[] => {
  // what nobody came for was counted as nothing; an average of nothing is none
  const zeros = Object.fromEntries(ask.counted.flatMap(({ name, kind }) => (kind === 'average' ? [] : [[name, 0]])))
  return ask.query.measures.map(name => valueOf(name, ask.model.measures, { ...zeros, ...values }))
}

type Then = readonly (readonly [Comparison, Counted | undefined])[]

function numbersOf(
  ask: Ask,
  now: Counted,
  then: Then,
): Pick<FigureRow, 'values' | 'previous' | 'lastYear' | 'withheld'> {
  const least = Math.max(0, ...ask.dimensions.map(({ atLeast = 0 }) => atLeast))
  if (now.keys.length > 0 && now.rows > 0 && now.rows < least)
    return { values: ask.query.measures.map(() => null), withheld: true }
  return {
    values: valuesOf(ask, now),
    ...Object.fromEntries(then.map(([name, one]) => [name, valuesOf(ask, one ?? { values: {} })])),
  }
}

async function rowsOf(
  ask: Ask,
  now: CountedSet,
  then: readonly (readonly [Comparison, CountedSet])[],
): Promise<FigureRow[]> {
  if (now.groupings.length === 0) return []
  const keys = keysOf(now)
  const names = await labelsOf(now.groupings, keys)
  const rows = keys.map((one): FigureRow => {
    const found = now.groups.get(groupKey(one)) ?? { keys: one, rows: 0, values: {} }
    const others = then.map(([name, set]) => [name, set.groups.get(groupKey(alike(one, now, set)))] as const)
    return {
      keys: one,
      labels: one.map((key, i) => names[i]?.get(key) ?? key),
      ...numbersOf(ask, found, others),
      ...rowFilters(ask, Object.assign({}, ...one.map((key, i) => now.groupings[i]?.filters(key)))),
    }
  })
  return [...inOrder(ask, rows), ...restRows(ask, now, then, names)]
}

/** The part of time that stands at the same place of the compared period. */
const alike = (keys: readonly string[], now: CountedSet, set: CountedSet): string[] =>
  keys.map((key, i) => {
    const [from, to] = [now.groupings[i], set.groupings[i]]
    if (from?.dimension.kind !== 'time') return key
    return to?.all?.[from.all?.indexOf(key) ?? -1] ?? ''
  })

/** All groups that are shown: of each dimension those that are always shown, and those that were found. */
function keysOf({ groupings, groups, chosen }: CountedSet): string[][] {
  const found = [...groups.values()]
    .map(({ keys }) => keys)
    .filter((keys): keys is string[] => keys.every(key => key !== null))
  const each = groupings.map(({ all = [] }, i) => [
    ...new Set([...(i === 0 && chosen ? chosen : all), ...found.flatMap(keys => keys[i] ?? [])]),
  ])
  const combined = each.reduce<string[][]>((rows, keys) => rows.flatMap(row => keys.map(key => [...row, key])), [[]])
  if (combined.length > MOST_GROUPS) throw badRequest(`分组超过 ${MOST_GROUPS} 个：请缩小范围，或按别的维度查看`)
  return combined
}

const labelsOf = (groupings: readonly Grouping[], keys: readonly string[][]): Promise<Map<string, string>[]> =>
  Promise.all(
    groupings.map(async (grouping, i) => {
      const own = [...new Set(keys.flatMap(one => one[i] ?? []))]
      const labels = await grouping.labels(own)
      return new Map(own.map((key, at) => [key, labels[at] ?? key]))
    }),
  )

function restRows(
  ask: Ask,
  { rest, groupings, chosen = [] }: CountedSet,
  then: readonly (readonly [Comparison, CountedSet])[],
  names: readonly ReadonlyMap<string, string>[],
): FigureRow[] {
  const [first, ...others] = groupings
  const beside = first?.beside?.(chosen)
  if (!rest || !beside || ask.query.rest === undefined) return []
  const { rest: label } = ask.query
  return [...rest.values()].flatMap(one => {
    if (one.rows === 0) return []
    const keys = one.keys.map(String)
    const before = then.map(([name, set]) => [name, set.rest?.get(groupKey(one.keys))] as const)
    return [
      {
        keys: [REST, ...keys],
        labels: [label, ...keys.map((key, i) => names[i + 1]?.get(key) ?? key)],
        ...numbersOf(ask, one, before),
        ...rowFilters(ask, Object.assign({}, beside, ...keys.map((key, i) => others[i]?.filters(key)))),
        rest: true as const,
      },
    ]
  })
}

async function subtotalsOf(ask: Ask, { groupings, groups }: CountedSet): Promise<NonNullable<Figures['subtotals']>> {
  const sums = [...groups.values()].filter(
    ({ keys }) => keys.some(key => key === null) && keys.some(key => key !== null),
  )
  const keys = sums.map(one => one.keys.map(key => key ?? ''))
  const names = await labelsOf(groupings, keys)
  return sums.map(one => ({
    keys: one.keys,
    labels: one.keys.map((key, i) => (key === null ? '' : (names[i]?.get(key) ?? key))),
    ...numbersOf(ask, one, []),
    ...rowFilters(
      ask,
      Object.assign({}, ...one.keys.map((key, i) => (key === null ? {} : groupings[i]?.filters(key)))),
    ),
  }))
}
