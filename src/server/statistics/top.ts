import { addsField } from '../../core/contract/statistics.ts'
import { groupingsOf, type Ask } from './ask.ts'
import type { Counted } from './count.ts'
import { counted, groupKey, isOneRun, sumsAreSafe, totalOf, type Groups } from './groups-counted.ts'
import type { Grouping } from './groups.ts'
import { inOrder } from './order.ts'
import type { CountedSet } from './rows.ts'
import { valuesOf } from './values.ts'

/** Keys of the first dimension's biggest groups; undefined: all are shown. */
export async function topOf(ask: Ask, groupings: readonly Grouping[]): Promise<string[] | undefined> {
  const [first] = groupings
  if (ask.query.top === undefined || !first?.among) return undefined
  return biggest(ask, await counted(ask, { groupings: [first], sums: 'none' }))
}

function biggest(ask: Ask, groups: Groups): string[] {
  const found = [...groups.values()].filter(({ keys }) => keys.every(key => key !== null))
  const rows = found.map(one => ({ keys: one.keys.map(String), values: valuesOf(ask, one) }))
  // of groups as big as each other it is always the same ones
  const sorted = rows.sort((a, b) => ((a.keys[0] ?? '') < (b.keys[0] ?? '') ? -1 : 1))
  // the biggest ones: levels stand in their order among those that are shown
  return inOrder({ ...ask, dimensions: ask.dimensions.map(({ ordered: _ordered, ...one }) => one) }, sorted)
    .slice(0, ask.query.top)
    .flatMap(({ keys: [key] }) => key ?? [])
}

/**
 * Whether all groups and their sum say, too, what the biggest ones leave over: rows are counted, each in one group of
 * one dimension. Amounts are not: what is left of them would be of more digits than they are.
 */
export function addsUp(ask: Ask): boolean {
  if (ask.query.top === undefined || ask.query.spark || ask.dimensions.length !== 1) return false
  const areRows = ask.counted.every(one => one.kind === 'count' || (one.kind === 'stock' && !addsField(one)))
  const groupings = groupingsOf(ask)
  return areRows && groupings[0]?.among !== undefined && sumsAreSafe(ask) && isOneRun(ask, groupings)
}

/** One statement for each period, in place of one each for the biggest groups, the rest, the sum and which they are. */
export async function topSets(asked: readonly Ask[]): Promise<CountedSet[]> {
  const all = await Promise.all(
    asked.map(async ask => {
      const groupings = groupingsOf(ask)
      return { groupings, groups: await counted(ask, { groupings, sums: 'total' }) }
    }),
  )
  const [ask, now] = [asked[0], all[0]]
  const chosen = ask && now ? biggest(ask, now.groups) : []
  return all.map(({ groupings, groups }): CountedSet => {
    const total = totalOf(groups, groupings)
    const shown = chosen.flatMap(key => groups.get(groupKey([key])) ?? [])
    return {
      groupings,
      groups: new Map(shown.map(one => [groupKey(one.keys), one])),
      total,
      chosen,
      rest: ask?.query.rest === undefined ? undefined : new Map([[groupKey([]), without(total, shown)]]),
    }
  })
}

const without = (total: Counted, shown: readonly Counted[]): Counted => ({
  keys: [],
  rows: shown.reduce((left, { rows }) => left - rows, total.rows),
  values: Object.fromEntries(
    Object.entries(total.values).map(([name, value]) => [
      name,
      shown.reduce((left, { values }) => left - (values[name] ?? 0), value),
    ]),
  ),
})
