import { rangeKeys } from '../../core/contract/api.ts'
import type {
  DimensionModel,
  ListFilters,
  MeasureModel,
  StatisticModel,
  StatisticQuery,
} from '../../core/contract/statistics.ts'
import type { Days } from '../../core/period/units.ts'
import { countedFor } from '../../core/statistics/measures.ts'
import { recordDimension } from '../../core/contract/unit.ts'
import { filterKeys, meet } from '../../core/statistics/meet.ts'
import { entityFor, mayUnmask } from '../access/field-rights.ts'
import { badRequest, forbidden } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { openList, type OpenedList } from '../call/open-list.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import { groupingOf, type Grouping } from './groups.ts'
import type { Look } from './look.ts'
import { daysOf, grainOf } from './periods.ts'

/** A question to a statistic: what is asked, by whom, of which rows. */
export interface Ask {
  call: CallContext
  model: StatisticModel
  query: StatisticQuery
  look: Look
  entity: Entity
  dimensions: readonly DimensionModel[]
  /** measures that must be counted, in the order of the question */
  counted: readonly MeasureModel[]
  /** days that are counted; undefined: whenever the rows are from */
  days: Days | undefined
}

export function askOf(call: CallContext, model: StatisticModel, query: StatisticQuery, look: Look): Ask {
  const known = call.entities().get(model.entity)
  if (!known) throw new Error(`the statistic ${model.name} names no entity that is known`)
  const ask: Ask = {
    call,
    model,
    query,
    look,
    entity: entityFor(known, call.user),
    dimensions: query.by.flatMap(name => model.dimensions[name] ?? []),
    counted: countedFor(query.measures, model.measures),
    days: daysOf(model, query, look),
  }
  const fields = fieldsOf(ask)
  // a field that somebody may not see, or sees masked, must not be told by its sums and groups either
  const isPlain = mayUnmask(call.user)
  const isTold = (field: FieldModel | undefined): boolean => !isHidden(field) && (isPlain || !field?.mask)
  if (!fields.every(name => isTold(ask.entity.byName.get(name)))) throw forbidden()
  return ask
}

const isHidden = (field: FieldModel | undefined): boolean =>
  field === undefined || field.secret === true || field.secretFilters !== undefined

/** The fields that a question groups by, adds up and filters by. */
function fieldsOf({ dimensions, counted, entity }: Ask): string[] {
  const keys = filterKeys(entity.fields)
  const filtered = counted.flatMap(({ filters }) => Object.keys(filters).map(key => keys.get(key)?.field.name ?? key))
  return [...dimensions.map(({ field }) => field), ...counted.flatMap(({ of }) => of ?? []), ...filtered]
}

/** The same question of other days. */
export const askedOf = (ask: Ask, days: Days): Ask => ({ ...ask, days })

export const groupingsOf = ({ call, entity, dimensions, look, days }: Ask): Grouping[] =>
  dimensions.map(dimension => groupingOf(call, entity, dimension, { home: look.home, days }))

/** Filters of the list, if there are any rows that pass them all. */
export type Base = ListFilters | false

/** The filters of the statistic, of the widget and of the page's controls; `more`: of a part of the answer. */
export function baseOf(ask: Ask, ...more: readonly ListFilters[]): Base {
  const { model, query, entity } = ask
  const met = meet(entity.fields, model.filters, query.filters, controlFilters(ask), ...more)
  if (met === undefined) throw badRequest(`统计“${model.label}”的条件无法同时写成名单的筛选条件`)
  return met
}

function controlFilters({ model, look }: Ask): ListFilters {
  const dimensions = Object.values(model.dimensions)
  const area = dimensions.find(({ kind }) => kind === 'area')
  return {
    ...(area && look.area !== '' ? { [area.field]: look.area } : {}),
    ...Object.fromEntries(
      Object.entries(look.records).flatMap(([entity, key]) => {
        const of = recordDimension(dimensions, entity)
        return of ? [[of.field, key]] : []
      }),
    ),
  }
}

/** What a measure's rows have to do with time: a stock is all that came until the end. */
export function timeFilters({ model: { time }, days }: Ask, { kind }: Pick<MeasureModel, 'kind'>): ListFilters {
  if (time === undefined) return {}
  const [start, end] = rangeKeys(time)
  if (!days) return {}
  return kind === 'stock' ? { [end]: days.end } : { [start]: days.start, [end]: days.end }
}

/** Whether a stock is asked for over time, which adds up what came. */
export const isOverTime = ({ model, query }: Ask): boolean => grainOf(model, query) !== undefined

/** The list behind the numbers, with the asker's rights; throws a Refusal if they may not have it. */
export async function openRows({ call, model }: Ask, filters: ListFilters): Promise<OpenedList> {
  if (!model.list) throw new Error(`the statistic ${model.name} has no list`)
  return openList(call, model.list.call, filters)
}
