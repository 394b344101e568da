import type { FieldDoc, RecordDoc } from '../field/fields.ts'
import type { Expression, Named, Value } from '../field/named.ts'
import type { ActionDoc } from './action.ts'
import type { PageBase, RefreshDoc, SectionDoc } from './base.ts'

export interface DetailFieldDoc extends Partial<FieldDoc> {
  /** field whose words are highlighted in this field's text */
  marks?: string
  visible?: Expression
  span?: number
  /** field with the later version of this one: the section is drawn as a comparison of the two */
  against?: string
  /** pages that each row of a sub-table leads to */
  links?: Named<RowLinkDoc>
}
export interface RowLinkDoc {
  label: string
  page: string
  /** argument of the page's address → expression over `item`, the row of the sub-table, and `row`, the record */
  args?: Record<string, Value>
  visible?: Expression
}
export interface DetailPageDoc extends PageBase {
  kind: 'detail'
  entity: string
  source: string
  parent?: string
  facts?: Named<DetailFieldDoc>
  sections: Named<SectionDoc<DetailFieldDoc>>
  actions?: Named<ActionDoc>
  tabs?: Named<TabDoc>
  /** lists of what points at the record, by entity: left out, renamed, or on another list page; `false`: none at all */
  related?: Named<RelatedDoc> | false
  /** figures that another call gives for the record, below its sections */
  tables?: Named<TableDoc>
  /** field with a web address, which is embedded beside the record */
  frame?: string
  /** fields with the address and the area of what a map shows on request */
  map?: PlaceDoc
  timeline?: TimelineDoc
  refresh?: RefreshDoc
  /** true when left out */
  print?: boolean
}
export interface PlaceDoc {
  address: string
  area: string
}
export interface RelatedDoc {
  label?: string
  page?: string
}
/** A list of records that belong to this record, or sections of the page on a tab of their own. */
export interface TabDoc {
  label: string
  /** route of the list page that is shown */
  page?: string
  /** filter of that list → expression over `row`, the record */
  filters?: Record<string, Value>
  /** sections of the page that stand here instead of on the first tab */
  sections?: string[]
  /** tables of the page that stand here instead of on the first tab */
  tables?: string[]
  /** the page's timeline is shown here as well */
  timeline?: boolean
  roles?: string[]
}
/** Rows of a call about a record. */
export interface TableDoc {
  label: string
  source: string
  /** argument → expression over `row`, the record; its key when left out */
  args?: Record<string, Value>
  visible?: Expression
  /** keyed by the names in the answer */
  columns: Named<{ label: string; number?: boolean; flag?: boolean; unit?: string; record?: RecordDoc }>
}
/** What happened to a record, newest first: its changes, unless a call of its own (`source`) tells more. */
export interface TimelineDoc {
  label: string
  source?: string
  /** argument → expression over `row`, the record; its key when left out */
  args?: Record<string, Value>
  /** fields of an entry */
  time?: string
  title?: string
  /** who did it */
  person?: string
  /** what was decided, a list of {label, value} */
  facts?: string
  /** addresses of files, comma-joined */
  files?: string
  /** a text, or a list of {label, before, after} */
  text?: string
}
