import type { FilterValues, Named } from './field/named.ts'

export const MEASURE_KINDS = ['count', 'distinct', 'sum', 'average', 'share', 'derived', 'stock'] as const
export type MeasureKind = (typeof MEASURE_KINDS)[number]

/** Measures that are read from rows; the others are worked out of these. */
export type CountedKind = Exclude<MeasureKind, 'share' | 'derived'>

export interface DimensionDoc {
  field?: string
  label?: string
  empty?: string
  /** lower limits of the bands, from small to large */
  bands?: number[]
  ordered?: boolean
  atLeast?: number
}
export interface MeasureDoc {
  label: string
  kind: MeasureKind
  /** a field; of a share the measure that is the part */
  of?: string
  /** of a share the measure that is the whole */
  in?: string
  /** expression over the other measures, with its mark */
  value?: string
  filters?: FilterValues
  unit?: string
  digits?: number
  better?: 'up' | 'down'
  /** changes as cases are handled: while the period runs an older one is ahead of it, and no measure of it */
  matures?: boolean
  note?: string
}
export interface StatisticDoc {
  statistic: string
  label: string
  entity: string
  /** route of the list behind the numbers */
  list?: string
  /** the field of a date by which periods are cut */
  time?: string
  filters?: FilterValues
  dimensions?: Named<DimensionDoc>
  measures: Named<MeasureDoc>
  /** `also`: dimensions, each of which is kept by itself beside `by` */
  rollup?: { by: string[]; also?: string[] }
}
