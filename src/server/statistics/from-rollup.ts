import { rangeKeys } from '../../core/contract/api.ts'
import { addsField, type MeasureModel } from '../../core/contract/statistics.ts'
import { asksOf, chosen, inParts, type Cut, type NeededFilter } from '../../core/statistics/cover.ts'
import { hasWords } from '../../core/contract/filter-words.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import { columnsIn } from '../access/scope-needs.ts'
import type { CallContext } from '../call/context.ts'
import type { OpenedList } from '../call/open-list.ts'
import { choices } from '../call/values.ts'
import { viewsOf, type RollupView } from '../db/rollups/plan.ts'
import { unlistedBy } from '../db/tables/indexes.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import type { Grouping } from './groups.ts'
import { sumOf } from './rollup-plans.ts'

interface Counting {
  list: OpenedList
  groupings: readonly Grouping[]
  measures: readonly { measure: MeasureModel; filters: MeasureModel['filters'] }[]
}

/**
 * What the condition of a list needs of a roll-up, read from the condition itself, with the reader's row scope. Of a
 * range its ends are known from the request, of areas how long their codes are; all else is a value as a whole.
 */
function needsOf({ call, rows: { entity, asked } }: OpenedList): NeededFilter[] {
  const columns = columnsIn(asked, entity)
  columns.delete('delFlag')
  return [...columns].map((name): NeededFilter => {
    if (name === entity.areaField) return areaNeed(call, entity.byName.get(name), name)
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

/** Areas are compared by their beginning, unless somebody asks for exactly one, or for those without. */
function areaNeed({ args, rows }: CallContext, field: FieldModel | undefined, name: string): NeededFilter {
  if (!field || hasWords(field, args[name])) return { name, on: 'value' }
  const prefixes = [rows.own, ...rows.customer, ...choices(args[name]).map(areaPrefix)]
  return { name, on: 'beginning', digits: Math.max(...prefixes.map(({ length }) => length)) }
}

const cutOf = ({ dimension: { field, grain, multiple }, digits }: Grouping): Cut => ({
  // a field with several values is no key
  name: multiple ? `${field}#one` : field,
  ...(grain === undefined ? {} : { grain }),
  ...(digits === undefined ? {} : { digits }),
})

/** Whether a measure's own filters can be asked of the keys of a level. */
const isByKeys = ({ keys }: RollupView, entity: Entity, { filters }: Counting['measures'][number]): boolean =>
  Object.keys(filters).every(name => entity.byName.has(name) && keys.some(key => asksOf({ name, on: 'value' }, key)))

/** Where the number of a measure stands in a roll-up: in a sum, or in the rows that pass its filters. */
export type Place = { sum: string } | 'rows' | undefined

type Wanted = ReturnType<typeof wantedOf>
const wantedOf = (entity: Entity, { measure, filters }: Counting['measures'][number]) =>
  sumOf(entity, { ...measure, filters })

export const placeOf = (view: RollupView, entity: Entity, asked: Counting['measures'][number]): Place =>
  placeIn(view, entity, asked, wantedOf(entity, asked))

/** The sum that is kept of a measure, if it still means the same. */
function placeIn(view: RollupView, entity: Entity, asked: Counting['measures'][number], wanted: Wanted): Place {
  const { kind, name } = asked.measure
  const kept = view.plan.sums.find(sum => sum.name === name)
  if (wanted && kept && kept.when === wanted.when && kept.of === wanted.of) return { sum: name }
  const areRows = kind === 'count' || (kind === 'stock' && !addsField(asked.measure))
  return areRows && isByKeys(view, entity, asked) ? 'rows' : undefined
}

/** The level of a roll-up that gives what the rows of this list would give; nothing where only they do. */
export function rollupFor({ list, groupings, measures }: Counting): RollupView | undefined {
  const { entity, whole } = list.rows
  const views = (list.call.rollups?.() ?? [])
    .filter(plan => plan.table === entity.name && (!plan.listed || !whole || unlistedBy(entity).length === 0))
    .flatMap(viewsOf)
  if (views.length === 0) return undefined
  const wanted = measures.map(asked => wantedOf(entity, asked))
  const able = views.filter(view => measures.every((asked, i) => placeIn(view, entity, asked, wanted[i]) !== undefined))
  if (able.length === 0) return undefined
  const asked = { by: groupings.map(cutOf), filters: needsOf(list), sums: [], scope: [] }
  const parts = inParts(able, asked)
  // parts are of one table: each change is in all levels of a roll-up at the same moment
  if (!parts || parts.finer.plan !== parts.whole.plan) return chosen(able, asked)
  return { ...parts.whole, cut: { time: parts.time, periods: parts.cut, finer: parts.finer.level } }
}
