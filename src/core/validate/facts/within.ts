import { readWords } from '../../contract/filter-words.ts'
import type { ListFilters } from '../../contract/statistics.ts'
import { meet } from '../../statistics/meet.ts'
import { filterTarget, typedFields } from './known-fields.ts'
import type { StatisticFacts } from './statistic-facts.ts'

/**
 * Whether all rows that pass the filters of a part pass those of its whole: those that pass both are all of the part.
 * Of filters by fields that there are not, statistic-field tells.
 */
export function isWithin({ fields }: StatisticFacts, part: ListFilters, whole: ListFilters): boolean {
  if (Object.keys({ ...part, ...whole }).some(key => !filterTarget(key, fields))) return true
  const both = meet(typedFields(fields), part, whole)
  return both ? written(fields, both) === written(fields, part) : false
}

/** Equal texts for filters that let the same rows pass. */
function written(fields: StatisticFacts['fields'], filters: ListFilters): string {
  const parts = Object.entries(filters).map(([name, value]) => {
    const { field, isEnd = true } = filterTarget(name, fields) ?? {}
    if (isEnd || field?.kind === undefined) return [name, String(value)]
    const { among, except } = readWords({ ...field, kind: field.kind }, value)
    return [name, [among, except].map(one => one && [one.keys.toSorted(), one.only.toSorted(), one.empty])]
  })
  return JSON.stringify(parts.toSorted(([a], [b]) => String(a).localeCompare(String(b))))
}
