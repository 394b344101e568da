import { rangeKeys } from '../contract/api.ts'
import { bothOf } from '../contract/filter-words.ts'
import type { ListFilters } from '../contract/statistics.ts'
import type { FieldKind } from '../model/field/fields.ts'
import { DATE_KINDS, RANGE_KINDS } from '../model/field/traits.ts'

/** What must be known of a field to put filters of it together. */
export interface FilteredField {
  name: string
  kind: FieldKind
  multiple?: boolean
}

/**
 * The filters that rows pass which pass all of these. False: no row can; undefined: the list has no words for it, as
 * for two parts of one text.
 */
export function meet(
  fields: Iterable<FilteredField>,
  ...all: readonly (ListFilters | undefined)[]
): ListFilters | false | undefined {
  const known = filterKeys(fields)
  const met: ListFilters = {}
  let unsaid = false
  for (const filters of all) {
    for (const [key, value] of Object.entries(filters ?? {})) {
      const both = key in met ? bothAt(known.get(key), met[key], value) : value
      if (both === false) return false
      if (both === undefined) unsaid = true
      else met[key] = both
    }
  }
  const began = Object.keys(met).flatMap(key => known.get(key) ?? [])
  if (began.some(at => at.end === 'start' && isBackwards(at.field, met))) return false
  return unsaid ? undefined : met
}

export interface FilterKey {
  field: FilteredField
  end?: 'start' | 'end'
}

/** A board puts together the filters of each of its groups, all by the fields of a few entities. */
const keysKnown = new WeakMap<Iterable<FilteredField>, ReadonlyMap<string, FilterKey>>()

/** What each key of a filter means: a field by its name, and the ends of its range. `fields` stay as they are. */
export function filterKeys(fields: Iterable<FilteredField>): ReadonlyMap<string, FilterKey> {
  const keys = keysKnown.get(fields) ?? keysOf(fields)
  keysKnown.set(fields, keys)
  return keys
}

function keysOf(fields: Iterable<FilteredField>): Map<string, FilterKey> {
  const keys = new Map<string, FilterKey>()
  for (const field of fields) {
    keys.set(field.name, { field })
    if (!RANGE_KINDS.has(field.kind)) continue
    const [start, ...ends] = rangeKeys(field.name)
    keys.set(start, { field, end: 'start' })
    for (const end of ends) keys.set(end, { field, end: 'end' })
  }
  return keys
}

function bothAt(at: FilterKey | undefined, a: unknown, b: unknown): unknown {
  if (String(a) === String(b)) return a
  if (!at) return undefined
  if (!at.end) return bothOf(at.field, a, b)
  return before(at.field, a, b) === (at.end === 'start') ? b : a
}

/** Days and times compare as texts, numbers as numbers. A day as an end means the whole of it. */
const before = ({ kind }: FilteredField, a: unknown, b: unknown): boolean =>
  DATE_KINDS.has(kind) ? String(a) < String(b) : Number(a) < Number(b)

function isBackwards(field: FilteredField, filters: ListFilters): boolean {
  const [start, end, below] = rangeKeys(field.name) as readonly string[]
  const at = (key: string | undefined): unknown => (key === undefined ? undefined : filters[key])
  const from = at(start)
  if (from === undefined) return false
  if (at(below) !== undefined && !before(field, from, at(below))) return true
  return at(end) !== undefined && before(field, at(end), from) && !String(from).startsWith(String(at(end)))
}
