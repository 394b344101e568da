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
import { counted, countedWhole, sumsAreSafe, totalOf } from './groups-counted.ts'
import { filtersOfGroups, measureFilters, wholeFilters } from './links.ts'
import type { Look } from './look.ts'
import { comparedDays } from './periods.ts'
import { rowsOf, type CountedSet } from './rows.ts'
import { addsUp, topOf, topSets } from './top.ts'

/** The numbers of one statistic, each with what leads to the rows that it counts. */
export function figuresOf(
  call: CallContext,
  model: StatisticModel,
  query: StatisticQuery,
  look: Look,
): Promise<Figures> {
  return query.spark ? sparkFigures(call, model, query, look) : plainFigures(call, model, query, look)
}

/** Whether an answer decides what is asked then: which groups are the biggest, where these are counted apart. */
export function asksAgain(call: CallContext, model: StatisticModel, query: StatisticQuery, look: Look): boolean {
  if (query.top === undefined) return false
  try {
    return !addsUp(askOf(call, model, query, look))
  } catch {
    // refused, as it will be when it is asked
    return false
  }
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
  const asked = [ask, ...others.map(([, days]) => askedOf(ask, days))]
  const [now, ...sets] = addsUp(ask) ? await topSets(asked) : await setsOf(asked)
  if (!now) throw new Error(`nothing was asked of ${model.name}`)
  const then = others.flatMap(([name], i) => (sets[i] ? [[name, sets[i]] as const] : []))
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

/** All periods are asked for at once, so that what they have in common is one statement. */
async function setsOf(asked: readonly Ask[]): Promise<CountedSet[]> {
  const [ask] = asked
  const chosen = ask && (await topOf(ask, groupingsOf(ask)))
  return Promise.all(asked.map(one => setOf(one, chosen)))
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
  return { groupings, groups, total: whole ?? totalOf(groups, groupings), chosen, rest }
}

function sumsOf({ query }: Ask, within: boolean): 'none' | 'total' | 'each' {
  if (query.totals) return 'each'
  return within && !query.spark ? 'total' : 'none'
}
