import {
  COMPARISONS,
  type Comparison,
  type Figures,
  type ListBehind,
  type StatisticModel,
  type StatisticQuery,
} from '../../core/contract/statistics.ts'
import type { Days } from '../../core/period/units.ts'
import { reachOf } from '../access/reach.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import { askedOf, askOf, groupingsOf, timeFilters, type Ask } from './ask.ts'
import type { Counted } from './count.ts'
import { counted, countedWhole, groupKey, sumsAreSafe } from './groups-counted.ts'
import type { Grouping } from './groups.ts'
import { filtersOfGroups, measureFilters, wholeFilters } from './links.ts'
import type { Look } from './look.ts'
import { inOrder } from './order.ts'
import { comparedDays } from './periods.ts'
import { rowsOf, type CountedSet } from './rows.ts'
import { valuesOf } from './values.ts'

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
    total: { ...whole.total, ...filtersOfGroups(askOf(call, model, way, look))(time) },
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
  const chosen = await topOf(ask, groupingsOf(ask))
  // all periods are asked for at once, so that what they have in common is one statement
  const [now, then] = await Promise.all([
    setOf(ask, chosen),
    Promise.all(others.map(async ([name, days]) => [name, await setOf(askedOf(ask, days), chosen)] as const)),
  ])
  return {
    asOf: look.asOf,
    ...(ask.days ? { period: ask.days } : {}),
    ...(others.length > 0 ? { compared: Object.fromEntries(others) } : {}),
    measures: query.measures,
    by: query.by,
    ...(await rowsOf(ask, now, then)),
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

/** `chosen`: keys of the first dimension's groups that are shown, of all periods the same, so that these compare. */
async function setOf(ask: Ask, chosen: string[] | undefined): Promise<CountedSet> {
  const groupings = groupingsOf(ask)
  if (groupings.length === 0) return { groupings, groups: new Map(), total: await countedWhole(ask) }
  const [first, ...others] = groupings
  const among = chosen && first?.among?.(chosen)
  const within = sumsAreSafe(ask) && !among
  const beside = chosen && ask.query.rest !== undefined ? first?.beside?.(chosen) : undefined
  const [groups, whole, rest] = await Promise.all([
    counted(ask, { groupings, sums: sumsOf(ask, within), ...(among ? { more: among } : {}) }),
    within || ask.query.spark ? undefined : countedWhole(ask),
    beside && counted(ask, { groupings: others, sums: 'none', more: beside, exact: true }),
  ])
  return { groupings, groups, total: whole ?? groups.get(groupKey(groupings.map(() => null))) ?? NOTHING, chosen, rest }
}

/** Of no rows; and where rows are the way to a number, the number of the period stands elsewhere. */
const NOTHING: Counted = { keys: [], rows: 0, values: {} }

function sumsOf({ query }: Ask, within: boolean): 'none' | 'total' | 'each' {
  if (query.totals) return 'each'
  return within && !query.spark ? 'total' : 'none'
}

/** Keys of the first dimension's biggest groups; undefined: all are shown. */
async function topOf(ask: Ask, groupings: readonly Grouping[]): Promise<string[] | undefined> {
  const [first] = groupings
  const { top } = ask.query
  if (top === undefined || !first?.among) return undefined
  const groups = await counted(ask, { groupings: [first], sums: 'none' })
  const rows = [...groups.values()].map(one => ({ keys: one.keys.map(String), values: valuesOf(ask, one) }))
  // of groups as big as each other it is always the same ones
  const sorted = rows.sort((a, b) => ((a.keys[0] ?? '') < (b.keys[0] ?? '') ? -1 : 1))
  return inOrder(ask, sorted)
    .slice(0, top)
    .flatMap(({ keys: [key] }) => key ?? [])
}
