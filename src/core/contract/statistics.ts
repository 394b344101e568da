import type { Grain } from '../period/units.ts'

/**
 * What a statistic answers, and how each of its numbers leads to the rows that it counts. The filters stand in the
 * answer, because whoever counts knows best what was counted; `listOf` is the only function that puts them together.
 */

/** What a number is; from the statistic's file. */
export interface MeasureFacts {
  name: string
  label: string
  /** count, distinct, sum and average are read from rows; a share is a fraction, 0.83 for 83 %; derived is computed */
  kind: 'count' | 'distinct' | 'sum' | 'average' | 'share' | 'derived' | 'stock'
  unit?: string
  /** digits behind the decimal point; of a share, of its percentage */
  digits?: number
  /** which direction is good; without it a change is neutral */
  better?: 'up' | 'down'
  /** what exactly is counted, for staff: 口径 */
  note?: string
}

export type { Grain }

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
  /** absent where the numbers stand for no list, such as an old stock */
  list?: ListBehind
  /** measure → what it adds to the list's filters */
  filters: Record<string, ListFilters>
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
  return { ...figures.list, filters: { ...figures.list.filters, ...own } }
}
