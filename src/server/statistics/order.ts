import type { DimensionModel } from '../../core/contract/statistics.ts'
import { badRequest } from '../answer/refusal.ts'
import type { Ask } from './ask.ts'

interface Ordered {
  keys: string[]
  values: (number | null)[]
}

const IN_THEIR_ORDER: ReadonlySet<string> = new Set(['time', 'band'])

/**
 * The groups in the order of the question: without one as time and levels go, else the biggest first; what has no value
 * stands last.
 */
export function inOrder<R extends Ordered>(ask: Ask, rows: readonly R[]): R[] {
  const { dimensions, query } = ask
  const [word, direction] = (query.order ?? '').split(/\s+/)
  if (!word) {
    if (dimensions.every(({ kind }) => IN_THEIR_ORDER.has(kind))) return [...rows]
    return sorted(ask, rows, { measure: 0, descending: true, byLevels: true })
  }
  const descending = direction === 'desc'
  const measure = query.measures.indexOf(word)
  if (measure >= 0) return sorted(ask, rows, { measure, descending, byLevels: false })
  const at = query.by.indexOf(word)
  if (at < 0) throw badRequest(`不能按“${word}”排序`)
  const sign = descending ? -1 : 1
  return [...rows].sort((a, b) => sign * (a.keys[at] ?? '').localeCompare(b.keys[at] ?? '', 'en', { numeric: true }))
}

/** Keys of a dimension in the order that is its own: of its dictionary, else that in which they come. */
function placesOf({ call }: Ask, { ordered, dict }: DimensionModel, keys: readonly string[]): Map<string, number> {
  const own = ordered && dict !== undefined ? (call.scoped.dictionary(dict) ?? []).map(([key]) => key) : []
  return new Map([...new Set([...own, ...keys])].map((key, at) => [key, at]))
}

interface Sorting {
  measure: number
  descending: boolean
  /** levels stand in their order, whatever their numbers */
  byLevels: boolean
}

/** By a measure; groups of several dimensions stay together, the biggest first within each dimension. */
function sorted<R extends Ordered>(ask: Ask, rows: readonly R[], sorting: Sorting): R[] {
  const { dimensions } = ask
  const { measure, descending, byLevels } = sorting
  const hasOrder = ({ kind, ordered }: DimensionModel): boolean =>
    IN_THEIR_ORDER.has(kind) || (byLevels && ordered === true)
  const sums = dimensions.map((_, i) => sumsBy(rows, i, measure))
  const places = dimensions.map((dimension, i) =>
    placesOf(
      ask,
      dimension,
      rows.map(({ keys }) => keys[i] ?? ''),
    ),
  )
  return [...rows].sort((a, b) => {
    for (const [i, dimension] of dimensions.entries()) {
      const [one, other] = [a.keys[i] ?? '', b.keys[i] ?? '']
      if (one === other) continue
      const [x, y] = [sums[i]?.get(one) ?? null, sums[i]?.get(other) ?? null]
      if (!hasOrder(dimension) && x !== y) return compared(x, y, descending)
      return (places[i]?.get(one) ?? 0) - (places[i]?.get(other) ?? 0)
    }
    return 0
  })
}

function compared(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return descending ? b - a : a - b
}

function sumsBy(rows: readonly Ordered[], dimension: number, measure: number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { keys, values } of rows) {
    const value = values[measure]
    const key = keys[dimension] ?? ''
    if (typeof value === 'number') sums.set(key, (sums.get(key) ?? 0) + value)
  }
  return sums
}
