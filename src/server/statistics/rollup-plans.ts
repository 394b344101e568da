import type { Configuration } from '../../core/index.ts'
import { isCounted, type MeasureModel, type StatisticModel } from '../../core/contract/statistics.ts'
import type { Cut } from '../../core/statistics/cover.ts'
import { withValues } from '../db/rollups/literal.ts'
import { rollupPlan, type RollupPlan, type RollupSum } from '../db/rollups/plan.ts'
import type { Entity } from '../db/tables/models.ts'
import { filterConditions } from '../records/read/filters.ts'
import { every } from '../records/read/plan-list.ts'

/** What is added up: other numbers are counted from rows. */
const ADDITIVE: ReadonlySet<MeasureModel['kind']> = new Set(['count', 'stock', 'sum'])

/** A condition whose words differ by the reader (masked values) or by the day is none for triggers. */
const isLasting = (entity: Entity, { filters }: MeasureModel): boolean =>
  Object.entries(filters).every(
    ([name, value]) => entity.byName.get(name)?.mask === undefined && !JSON.stringify(value).includes('"='),
  )

/**
 * What a measure adds up, of the rows of its filters; nothing where a roll-up cannot. Whoever reads compares it with
 * what was kept: an overlay's measure of the same name may mean something else.
 */
export function sumOf(entity: Entity, measure: MeasureModel): RollupSum | undefined {
  if (!isCounted(measure) || !ADDITIVE.has(measure.kind) || !isLasting(entity, measure)) return undefined
  const conditions = filterConditions(entity, measure.filters, { plain: true, compared: true })
  return {
    name: measure.name,
    ...(conditions.length > 0 ? { when: withValues(every(conditions)) } : {}),
    ...(measure.kind === 'sum' && measure.of !== undefined ? { of: measure.of } : {}),
  }
}

/** Fields that every list and every reader's row scope compare, few values each. */
const always = (entity: Entity): string[] => [
  ...entity.fields.filter(({ unlisted }) => unlisted !== undefined).map(({ name }) => name),
  ...(entity.owned?.customer === undefined ? [] : [entity.owned.customer]),
]

/** Dimensions by name as keys; one with several values in a field, or one that there is not, is none. */
function keysOf(model: StatisticModel, entity: Entity): Cut[] {
  const cuts = (model.rollup?.by ?? []).flatMap((name): Cut[] => {
    const dimension = model.dimensions[name]
    if (!dimension || dimension.multiple || !entity.byName.has(dimension.field)) return []
    return [{ name: dimension.field, ...(dimension.grain === undefined ? {} : { grain: dimension.grain }) }]
  })
  const all = [...cuts, ...always(entity).map(name => ({ name }))]
  return all.filter((cut, at) => all.findIndex(({ name }) => name === cut.name) === at)
}

/** The roll-up of one statistic; nothing where it says none. */
export function planOf(model: StatisticModel, entity: Entity): RollupPlan | undefined {
  if (!model.rollup) return undefined
  const sums = Object.values(model.measures).flatMap(measure => sumOf(entity, measure) ?? [])
  return rollupPlan(entity, { name: model.name, by: keysOf(model, entity), sums })
}

/** The roll-ups of a configuration: of the statistics as the base has them. */
export function rollupPlansOf(configuration: Configuration, entities: ReadonlyMap<string, Entity>): RollupPlan[] {
  const base = configuration.scope({})
  return configuration.statistics().flatMap(name => {
    const model = base.statistic(name)
    const entity = model && entities.get(model.entity)
    return (model && entity && planOf(model, entity)) ?? []
  })
}
