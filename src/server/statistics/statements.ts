import type { RawBuilder } from 'kysely'
import { rangeKeys } from '../../core/contract/api.ts'
import type { MeasureModel, StatisticModel } from '../../core/contract/statistics.ts'
import type { Days } from '../../core/period/units.ts'
import { chosen } from '../../core/statistics/cover.ts'
import { countedFor } from '../../core/statistics/measures.ts'
import { inScope } from '../access/row-scope.ts'
import { withValues } from '../db/rollups/literal.ts'
import { viewsOf, type RollupPlan } from '../db/rollups/plan.ts'
import { unlistedBy } from '../db/tables/indexes.ts'
import type { Entity } from '../db/tables/models.ts'
import { filterConditions } from '../records/read/filters.ts'
import { every } from '../records/read/plan-list.ts'
import { sql } from 'kysely'
import { statementOf } from './count.ts'
import { placeOf } from './from-rollup.ts'

/** How the number of a measure is counted: from the rows, and from a roll-up where one holds it. */
export interface MeasureStatement {
  measure: string
  label: string
  rows: string
  rollup?: string
}

/** Above all areas and customers: what a reader may not see is left out by more conditions. */
const EVERYBODY = { own: '', customer: [] }

/** The statements that count what a measure is worked out of, in these days, as PostgreSQL and PGlite both run them. */
export function statementsFor(
  model: StatisticModel,
  { entity, plans }: { entity: Entity; plans: readonly RollupPlan[] },
  name: string,
  days: Days,
): MeasureStatement[] {
  const views = plans.filter(({ table }) => table === entity.name).flatMap(viewsOf)
  return countedFor([name], model.measures).map(measure => {
    const asked = { measure, filters: measure.filters }
    const time = timeOf(model, measure, days)
    const conditions = [
      ...inScope(entity, EVERYBODY),
      ...filterConditions(entity, { ...model.filters, ...time }, { plain: true }),
    ]
    const listed = unlistedBy(entity).map(({ condition }) => sql.raw<boolean>(condition))
    const all = every([...conditions, ...listed])
    const rows = { entity, where: all, listed: all, asked: every(conditions), near: false }
    const [from = '', to = ''] = model.time === undefined ? [] : rangeKeys(model.time)
    const range = {
      name: model.time ?? '',
      on: 'range' as const,
      ...(time[from] === undefined ? {} : { from: String(time[from]) }),
      to: String(time[to] ?? ''),
    }
    const view = chosen(
      views.filter(one => placeOf(one, entity, asked) !== undefined),
      {
        by: [],
        filters: [
          ...(model.time === undefined ? [] : [range]),
          ...Object.keys(model.filters).map(key => ({ name: key, on: 'value' as const })),
        ],
        sums: [],
        scope: [],
      },
    )
    const written = (source: typeof view): string =>
      tidy(statementOf({ rows, plain: true }, { view: source, groupings: [], measures: [asked], sums: 'none' }))
    return {
      measure: measure.name,
      label: measure.label,
      rows: written(undefined),
      ...(view ? { rollup: written(view) } : {}),
    }
  })
}

const tidy = (statement: RawBuilder<unknown>): string => withValues(statement).replace(/\s+/g, ' ').trim()

function timeOf({ time }: StatisticModel, { kind }: MeasureModel, days: Days): Record<string, string> {
  if (time === undefined) return {}
  const [start, end] = rangeKeys(time)
  return kind === 'stock' ? { [end]: days.end } : { [start]: days.start, [end]: days.end }
}
