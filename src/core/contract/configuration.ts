import type { MenuItem, UserInfo } from './api.ts'
import type { FormControlName } from '../model/parts.ts'
import type { ActionDoc, ActionPlace, EnvelopeKind, Expression, FieldDoc, PageKind, TableDoc, TimelineDoc, Tone } from '../model/documents.ts'
import type { AppDoc } from '../model/settings.ts'

/**
 * The compiled configuration: what the server serves and the console draws. Pages are content-addressed
 * JSON blobs with all entity facts filled in; nothing in here refers back to YAML but `origin`.
 */

/** file:line:col a thing came from, for placeholders and reports */
export type OriginText = string

/** A field as the console needs it: the entity's facts under the page's own, without what only the server needs. */
export interface FieldFacts extends Omit<FieldDoc, 'secret' | 'unique' | 'workflow' | 'maskWhen' | 'fields'> {
  name: string
  origin: OriginText
  /** columns of a `table` */
  fields?: FieldFacts[]
}
export interface Column extends FieldFacts {
  /** always filled: the column's, else the field's, else the kind's */
  width: number
  to?: string
  fixed?: 'left' | 'right'
  sort?: boolean
}
export interface Filter extends FieldFacts {
  more?: boolean
}
/** With a `transition` it shows on records whose row says that the server would take it. */
export interface Action extends Omit<ActionDoc, 'on' | 'call' | 'ask'> {
  name: string
  on: ActionPlace[]
  origin: OriginText
  call?: Call
  ask?: FieldFacts[]
}
/** An endpoint as the console's client needs it. */
export interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  args: 'query' | 'path' | 'body' | 'multipart' | 'none'
  envelope: EnvelopeKind
  names?: string[]
  changes?: string[]
}
export interface EntityFacts {
  name: string
  label: string
  key: string
  title: string
}
/** key, label, tone; in display order */
export type DictionaryEntries = [key: string, label: string, tone?: Tone][]

interface PageFacts {
  route: string
  title: string
  open?: boolean
  roles?: string[]
  dictionaries: Record<string, DictionaryEntries>
}
export interface ListPage extends PageFacts {
  kind: 'list'
  entity: EntityFacts
  source: Call
  tabs?: ListTab[]
  filters: Filter[]
  columns: Column[]
  actions: Action[]
  sort?: string
  pageSize: number
  selectable: boolean
  /** a column whose values stand as headings above the rows that share them */
  group?: string
  export: boolean
}
/** Values that are known now stand ready, so that the first request of a page waits for nothing. */
export type TabValue = { value: string } | { expression: Expression }
export interface ListTab {
  name: string
  label: string
  filters: Record<string, TabValue>
  count?: boolean
  roles?: string[]
}
export interface DetailField extends FieldFacts {
  marks?: string
  visible?: Expression
  span?: number
  against?: string
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
  of?: string
  facts: DetailField[]
  sections: Section<DetailField>[]
  actions: Action[]
  tabs: Tab[]
  tables?: Table[]
  frame?: string
  timeline?: Timeline
  print: boolean
}
export interface Tab {
  name: string
  label: string
  list: string
  filters: Record<string, Expression>
  roles?: string[]
}
export interface Timeline extends Omit<TimelineDoc, 'source'> { source: Call }
export interface TableColumn {
  name: string
  label: string
  number?: boolean
  flag?: boolean
  unit?: string
}
export interface Table extends Omit<TableDoc, 'source' | 'columns'> { name: string; source: Call; columns: TableColumn[] }
export interface Lookup {
  label: string
  call: Call
  args: Record<string, Expression>
  fill: Record<string, string>
}
export interface FormField extends FieldFacts {
  visible?: Expression
  disabled?: Expression
  requiredWhen?: Expression
  computed?: Expression
  span?: number
  lookup?: Lookup
  control?: FormControlName
}
export interface FormPage extends PageFacts {
  kind: 'form'
  entity: EntityFacts
  load?: Call
  save: Call
  of?: string
  sections: Section<FormField>[]
  done?: string
  submit?: string
  draft?: boolean
  steps: boolean
  query?: Record<string, string>
  ready?: Call
}
export interface SystemPage extends PageFacts { kind: 'system'; view: string }
export interface RedirectPage extends PageFacts { kind: 'redirect'; to: string }
/** A kind that is checked and resolved, and drawn as a placeholder until its renderer exists. */
export interface OtherPage extends PageFacts { kind: 'dashboard' }
export interface DocumentPage extends PageFacts {
  kind: 'document'
  entity: EntityFacts
  source: Call
  of?: string
  argument: string
  statement?: string
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
export type Page = ListPage | DetailPage | FormPage | SystemPage | RedirectPage | DocumentPage | OtherPage

export interface PageEntry {
  /** hash of the page's blob */
  hash: string
  kind: PageKind
  title: string
  open?: boolean
  roles?: string[]
  /** names of the endpoints it calls */
  calls: string[]
  /** routes it links to */
  links: string[]
}
export interface MenuEntry {
  name: string
  title: string
  icon?: string
  page?: string
  href?: string
  roles?: string[]
  badge?: string
  children: MenuEntry[]
}
/** What app.yaml says, and what its customer adds. */
export interface AppFacts extends AppDoc {
  hosts: Record<string, string>
  options: Record<string, boolean | string | number>
}
/** What one scope may have: page route (without slash) → its entry. Sent to browsers without calls and links. */
export interface Manifest {
  version: string
  pages: Record<string, PageEntry>
  app: AppFacts
  /** language → hash of its texts blob */
  locales: Record<string, string>
}

/** First answer to a signed-in console: everything it needs to draw the shell, and the page it stands on. */
export interface Boot {
  manifest: Manifest
  credentials?: Credentials
  user: UserInfo
  menu: MenuItem[]
  /** the page named in the request, when the user may see it */
  page?: Page
  /** texts of the language asked for, when it is not the default one */
  texts?: Record<string, string>
}
/** Where the token call takes name and password: the specification has them in the query, which proxies like to log. */
export type Credentials = 'body' | 'query'
/** Before login: titles and the open pages only. */
export interface PublicBoot {
  manifest: Manifest
  credentials: Credentials
}
