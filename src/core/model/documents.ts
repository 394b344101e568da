/**
 * The YAML kinds as they stand after overlays are merged: what an author may write, nothing derived.
 * The same shapes are described key by key, with defaults, in schemas/meta (what ajv and editors read).
 */

export type { EndpointDoc, EndpointsDoc, EnvelopeKind, ParamDoc, ParamKind } from './endpoints.ts'
export type { AppDoc, AreaDoc, CustomerDoc, LocaleDoc } from './settings.ts'
import type { FormControlName } from './parts.ts'

/** A map keyed by name. Empty (`null`) means "as the entity says"; `false` means "left out". */
export type Named<T> = Record<string, T | null | false>

/** A CEL expression as written in YAML. */
export type Expression = string

export const FIELD_KINDS = [
  'text', 'longText', 'url', 'uscc', 'phone', 'int', 'decimal', 'money', 'percent', 'date', 'datetime',
  'flag', 'dict', 'status', 'area', 'ref', 'image', 'file', 'json', 'table',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** One field of an entity; a page's column, filter or form field may repeat any of these to differ. */
export interface FieldDoc {
  label: string
  kind: FieldKind
  dict?: string
  ref?: string
  workflow?: string
  unit?: string
  required?: boolean
  unique?: boolean
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  pattern?: string
  patternMessage?: string
  width?: number
  search?: 'contains' | 'prefix' | 'exact' | 'range'
  multiple?: boolean
  default?: string | number
  help?: string
  mask?: 'phone' | 'name' | 'idNumber'
  /** the mask holds only for rows where these fields have these values */
  maskWhen?: Record<string, string | number>
  /** roles that see it; everybody when left out */
  seenBy?: string[]
  /** roles that may change it; everybody who may save when left out */
  changedBy?: string[]
  /** kept on the server, never sent to a browser */
  secret?: boolean
  /** a time limit: told when `soon` working days are left or it is past, unless the flag `closed` is set */
  due?: { soon: number; closed?: string }
  /** lists show this over all rows that match, not only those of the page */
  total?: 'sum'
  /** columns of a `table`: rows of their own within the record */
  fields?: Named<FieldDoc>
}

/** Fields of an entity that say whose a row is: left out means the usual one where it is there, `false` that there is none. */
export interface ScopeDoc {
  area?: string
  customer?: string | false; org?: string | false; owner?: string | false
  /** units that a row is shared with, wherever they lie */
  units?: string
  /** rows without a customer are for all customers of their area; true when left out */
  shared?: boolean
}

export interface EntityDoc {
  entity: string
  label: string
  key: string
  title: string
  mixins?: string[]
  fields: Named<FieldDoc>
  indexes?: string[][]
  /** which fields say whose a row is; `none` for what belongs to nobody */
  scope?: ScopeDoc | 'none'
  /** a carrier of the kind `kind` in the dictionary objectKind, found at its field `url` */
  carrier?: CarrierDoc
  /** a delete marks `delFlag` and keeps the row with its reason */
  softDelete?: boolean
}

export interface CarrierDoc {
  kind: string
  url?: string
}

export interface MixinDoc {
  mixin: string
  label: string
  fields: Named<FieldDoc>
}

export type Tone = 'default' | 'success' | 'processing' | 'warning' | 'error'
export interface DictionaryDoc {
  dictionary: string
  label: string
  entries: Record<string, string | { label: string; tone?: Tone } | false>
}

export type ActionPlace = 'page' | 'row' | 'selection'
/** A button. Exactly one of `to` (opens a page) and `call` (sends a request) says what it does. */
export interface ActionDoc {
  label: string
  on?: ActionPlace[]
  to?: string
  call?: string
  /** arguments of the call: name → expression; the record's key when left out */
  args?: Record<string, Expression>
  /** fields that are asked for in a dialog before the call, sent with it */
  ask?: Named<Partial<FieldDoc>>
  confirm?: string
  done?: string
  /** the call answers a file: it is saved under the record's title with this ending */
  file?: string
  /** what follows when the call has gone well: the records as a spreadsheet */
  then?: 'export'
  /** transition of the workflow that the entity follows: shown only from its states, and to its roles */
  transition?: string
  visible?: Expression
  disabled?: Expression
  primary?: boolean
  danger?: boolean
}

export interface PageBase {
  title: string
  extends?: string
  /** only a ground for other pages: it has no route and may be incomplete */
  abstract?: boolean
  /** opens without a token */
  open?: boolean
  /** route roles; everyone who reaches it when left out */
  roles?: string[]
}

export interface ColumnDoc extends Partial<FieldDoc> {
  to?: string
  fixed?: 'left' | 'right'
  sort?: boolean
  ellipsis?: boolean
}
export interface FilterDoc extends Partial<FieldDoc> {
  /** stands behind "more" instead of on the first line */
  more?: boolean
}
/** A part of a list under a name of its own: what it fixes is not asked for again. */
export interface ListTabDoc {
  label: string
  /** field, or `<field>Start` and `<field>End`, → a list of values, or an expression over user, option and today */
  filters?: Record<string, string[] | Expression | number | null | false>
  /** shows how many there are */
  count?: boolean
  roles?: string[]
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
  /** a column whose values stand above the rows that share them */
  group?: string
  /** staff may take what the list shows as a spreadsheet; true when left out */
  export?: boolean
}

export interface DetailFieldDoc extends Partial<FieldDoc> {
  /** field with the words that are highlighted in this one */
  marks?: string
  visible?: Expression
  span?: number
  /** field that holds what this one became: the section is drawn as a comparison */
  against?: string
}
export interface SectionDoc<F> {
  label: string
  /** stands beside its neighbour */
  half?: boolean
  help?: string
  fields: Named<F>
}
export interface DetailPageDoc extends PageBase {
  kind: 'detail'
  entity: string
  source: string
  of?: string
  facts?: Named<DetailFieldDoc>
  sections: Named<SectionDoc<DetailFieldDoc>>
  actions?: Named<ActionDoc>
  tabs?: Named<TabDoc>
  /** figures that another call gives for the record, below its sections */
  tables?: Named<TableDoc>
  /** field with an address: its page is shown beside what is known of the record */
  frame?: string
  timeline?: TimelineDoc
  /** true when left out */
  print?: boolean
}
/** A list that belongs to a record, shown on its page. */
export interface TabDoc {
  label: string
  /** route of the list page that is shown */
  list: string
  /** filter of that list → expression over `row`, the record */
  filters: Record<string, Expression>
  roles?: string[]
}
/** Rows of a call about a record. */
export interface TableDoc {
  label: string
  source: string
  /** argument → expression over `row`, the record; its key when left out */
  args?: Record<string, Expression>
  visible?: Expression
  /** by the names that the answer has */
  columns: Named<{ label: string; number?: boolean; flag?: boolean; unit?: string }>
}
/** What happened to a record, newest first. */
export interface TimelineDoc {
  label: string
  source: string
  /** argument → expression over `row`, the record; its key when left out */
  args?: Record<string, Expression>
  /** fields of an entry */
  time: string
  title: string
  /** who did it */
  by?: string
  /** a text, or a list of {label, before, after} */
  text?: string
}

export interface FormFieldDoc extends Partial<FieldDoc> {
  visible?: Expression
  disabled?: Expression
  requiredWhen?: Expression
  computed?: Expression
  span?: number
  lookup?: LookupDoc
  /** a control other than the one of the field's kind */
  control?: FormControlName
}
/** A button behind a field: asks a call, and fills other fields with what it answers. */
export interface LookupDoc {
  label: string
  call: string
  /** argument → expression over `values` */
  args: Record<string, Expression>
  /** field of the form → name in the answer */
  fill: Record<string, string>
}
export interface FormPageDoc extends PageBase {
  kind: 'form'
  entity: string
  /** reads the record when the URL names one; a form without it only adds */
  load?: string
  save: string
  of?: string
  sections: Named<SectionDoc<FormFieldDoc>>
  done?: string
  /** what the button says that saves */
  submit?: string
  /** a button keeps what is filled in as a draft */
  draft?: boolean
  /** each section is a step of its own */
  steps?: boolean
  /** field → argument of the page's address that a new record takes its value from */
  query?: Record<string, string>
  /** asked before anything is filled in: {ok, text}; where it is not ok the text says why, and nothing can be saved */
  ready?: string
}

export interface SystemPageDoc extends PageBase {
  kind: 'system'
  view: string
}
export interface RedirectPageDoc extends PageBase {
  kind: 'redirect'
  /** a route, or `menu.first`: the first menu entry that the user may see */
  to: string
}
/** A kind whose drawing comes with its own issue; its files may exist and are checked. */
export interface DashboardPageDoc extends PageBase {
  kind: 'dashboard'
  widgets: Named<{ widget: string; source?: string; title?: string; props?: Record<string, unknown> }>
}
/** A paper: what it says of one record, to be printed and signed. */
export interface DocumentPageDoc extends PageBase {
  kind: 'document'
  source: string
  entity: string
  of?: string
  /** argument of the page's address that is sent to the source; the entity's key when left out */
  argument?: string
  /** said before the sections; {field} is filled in */
  statement?: string
  sections: Named<SectionDoc<DetailFieldDoc>>
  /** who signs at the end */
  signatures?: string[]
  qr?: QrDoc
}
/** A square code that leads to an open page. */
export interface QrDoc {
  label: string
  /** route; it gets the code as `code` */
  page: string
  /** other open pages that the same code opens */
  also?: string[]
  /** makes the code; without it the document shows the one that it was opened by */
  call?: string
}
export type PageDoc =
  | ListPageDoc | DetailPageDoc | FormPageDoc | SystemPageDoc | RedirectPageDoc | DashboardPageDoc | DocumentPageDoc
export type PageKind = PageDoc['kind']

export interface MenuEntryDoc {
  title: string
  icon?: string
  page?: string
  href?: string
  roles?: string[]
  badge?: string
  planned?: boolean
  children?: Named<MenuEntryDoc>
}
export interface MenuDoc {
  menu: Named<MenuEntryDoc>
}
