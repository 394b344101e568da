import type { FieldDoc } from '../field/fields.ts'
import type { Expression, Named, Value } from '../field/named.ts'
import type { ActionDoc } from './action.ts'
import type { PageBase, RefreshDoc, SectionDoc } from './base.ts'

export interface DetailFieldDoc extends Partial<FieldDoc> {
  /** field with the words that are highlighted in this one */
  marks?: string
  visible?: Expression
  span?: number
  /** field that holds what this one became: the section is drawn as a comparison */
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
  /** figures that another call gives for the record, below its sections */
  tables?: Named<TableDoc>
  /** field with an address: its page is shown beside what is known of the record */
  frame?: string
  timeline?: TimelineDoc
  refresh?: RefreshDoc
  /** true when left out */
  print?: boolean
}
/** A list that belongs to a record, or a part of its own page that stands on a tab. */
export interface TabDoc {
  label: string
  /** route of the list page that is shown */
  page?: string
  /** filter of that list → expression over `row`, the record */
  filters?: Record<string, Value>
  /** sections of the page that stand here instead of on the first tab */
  sections?: string[]
  /** its timeline stands here, too */
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
  /** by the names that the answer has */
  columns: Named<{ label: string; number?: boolean; flag?: boolean; unit?: string }>
}
/** What happened to a record, newest first. */
export interface TimelineDoc {
  label: string
  source: string
  /** argument → expression over `row`, the record; its key when left out */
  args?: Record<string, Value>
  /** fields of an entry */
  time: string
  title: string
  /** who did it */
  person?: string
  /** a text, or a list of {label, before, after} */
  text?: string
}
