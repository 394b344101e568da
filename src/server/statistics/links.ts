import type { FigureRow, ListFilters, MeasureModel } from '../../core/contract/statistics.ts'
import { meet } from '../../core/statistics/meet.ts'
import { isCounted } from '../../core/contract/statistics.ts'
import { rangeKeys } from '../../core/contract/api.ts'
import { baseOf, timeFilters, type Ask } from './ask.ts'

/** The filters that every number of the answer has, without those of time where a stock has its own. */
export const wholeFilters = (ask: Ask): ListFilters => baseOf(ask, timeFilters(ask, { kind: 'count' })) || {}

/** The measure whose rows a number leads to: of a share its part; undefined: all rows of the statistic. */
export function leadingMeasure({ model }: Ask, name: string): MeasureModel | undefined {
  const measure = model.measures[name]
  if (!measure || isCounted(measure)) return measure
  return measure.kind === 'share' ? leadingMeasure({ model } as Ask, measure.of ?? '') : undefined
}

/** What each shown measure adds to the list's filters. */
export function measureFilters(ask: Ask): Record<string, ListFilters> {
  const whole = wholeFilters(ask)
  return Object.fromEntries(
    ask.query.measures.map(name => {
      const measure = leadingMeasure(ask, name)
      return [name, added(ask, whole, measure?.filters ?? {}, measure ? stockTime(ask, measure) : {}) || {}]
    }),
  )
}

/** A stock has no first day. */
function stockTime(ask: Ask, measure: MeasureModel): ListFilters {
  const { time } = ask.model
  if (measure.kind !== 'stock' || time === undefined) return {}
  return { [rangeKeys(time)[0]]: '', ...timeFilters(ask, measure) }
}

/** Filters beside the whole's; where both filter by the same field, what both let pass. */
function added(ask: Ask, whole: ListFilters, own: ListFilters, instead: ListFilters): ListFilters | false {
  const base = { ...whole, ...instead }
  const met = meet(ask.entity.fields, withoutEmpty(base), own)
  if (!met) return false
  return { ...instead, ...Object.fromEntries(Object.keys(own).map(key => [key, met[key]])) }
}

const withoutEmpty = (filters: ListFilters): ListFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

export type FiltersOfGroup = (group: ListFilters) => Pick<FigureRow, 'filters' | 'open'>

/** The filters of a group, and of those measures that filter by the same fields as the group does. */
export function filtersOfGroups(ask: Ask): FiltersOfGroup {
  const whole = wholeFilters(ask)
  const leading = ask.query.measures.map(name => {
    const measure = leadingMeasure(ask, name)
    return { name, own: measure?.filters ?? {}, instead: measure ? stockTime(ask, measure) : {} }
  })
  return group => {
    const filters = added(ask, whole, group, {})
    const open: Record<string, ListFilters | false> = {}
    for (const { name, own, instead } of leading) {
      const touched = Object.keys(own).some(key => key in group) || Object.keys(instead).some(key => key in group)
      if (filters !== false && !touched) continue
      open[name] = bothOf(ask, whole, { own, group, instead })
    }
    return { filters: filters || {}, ...(Object.keys(open).length > 0 ? { open } : {}) }
  }
}

function bothOf(
  ask: Ask,
  whole: ListFilters,
  { own, group, instead }: Record<'own' | 'group' | 'instead', ListFilters>,
): ListFilters | false {
  // of a part of time a stock keeps the end alone
  const part = Object.fromEntries(Object.entries(group).filter(([key]) => instead[key] !== ''))
  const met = meet(ask.entity.fields, withoutEmpty({ ...whole, ...instead }), own, part)
  if (!met) return false
  const keys = [...Object.keys(own), ...Object.keys(part)]
  return { ...instead, ...Object.fromEntries(keys.map(key => [key, met[key]])) }
}
