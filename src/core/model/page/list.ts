import type { CalendarOptions } from './calendar.ts'
import type { FieldDoc } from '../field/fields.ts'
import type { Named, Value } from '../field/named.ts'
import type { ActionDoc } from './action.ts'
import type { PageBase, RefreshDoc } from './base.ts'

export interface ColumnDoc extends Partial<FieldDoc> {
  page?: string
  fixed?: 'left' | 'right'
  sort?: boolean
  /** not shown until its user chooses it */
  more?: boolean
}
export interface FilterDoc extends Partial<FieldDoc> {
  /** hidden behind "more" instead of on the first line */
  more?: boolean
  /** area level of a user → the last level that may be chosen */
  deepest?: Record<string, number>
}
/** A named part of a list. Filters with a fixed value in the tab are not offered again. */
export interface ListTabDoc {
  label: string
  /** field, or `<field>Start` and `<field>End`, → a value, a list, or an expression over user, option and today */
  filters?: Record<string, string[] | Value | null>
  /** shows how many there are */
  count?: boolean
  /** the order that it opens with, where it is not the list's */
  sort?: string
  /** shows its number also as a share of this other tab's number */
  share?: string
  /** the start page shows how many there are, and those due first */
  todo?: boolean
  roles?: string[]
}
/** A line chart of a numeric field of a list's rows, above the list. */
export interface ChartDoc {
  kind: 'line'
  label: string
  /** route of the list whose rows are drawn, where it is not this one */
  page?: string
  /** the filter that says what the line is about: without a value there is none */
  filter?: string
  x: string
  y: string
  /** field with one line for each of its values, and the field with the line's label */
  series?: string
  named?: string
  /** dictionary whose bands are drawn behind the lines */
  bands?: string
  /** x is a month, and months without a row are gaps */
  interval?: 'month'
  /** more columns of numbers, each a line of its own; not beside `series` */
  also?: string[]
  /** a flag: where it is set, the ground behind the lines is shaded and bears the label */
  during?: { field: string; label: string }
  /** points whose row has something in `field` are marked, and open the list `page` filtered by the row's key */
  markers?: { field: string; page: string; filter: string }
  /** so many of the latest values of x; 12 when left out */
  last?: number
}
/** A calendar that filters a list by one of its dates. */
export interface ListCalendarDoc extends Omit<CalendarOptions, 'mode'> {
  /** a date among the filters */
  field: string
  /** column that is written on the days of its rows */
  title?: string
  /** single when left out */
  mode?: 'range' | 'single'
}
/** Values of a filter beside the list: the rows of another list, each counted under the list's other filters. */
export interface ListTreeDoc {
  label: string
  /** call whose rows are the values */
  source: string
  args?: Record<string, string | number>
  /** field of these rows with the value, which the filter takes */
  name: string
  /** field of these rows that groups them, and its dictionary */
  group?: string
  dict?: string
  /** a filter of this page */
  filter: string
}
export interface ListPageDoc extends PageBase {
  kind: 'list'
  entity: string
  source: string
  /** the first one opens */
  tabs?: Named<ListTabDoc>
  filters?: Named<FilterDoc>
  columns: Named<ColumnDoc>
  sort?: string
  pageSize?: number
  actions?: Named<ActionDoc>
  selectable?: boolean
  refresh?: RefreshDoc
  /** a column whose values become headings above the rows that share them */
  group?: string
  chart?: ChartDoc
  calendar?: ListCalendarDoc
  tree?: ListTreeDoc
  /** users may download the list as a spreadsheet; true when left out */
  export?: boolean
  /** users may add rows from a spreadsheet, by the form of this button; by that of `add` when left out */
  import?: boolean | { button: string }
}
