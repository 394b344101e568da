import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import {
  addsField,
  isCounted,
  type DimensionModel,
  type MeasureModel,
  type StatisticModel,
} from '../../core/contract/statistics.ts'
import type { Cut } from '../../core/statistics/cover.ts'
import { FEW_VALUES, finestOf, levelsOf } from '../../core/statistics/levels.ts'
import { withValues } from '../db/rollups/literal.ts'
import { rollupPlan, toldBy, type RollupPlan, type RollupSum } from '../db/rollups/plan.ts'
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
    ...(addsField(measure) && measure.of !== undefined ? { of: measure.of } : {}),
  }
}

/** A field that every reader's row scope compares, few values each. */
const always = ({ owned }: Entity): string[] => (owned?.customer === undefined ? [] : [owned.customer])

/** Fields of dimensions by name; one with several values in a field, or one that there is not, is none. */
const fieldsOf = (model: StatisticModel, entity: Entity, names: readonly string[]): DimensionModel[] =>
  names.flatMap(name => {
    const dimension = model.dimensions[name]
    return dimension && !dimension.multiple && entity.byName.has(dimension.field) ? [dimension] : []
  })

function levelsFor(base: ScopedConfiguration, model: StatisticModel, entity: Entity): Cut[][] {
  const { by = [], also = [] } = model.rollup ?? {}
  const { areaField: area } = entity
  const kept = fieldsOf(model, entity, by)
  const plain = kept.filter(({ grain, field }) => grain === undefined && field !== area).map(({ field }) => field)
  const time = kept.find(({ grain }) => grain !== undefined)
  const fixed = [...new Set([...plain, ...always(entity)])]
  // whoever may see a part alone is told nothing of what is not kept by area
  if (area === undefined || !kept.some(({ field }) => field === area))
    return [[...fixed.map(name => ({ name })), ...(time?.grain ? [{ name: time.field, grain: time.grain }] : [])]]
  return levelsOf({
    area,
    ...(time?.grain ? { time: { name: time.field, grain: time.grain } } : {}),
    by: fixed,
    also: fieldsOf(model, entity, also).map(one => ({ name: one.field, few: hasFewValues(base, one) })),
  })
}

const hasFewValues = (base: ScopedConfiguration, { kind, dict }: DimensionModel): boolean =>
  kind === 'flag' || (dict !== undefined && (base.dictionary(dict)?.length ?? Infinity) <= FEW_VALUES)

/** The roll-up of one statistic; nothing where it says none. */
function planOf(base: ScopedConfiguration, model: StatisticModel, entity: Entity): RollupPlan | undefined {
  if (!model.rollup) return undefined
  const sums = Object.values(model.measures).flatMap(measure => sumOf(entity, measure) ?? [])
  const levels = levelsFor(base, model, entity)
  return rollupPlan(entity, { name: model.name, by: finestOf(levels), sums, levels, listed: true })
}

/** The roll-ups of a configuration: of the statistics as the base has them. */
export function rollupPlansOf(configuration: Configuration, entities: ReadonlyMap<string, Entity>): RollupPlan[] {
  const base = configuration.scope({})
  const plans = configuration.statistics().flatMap(name => {
    const model = base.statistic(name)
    const entity = model && entities.get(model.entity)
    return (model && entity && planOf(base, model, entity)) ?? []
  })
  return plans.reduce<RollupPlan[]>((made, plan) => {
    const at = made.findIndex(one => isLike(one, plan))
    const entity = entities.get(plan.table)
    return at < 0 || !entity ? [...made, plan] : made.map((one, i) => (i === at ? withSumsOf(entity, one, plan) : one))
  }, [])
}

/** Two statistics of the same rows by the same keys, such as one that extends another, are noted once. */
const isLike = (a: RollupPlan, b: RollupPlan): boolean =>
  JSON.stringify([a.table, a.where, a.keys, a.levels]) === JSON.stringify([b.table, b.where, b.keys, b.levels])
  && a.sums.every(sum =>
    b.sums.every(other => sum.name !== other.name || JSON.stringify(sum) === JSON.stringify(other)),
  )

function withSumsOf(entity: Entity, plan: RollupPlan, other: RollupPlan): RollupPlan {
  const sums = [...plan.sums, ...other.sums.filter(({ name }) => !plan.sums.some(sum => sum.name === name))]
  return { ...plan, sums, told: toldBy(entity, plan.keys, sums) }
}
