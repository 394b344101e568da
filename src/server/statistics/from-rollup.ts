import { rangeKeys } from '../../core/contract/api.ts'
import type { MeasureModel } from '../../core/contract/statistics.ts'
import { asksOf, chosen, type Cut, type NeededFilter } from '../../core/statistics/cover.ts'
import { columnsIn } from '../access/scope-needs.ts'
import type { OpenedList } from '../call/open-list.ts'
import type { RollupPlan } from '../db/rollups/plan.ts'
import type { Entity } from '../db/tables/models.ts'
import type { Grouping } from './groups.ts'
import { sumOf } from './rollup-plans.ts'

interface Counting {
  list: OpenedList
  groupings: readonly Grouping[]
  measures: readonly { measure: MeasureModel; filters: MeasureModel['filters'] }[]
}

/**
 * What the condition of a list needs of a roll-up, read from the condition itself, with the reader's row scope and what
 * lists leave out by themselves. Of a range its ends are known from the request; all else is a value as a whole.
 */
function needsOf({ call, rows: { entity, where } }: OpenedList): NeededFilter[] {
  const columns = columnsIn(where, entity)
  columns.delete('delFlag')
  return [...columns].map((name): NeededFilter => {
    const [start, end, below] = rangeKeys(name)
    const { [start]: from, [end]: to } = call.args
    const isRange = (from !== undefined || to !== undefined) && call.args[below] === undefined
    if (!isRange || call.args[name] !== undefined) return { name, on: 'value' }
    return {
      name,
      on: 'range',
      ...(from === undefined ? {} : { from: String(from) }),
      ...(to === undefined ? {} : { to: String(to) }),
    }
  })
}

const cutOf = ({ dimension: { field, grain, multiple } }: Grouping): Cut =>
  // a field with several values is no key
  ({ name: multiple ? `${field}#one` : field, ...(grain === undefined ? {} : { grain }) })

/** Whether a measure's own filters can be asked of the keys of a plan. */
const isByKeys = (plan: RollupPlan, entity: Entity, { filters }: Counting['measures'][number]): boolean =>
  Object.keys(filters).every(
    name => entity.byName.has(name) && plan.keys.some(key => asksOf({ name, on: 'value' }, key)),
  )

/** The sum that is kept of a measure, if it still means the same. */
function keptOf(plan: RollupPlan, entity: Entity, measure: MeasureModel, filters: MeasureModel['filters']) {
  const wanted = sumOf(entity, { ...measure, filters })
  const kept = plan.sums.find(({ name }) => name === measure.name)
  return wanted && kept && kept.when === wanted.when && kept.of === wanted.of ? kept : undefined
}

/** Where the number of a measure stands in a roll-up: in a sum, or in the rows that pass its filters. */
export type Place = { sum: string } | 'rows' | undefined

export function placeOf(plan: RollupPlan, entity: Entity, asked: Counting['measures'][number]): Place {
  const { measure, filters } = asked
  const kept = keptOf(plan, entity, measure, filters)
  if (kept) return { sum: kept.name }
  return (measure.kind === 'count' || measure.kind === 'stock') && isByKeys(plan, entity, asked) ? 'rows' : undefined
}

/** The roll-up that gives what the rows of this list would give; nothing where only they do. */
export function rollupFor(counting: Counting): RollupPlan | undefined {
  const { list, groupings, measures } = counting
  const { entity } = list.rows
  const plans = (list.call.rollups?.() ?? []).filter(
    plan => plan.table === entity.name && measures.every(asked => placeOf(plan, entity, asked) !== undefined),
  )
  if (plans.length === 0) return undefined
  return chosen(plans, { by: groupings.map(cutOf), filters: needsOf(list), sums: [], scope: [] })
}
