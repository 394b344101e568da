import type { Controls } from '../../../core/contract/configuration.ts'
import { defaultPeriod, keptPeriod, updateDay, type TimeRange } from '../../../core/period/kept.ts'
import { periodAt, periodOf, periodText, problemText, type Period } from '../../../core/period/period.ts'

/** What a dashboard looks at, as its URL says it. */
export interface BoardState {
  period?: Period
  /** '' or absent: the person's own */
  area?: string
  unit?: string
}

/** What the URL says; `problem`: what is wrong with it, in words. */
export interface ReadState {
  state: BoardState
  problem?: string
}

/** A period that the page does not offer is no period of it. */
export function readBoard({ period, area, unit }: Controls, search: string, kept: TimeRange, today: string): ReadState {
  const query = new URLSearchParams(search)
  const written = query.get('period')
  const read = period && written ? periodOf(written) : undefined
  const [code, org] = [query.get('area'), query.get('unit')]
  const shown = read?.period ?? firstPeriod({ ...(period ? { period } : {}) }, kept, today)
  return {
    state: {
      ...(shown ? { period: shown } : {}),
      ...(area && code ? { area: code } : {}),
      ...(unit && org ? { unit: org } : {}),
    },
    ...(read?.problem ? { problem: problemText(read.problem) } : {}),
  }
}

/** The kept one where the page offers its kind (R3.03), else what numbers are complete of (R9.01). */
export function firstPeriod({ period: by }: Controls, kept: TimeRange, today: string): Period | undefined {
  if (!by) return undefined
  const known = keptPeriod(kept)
  if (known && by.includes(known.by)) return known
  const first = by[0] ?? 'year'
  return first === 'range' || first === 'year' ? defaultPeriod(today) : periodAt(updateDay(today), first)
}

export function writeBoard({ period, area, unit }: BoardState): string {
  const query = new URLSearchParams()
  if (period) query.set('period', periodText(period))
  if (area) query.set('area', area)
  if (unit) query.set('unit', unit)
  const text = query.toString()
  return text ? `?${text}` : ''
}
