import type { Comparison, FigureRow, Figures } from '../../core/contract/statistics.ts'
import { withheldOf, type Line } from '../../core/statistics/withheld.ts'
import type { Ask } from './ask.ts'
import type { Counted } from './count.ts'
import { groupKey, type Groups } from './groups-counted.ts'
import type { Grouping } from './groups.ts'
import { refuseTooMany } from './limit.ts'
import { filtersOfGroups } from './links.ts'
import { inOrder } from './order.ts'
import { valuesOf } from './values.ts'

/** Key of the group that `top` leaves over. */
const REST = '$rest'

/** What was counted of one period. */
export interface CountedSet {
  groupings: readonly Grouping[]
  groups: Groups
  total: Counted
  /** the groups of the first dimension that `top` chose */
  chosen?: readonly string[] | undefined
  /** what it left over, by the keys of the other dimensions */
  rest?: Groups | undefined
}

type Before = readonly (readonly [Comparison, CountedSet])[]

/** A group before it is told: what was counted of it now and then. */
interface Entry {
  keys: (string | null)[]
  labels: string[]
  now: Counted
  before: readonly (readonly [Comparison, Counted])[]
  filters: Pick<FigureRow, 'filters' | 'open'>
  rest?: true
}

const nothing = (keys: (string | null)[]): Counted => ({ keys, rows: 0, values: {} })

/** The groups of the answer, all of them together, and the sums of each dimension where they are asked for. */
export async function rowsOf(
  ask: Ask,
  now: CountedSet,
  before: Before,
): Promise<Pick<Figures, 'rows' | 'total' | 'subtotals'>> {
  const entries = await entriesOf(ask, now, before)
  const sums = await sumsOf(
    ask,
    now,
    entries.filter(({ rest }) => !rest),
  )
  const total: Entry = {
    keys: [],
    labels: [],
    now: now.total,
    before: before.map(([name, set]) => [name, set.total]),
    filters: { filters: {} },
  }
  const held = heldOf(ask, entries, sums, total)
  const told = (entry: Entry): FigureRow => ({ ...rowOf(ask, entry, held), keys: entry.keys.map(key => key ?? '') })
  const rows = entries.filter(({ rest }) => !rest).map(told)
  return {
    rows: [...inOrder(ask, rows), ...entries.filter(({ rest }) => rest).map(told)],
    total: told(total),
    ...(ask.query.totals ? { subtotals: sums.map(entry => ({ ...rowOf(ask, entry, held), keys: entry.keys })) } : {}),
  }
}

function rowOf(
  ask: Ask,
  { labels, now, before, filters, rest }: Entry,
  held: ReadonlySet<Counted>,
): Omit<FigureRow, 'keys'> {
  const others = held.has(now) ? [] : before
  const numbers = (one: Counted): (number | null)[] =>
    held.has(one) ? ask.query.measures.map(() => null) : valuesOf(ask, one)
  return {
    labels,
    values: numbers(now),
    ...(held.has(now) ? { withheld: true as const } : {}),
    ...Object.fromEntries(others.map(([name, one]) => [name, numbers(one)])),
    ...filters,
    ...(rest ? { rest } : {}),
  }
}

/** What is not told of small groups, now and then, nor what would give them away. */
function heldOf(ask: Ask, entries: readonly Entry[], sums: readonly Entry[], total: Entry): Set<Counted> {
  const least = Math.max(0, ...ask.dimensions.map(({ atLeast = 0 }) => atLeast))
  if (least <= 1) return new Set()
  const all = [...entries, ...sums]
  const at = (of: (entry: Entry) => Counted | undefined): Set<Counted> => {
    const cells = (some: readonly Entry[]): Counted[] => some.flatMap(entry => of(entry) ?? [])
    const lines: Line<Counted>[] = [...new Set(all.map(patternOf))].flatMap(pattern => {
      const alike = all.filter(entry => patternOf(entry) === pattern)
      return [total, ...sums].flatMap(sum => {
        const within = alike.filter(entry => entry !== sum && isWithin(entry, sum))
        return within.length > 0 ? [{ cells: cells(within), sum: of(sum) }] : []
      })
    })
    return withheldOf(lines, least)
  }
  const compared = total.before.map(([name]) => at(entry => entry.before.find(([one]) => one === name)?.[1]))
  return new Set([at(({ now }) => now), ...compared].flatMap(held => [...held]))
}

/** Which dimensions a group is told apart by. */
const patternOf = ({ keys }: Entry): string => keys.map(key => (key === null ? '-' : '+')).join('')
const isWithin = (entry: Entry, sum: Entry): boolean =>
  sum.keys.every((key, i) => key === null || key === entry.keys[i])

async function entriesOf(ask: Ask, now: CountedSet, before: Before): Promise<Entry[]> {
  if (now.groupings.length === 0) return []
  const keys = keysOf(now)
  const names = await labelsOf(now.groupings, keys)
  const filtersOf = filtersOfGroups(ask)
  const rows = keys.map((one): Entry => ({
    keys: one,
    labels: one.map((key, i) => names[i]?.get(key) ?? key),
    now: now.groups.get(groupKey(one)) ?? nothing(one),
    before: before.map(([name, set]) => [name, set.groups.get(groupKey(alike(one, now, set))) ?? nothing(one)]),
    filters: filtersOf(Object.assign({}, ...one.map((key, i) => now.groupings[i]?.filters(key)))),
  }))
  return [...rows, ...restOf(ask, now, before, names)]
}

/** The part of time that stands at the same place of the compared period. */
const alike = (keys: readonly string[], now: CountedSet, set: CountedSet): string[] =>
  keys.map((key, i) => {
    const [from, to] = [now.groupings[i], set.groupings[i]]
    if (from?.dimension.kind !== 'time') return key
    return to?.all?.[from.all?.indexOf(key) ?? -1] ?? ''
  })

/**
 * All groups that are shown: of each dimension those that are always shown, and those that were found, in an order of
 * their own: by the database's another group of as many rows could be withheld each time, and give the first away.
 */
function keysOf({ groupings, groups, chosen }: CountedSet): string[][] {
  const found = [...groups.values()]
    .map(({ keys }) => keys)
    .filter((keys): keys is string[] => keys.every(key => key !== null))
  const each = groupings.map(({ all = [] }, i) => [
    ...new Set([...(i === 0 && chosen ? chosen : all), ...found.flatMap(keys => keys[i] ?? []).sort()]),
  ])
  refuseTooMany(
    groupings,
    each.map(({ length }) => length),
  )
  return each.reduce<string[][]>((rows, keys) => rows.flatMap(row => keys.map(key => [...row, key])), [[]])
}

const labelsOf = (groupings: readonly Grouping[], keys: readonly string[][]): Promise<Map<string, string>[]> =>
  Promise.all(
    groupings.map(async (grouping, i) => {
      const own = [...new Set(keys.flatMap(one => one[i] ?? []))]
      const labels = await grouping.labels(own)
      return new Map(own.map((key, at) => [key, labels[at] ?? key]))
    }),
  )

function restOf(
  ask: Ask,
  { rest, groupings, chosen = [] }: CountedSet,
  before: Before,
  names: readonly ReadonlyMap<string, string>[],
): Entry[] {
  const [first, ...others] = groupings
  const beside = first?.beside?.(chosen)
  if (!rest || !beside || ask.query.rest === undefined) return []
  const { rest: label } = ask.query
  const filtersOf = filtersOfGroups(ask)
  return [...rest.values()].flatMap((one): Entry[] => {
    if (one.rows === 0) return []
    const keys = one.keys.map(String)
    return [
      {
        keys: [REST, ...keys],
        labels: [label, ...keys.map((key, i) => names[i + 1]?.get(key) ?? key)],
        now: one,
        before: before.map(([name, set]) => [name, set.rest?.get(groupKey(one.keys)) ?? nothing(one.keys)]),
        filters: filtersOf(Object.assign({}, beside, ...keys.map((key, i) => others[i]?.filters(key)))),
        rest: true,
      },
    ]
  })
}

/** Of each dimension, and of several together, the sums of all groups that are shown, those of nothing too. */
async function sumsOf(ask: Ask, { groupings, groups }: CountedSet, shown: readonly Entry[]): Promise<Entry[]> {
  if (!ask.query.totals) return []
  const found = [...groups.values()].filter(
    ({ keys }) => keys.some(key => key === null) && keys.some(key => key !== null),
  )
  const parts = Array.from({ length: 2 ** groupings.length - 2 }, (_, i) => i + 1)
  const empty = parts.flatMap(part =>
    shown.map(({ keys }) => nothing(keys.map((key, i) => ((part >> i) % 2 === 1 ? key : null)))),
  )
  const sums = [...new Map([...empty, ...found].map(one => [groupKey(one.keys), one])).values()]
  const keys = sums.map(one => one.keys.map(key => key ?? ''))
  const names = await labelsOf(groupings, keys)
  const filtersOf = filtersOfGroups(ask)
  return sums.map((one): Entry => ({
    keys: one.keys,
    labels: one.keys.map((key, i) => (key === null ? '' : (names[i]?.get(key) ?? key))),
    now: one,
    before: [],
    filters: filtersOf(
      Object.assign({}, ...one.keys.map((key, i) => (key === null ? {} : groupings[i]?.filters(key)))),
    ),
  }))
}
