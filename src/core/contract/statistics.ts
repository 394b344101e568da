import type { Comparison, Expression } from '../model/documents.ts'
import type { CountedKind, MeasureKind } from '../model/statistics.ts'
import type { Grain } from '../period/units.ts'

export type { Comparison }
export const COMPARISONS: readonly Comparison[] = ['previous', 'lastYear']
export type { Grain }

/**
 * What a statistic answers, and how each of its numbers leads to the rows that it counts. The filters stand in the
 * answer, because whoever counts knows best what was counted; `listOf` is the only function that puts them together.
 */

/** What a number is; from the statistic's file. */
export interface MeasureFacts {
  name: string
  label: string
  /** a share is a fraction, 0.83 for 83 %; derived is worked out of others */
  kind: MeasureKind
  unit?: string
  /** digits behind the decimal point; of a share, of its percentage */
  digits?: number
  /** which direction is good; without it a change is neutral */
  better?: 'up' | 'down'
  /** changes as cases are handled: while the period runs an older one is ahead of it, and no measure of it */
  matures?: boolean
  /** what exactly is counted, for staff: 口径 */
  note?: string
}

/** What numbers are cut by. */
export interface DimensionFacts {
  name: string
  label: string
  kind: 'dict' | 'area' | 'time' | 'band' | 'flag' | 'ref' | 'text'
  /** of a `time` dimension */
  grain?: Grain
  /** dictionary whose entries give labels and tones; they stand in the page's dictionaries */
  dict?: string
}

/** A dimension as the server groups by it. */
export interface DimensionModel extends DimensionFacts {
  field: string
  /** entity that a `ref` names */
  ref?: string
  /** entities whose record's key stands in the field, though it is no `ref` */
  names?: string[]
  /** a field that holds several values, each of which the row counts for */
  multiple?: true
  /** what the group without a value is called */
  empty: string
  /** lower limits of bands, from small to large */
  bands?: number[]
  /** the dictionary's order says something, from high to low: groups stand in it, whatever their numbers */
  ordered?: true
  /** smaller groups are not told */
  atLeast?: number
}
export interface MeasureModel extends MeasureFacts {
  /** field that is summed, averaged or counted once for each value; of a share the part */
  of?: string
  /** of a share the whole */
  in?: string
  value?: Expression
  /** what a sum is divided by, where its unit is a multiple of the field's */
  scale?: number
  filters: ListFilters
}
/** A statistic as its scope sees it, complete. */
export interface StatisticModel {
  name: string
  label: string
  entity: string
  /** the list behind its numbers */
  list?: { page: string; call: string; tab?: string }
  time?: string
  filters: ListFilters
  dimensions: Record<string, DimensionModel>
  measures: Record<string, MeasureModel>
  rollup?: { by: string[]; also?: string[] }
}
/** Whether a field is added up, of the period or of all that came until its end. */
export const addsField = ({ kind, of }: Pick<MeasureModel, 'kind' | 'of'>): boolean =>
  kind === 'sum' || (kind === 'stock' && of !== undefined)
export const isCounted = (measure: MeasureModel): measure is MeasureModel & { kind: CountedKind } =>
  measure.kind !== 'share' && measure.kind !== 'derived'

/** What a widget wants of a statistic. */
export interface StatisticQuery {
  statistic: string
  measures: string[]
  by: string[]
  /** beside those of the statistic and of the page's controls */
  filters?: ListFilters
  compare?: Comparison[]
  /** so many groups of the first dimension; the others are left out, or are one group of this name */
  top?: number
  rest?: string
  /** measure or dimension, ` desc` behind it; the biggest first when left out, time and bands in their order */
  order?: string
  /** so many of the time dimension's parts, the last of which holds the end of the period */
  last?: number
  /** the rows are the way to the number of the period, which stands in `total` */
  spark?: true
  /** sums of each dimension by itself, for tables with rows and columns */
  totals?: true
}

/** Filters of a list request: field or range key → value, as the list's own filter bar sends them. */
export type ListFilters = Record<string, unknown>

/** The list behind the numbers of one answer. */
export interface ListBehind {
  /** route of the list page */
  page: string
  /** the list's tab that leaves nothing out by itself */
  tab?: string
  filters: ListFilters
}

/** Numbers of one group; arrays are in the order of `measures` of the answer. */
export interface FigureRow {
  /** key of each dimension, in the order of `by`; '' where the field is empty */
  keys: string[]
  labels: string[]
  /** null: there is none, such as the average of no rows, or a share of nothing */
  values: (number | null)[]
  /** the same for the period before, and for the same period of last year */
  previous?: (number | null)[]
  lastYear?: (number | null)[]
  /** what of the list's filters makes this group */
  filters: ListFilters
  /** measure → its filters instead, where measure and group filter by the same field; false: they exclude each other */
  open?: Record<string, ListFilters | false>
  /** the group is what `top` left out */
  rest?: true
  /** smaller than may be shown: its values are null */
  withheld?: true
  /** of a locked table, where something has changed since: what would be counted now */
  now?: (number | null)[]
}

export interface Figures {
  /** 数据截至, `YYYY-MM-DD HH:mm:ss` in China */
  asOf: string
  /** days that were looked at, both belong to it; absent where the statistic is not cut by time */
  period?: { start: string; end: string }
  /** of the compared periods; an unfinished period is compared with as many days */
  compared?: { previous?: { start: string; end: string }; lastYear?: { start: string; end: string } }
  /** names of the measures */
  measures: string[]
  /** names of the dimensions */
  by: string[]
  rows: FigureRow[]
  /** all groups together, counted by itself and not summed */
  total: FigureRow
  /** with `totals`: one dimension's groups over all of the other; a key that is null stands for all */
  subtotals?: SubtotalRow[]
  /** absent where the numbers stand for no list, such as an old stock */
  list?: ListBehind
  /** measure → what it adds to the list's filters */
  filters: Record<string, ListFilters>
  /** a backend's own call answered: it may count something else, by this title, and lack some of the measures */
  elsewhere?: { title?: string; lacks: string[] }
}

export interface SubtotalRow extends Omit<FigureRow, 'keys'> {
  keys: (string | null)[]
}

/** Why a widget has no figures; each looks different, and none like zero. */
export type FiguresProblem =
  /** the reader may not see what it counts */
  | { state: 'denied'; message: string }
  /** the server could not answer */
  | { state: 'failed'; message: string }

/** The list request behind one number; undefined where it has none. */
export function listOf(figures: Figures, row: FigureRow, measure: string): ListBehind | undefined {
  const special = row.open?.[measure]
  if (!figures.list || special === false) return undefined
  const own = special ?? { ...figures.filters[measure], ...row.filters }
  // an empty filter takes back what the list as a whole is filtered by
  const filters = Object.entries({ ...figures.list.filters, ...own }).filter(([, value]) => value !== '')
  return { ...figures.list, filters: Object.fromEntries(filters) }
}
