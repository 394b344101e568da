import type { FilterValues, Named } from '../field/named.ts'
import type { PageBase } from './base.ts'

export interface ControlsDoc {
  /** the first is what the page opens with */
  period?: { by: string[] }
  /** numbers of one area; `drill`: a click on an area of a map looks at it */
  area?: { drill?: boolean } | null
  /** numbers of one unit */
  unit?: boolean
  /** numbers of one record of an entity */
  record?: { entity: string; label: string }
}
/** Left and right of the middle of a wall display. */
export type Side = 'left' | 'right'
/** The period before, and the same one last year. */
export type Comparison = 'previous' | 'lastYear'

export interface WidgetDoc {
  widget: string
  title?: string
  help?: string
  statistic?: string
  measures?: string[]
  by?: string[]
  filters?: FilterValues
  compare?: Comparison[]
  top?: number
  /** what the groups beyond `top` are called together; without it they are left out */
  rest?: string
  order?: string
  last?: number
  /** route of a list whose rows it draws, or that its title leads to */
  page?: string
  /** where it stands on a wall display; in its middle without */
  side?: Side
  /** columns of twelve */
  width?: number
  height?: number
  /** where its numbers come from in front of a backend that has no statistics of ours */
  from?: WidgetFromDoc
  /** what only this widget knows */
  options?: Record<string, unknown>
}
/** A chart call of a backend, and its words for ours. */
export interface WidgetFromDoc {
  call: string
  /** area, start, end → the call's argument */
  params?: Partial<Record<'area' | 'start' | 'end', string>>
  /** measure, dimension, or a dimension's name → field of the answer */
  map?: Record<string, string>
  /** field of the answer → its value in the rows that count; all of them without it */
  rows?: Record<string, string>
  /** what the widget is called there, where the call counts something else */
  title?: string
}
export interface LockDoc {
  roles: string[]
  unlock: string[]
}
/** What a printed sheet has beside the tables. */
export interface SheetDoc {
  above?: string[]
  landscape?: boolean
  notes?: string[]
  signatures?: string[]
}
/** The dashboard's numbers as an official document. */
export interface ReportDoc {
  title: string
  /** who issues it, in red above the title */
  head?: string
  /** dictionary that names the chapters */
  names: string
  chapters: Named<ReportChapterDoc>
}
export interface ReportChapterDoc {
  /** paragraphs with names in braces, see `src/core/statistics/report-words.ts` */
  text?: string[]
  /** widgets whose numbers follow as tables */
  tables?: string[]
}
export interface DashboardPageDoc extends PageBase {
  kind: 'dashboard'
  controls?: ControlsDoc
  lock?: LockDoc
  sheet?: SheetDoc
  report?: ReportDoc
  /** seconds after which the numbers are asked for again */
  every?: number
  /** a wall display: the whole window without menu and tabs, all at once, as large as the window lets it */
  screen?: boolean
  /** what widgets count that name no statistic of their own */
  statistic?: string
  /** kind of widget → what each of the kind says that does not say it itself */
  defaults?: Record<string, Partial<WidgetDoc>>
  widgets: Named<WidgetDoc>
}
