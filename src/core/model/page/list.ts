import type { FieldDoc } from '../field/fields.ts'
import type { Named, Value } from '../field/named.ts'
import type { ActionDoc } from './action.ts'
import type { PageBase, RefreshDoc } from './base.ts'

export interface ColumnDoc extends Partial<FieldDoc> {
  page?: string
  fixed?: 'left' | 'right'
  sort?: boolean
}
export interface FilterDoc extends Partial<FieldDoc> {
  /** stands behind "more" instead of on the first line */
  more?: boolean
  /** area level of a user → the last level that may be chosen */
  deepest?: Record<string, number>
}
/** A part of a list under a name of its own: what it fixes is not asked for again. */
export interface ListTabDoc {
  label: string
  /** field, or `<field>Start` and `<field>End`, → a value, a list of them, or an expression over user, option and today */
  filters?: Record<string, string[] | Value | null>
  /** shows how many there are */
  count?: boolean
  /** its number is told as a share of this other tab's, too: the tabs are stages of one way */
  share?: string
  roles?: string[]
}
/** A line over time of numbers in a list's rows, above them. */
export interface ChartDoc {
  kind: 'line'
  label: string
  /** route of the list whose rows are drawn, where it is not this one */
  page?: string
  /** the filter that says what the line is about: without a value there is none */
  filter?: string
  x: string
  y: string
  /** field whose values are a line each, and the field that says what each is called */
  series?: string
  named?: string
  /** dictionary with the bands that the numbers fall into */
  bands?: string
  /** x is a month, and months without a row are gaps */
  interval?: 'month'
  /** so many of the latest values of x; 12 when left out */
  last?: number
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
  /** a column whose values stand above the rows that share them */
  group?: string
  chart?: ChartDoc
  /** staff may take what the list shows as a spreadsheet; true when left out */
  export?: boolean
}
