import type { RecordDoc } from '../model/field/fields.ts'
import type { FormControlName } from '../model/field/parts.ts'
import type {
  BesideDoc,
  ChartDoc,
  ListCalendarDoc,
  ListTreeDoc,
  PlaceDoc,
  Expression,
  RefreshDoc,
  RelatedDoc,
  RowLinkDoc,
  TableDoc,
  TimelineDoc,
  Value,
} from '../model/documents.ts'
import type { Side, WidgetFromDoc } from '../model/page/dashboard.ts'
import type { PeriodBy } from '../period/period.ts'
import type { WidgetName } from '../model/page/widgets.ts'
import type { Course } from './course.ts'
import type { Report, Sheet } from './sheets.ts'
import type { DimensionFacts, ListFilters, MeasureFacts, StatisticQuery } from './statistics.ts'
import type { Action, Call, Column, DictionaryEntries, EntityFacts, FieldFacts, Filter } from './page-parts.ts'

interface PageFacts {
  route: string
  title: string
  open?: boolean
  roles?: string[]
  visible?: string
  dictionaries: Record<string, DictionaryEntries>
}
export interface ListPage extends PageFacts {
  kind: 'list'
  entity: EntityFacts
  source: Call
  /** the list from which it is reached, where it has no menu entry of its own */
  parent?: string
  tabs?: ListTab[]
  filters: Filter[]
  columns: Column[]
  actions: Action[]
  sort?: string
  pageSize: number
  selectable: boolean
  refresh?: RefreshDoc
  /** a column whose values stand as headings above the rows that share them */
  group?: string
  chart?: Chart
  calendar?: ListCalendar
  tree?: ListTree
  export: boolean
  /** the form whose rows a spreadsheet may bring: that of this button, which begins with `args` */
  import?: { button: string; page: string; args?: Record<string, Value> }
}
/** Values of a filter that stand beside the list. */
export interface ListTree extends Omit<ListTreeDoc, 'source'> {
  source: Call
}
export interface ListCalendar extends ListCalendarDoc {
  mode: 'range' | 'single'
}
export interface Chart extends ChartDoc {
  last: number
}
/** Literals are separated from expressions, so that a page with literals alone can send its first request at once. */
export type TabValue = { value: string } | { expression: Expression }
export interface ListTab {
  name: string
  label: string
  filters: Record<string, TabValue>
  count?: boolean
  sort?: string
  share?: string
  todo?: true
  roles?: string[]
}
export interface DetailField extends FieldFacts {
  marks?: string
  visible?: Expression
  span?: number
  against?: string
  links?: RowLink[]
}
export interface RowLink extends RowLinkDoc {
  name: string
}
export interface Section<F> {
  name: string
  label: string
  half?: boolean
  help?: string
  fields: F[]
}
export interface DetailPage extends PageFacts {
  kind: 'detail'
  entity: EntityFacts
  source: Call
  parent?: string
  facts: DetailField[]
  sections: Section<DetailField>[]
  actions: Action[]
  tabs: Tab[]
  related?: Record<string, RelatedDoc | false> | false
  tables?: Table[]
  frame?: string
  map?: PlaceDoc
  timeline?: Timeline
  course?: Course
  refresh?: RefreshDoc
  print: boolean
}
interface RecordTab {
  name: string
  label: string
  roles?: string[]
}
export interface ListedTab extends RecordTab {
  page: string
  filters: Record<string, Value>
}
/** A tab that shows sections of the record's own page, instead of a list. */
export interface PartTab extends RecordTab {
  page?: undefined
  sections: string[]
  tables?: string[]
  timeline: boolean
}
export type Tab = ListedTab | PartTab
export interface Timeline extends Omit<TimelineDoc, 'source' | 'time' | 'title'> {
  source: Call
  time: string
  title: string
}
export interface TableColumn {
  name: string
  label: string
  number?: boolean
  flag?: boolean
  unit?: string
  /** the cell leads to this record; its names are those of the answer */
  record?: RecordDoc
}
export interface Table extends Omit<TableDoc, 'source' | 'columns'> {
  name: string
  source: Call
  columns: TableColumn[]
}
export interface Lookup {
  /** on its button; without one it is asked as soon as the user has chosen a value */
  label?: string
  call: Call
  args: Record<string, Value>
  fill: Record<string, string | string[]>
}
export interface FormField extends FieldFacts {
  visible?: Expression
  disabled?: boolean | Expression
  computed?: Expression
  span?: number
  lookup?: Lookup
  control?: FormControlName
  until?: string
}
export interface FormPage extends PageFacts {
  kind: 'form'
  entity: EntityFacts
  source?: Call
  call: Call
  parent?: string
  sections: Section<FormField>[]
  done?: string
  submit?: string
  /** fields that say where a record stands that is changed */
  standing?: FieldFacts[]
  draft?: boolean
  next?: boolean
  steps: boolean
  /** opened with what has been saved */
  page?: string
  prefill?: Record<string, string>
  beside?: BesideDoc
  ready?: Call
  /** begins a batch about the record that has been saved */
  afterwards?: { call: Call; label: string }
}
export interface SystemPage extends PageFacts {
  kind: 'system'
  view: string
  leads?: string[]
}
export interface RedirectPage extends PageFacts {
  kind: 'redirect'
  page: string
}
/** What moves all numbers of a dashboard; its state stands in the URL. */
export interface Controls {
  /** the first is what the page opens with */
  period?: PeriodBy[]
  area?: { drill: boolean }
  unit?: true
  record?: RecordControl
}
/** One record of this entity can be looked at. */
export interface RecordControl {
  entity: string
  label: string
}
export interface BoardWidget {
  name: string
  widget: WidgetName
  title?: string
  help?: string
  /** columns of twelve, and rows */
  width: number
  height: number
  /** of a wall display; in its middle without */
  side?: Side
  query?: StatisticQuery
  /** its rows belong to units, so that one of them can be looked at */
  byUnit?: true
  /** the list that its numbers lead to */
  list?: string
  measures: MeasureFacts[]
  by: DimensionFacts[]
  /** the list whose rows it draws, or that its title leads to */
  page?: string
  filters?: ListFilters
  /** where its numbers come from in front of a backend that has no statistics of ours */
  from?: Omit<WidgetFromDoc, 'call'> & { call: Call }
  options: Record<string, unknown>
}
export interface DashboardPage extends PageFacts {
  kind: 'dashboard'
  controls: Controls
  /** the call that brings the numbers */
  source: Call
  /** seconds after which they are asked for again */
  every?: number
  lock?: BoardLock
  sheet?: Sheet
  report?: Report
  /** a wall display, which has the whole window to itself */
  screen?: true
  widgets: BoardWidget[]
}
/** Who may keep the numbers of a period as they are, and who may take that back. */
export interface BoardLock {
  lock: Call
  unlock: Call
  roles: string[]
  unlockRoles: string[]
}
export interface DocumentPage extends PageFacts {
  kind: 'document'
  entity: EntityFacts
  source: Call
  parent?: string
  argument: string
  ask?: { label: string; text: string }
  statement?: string
  /** fields that the statement has in braces */
  mentioned?: FieldFacts[]
  sections: Section<DetailField>[]
  signatures: string[]
  qr?: Qr
}
export interface Qr {
  label: string
  page: string
  also?: string[]
  call?: Call
}
export type Page = ListPage | DetailPage | FormPage | SystemPage | RedirectPage | DocumentPage | DashboardPage
