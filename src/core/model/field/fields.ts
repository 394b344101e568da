import type { Expression, FilterValues, Named, Value } from './named.ts'

export const FIELD_KINDS = [
  'text',
  'longText',
  'url',
  'uscc',
  'phone',
  'int',
  'decimal',
  'money',
  'percent',
  'date',
  'datetime',
  'flag',
  'dict',
  'status',
  'area',
  'ref',
  'image',
  'file',
  'json',
  'table',
  'rule',
  'limit',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

export type MaskKind = 'phone' | 'name' | 'idNumber'

/** A field that a dialog asks for. */
export interface AskedFieldDoc extends Partial<FieldDoc> {
  /** initial value is the record's own, where the action is about one record, or what a call answers */
  prefill?: boolean | PrefillDoc
  visible?: Expression
  /**
   * of a reference: the field of its records that says which kinds of records they are for; only those for the kind
   * (`union.kind`) of the page's records are offered, and those for all
   */
  fits?: string
}
/** A value that a call knows: `field` of its answer. */
export interface PrefillDoc {
  source: string
  /** argument → expression over `row`; of several records only what they agree on */
  args: Record<string, Value>
  field: string
}
/**
 * The record that a field names: of `entity`, or of the entity whose `union.kind` the field `kind` holds; its key is in
 * the field `key`.
 */
export interface RecordDoc {
  entity?: string
  kind?: string
  key: string
}
/** Whose records a rule chooses: of `entity`, or of the one whose `union.kind` the field `kind` holds. */
export interface RuleDoc {
  entity?: string
  kind?: string
}
/** What a record keeps of the rows of another entity that name it: how many, or what `sum` … say of a field. */
export interface CountedDoc {
  of: string
  /** the field of these rows that names the record */
  through: string
  /** which of them count, of those that lists show */
  filters?: FilterValues
  sum?: string
  first?: string
  last?: string
}

/** One field of an entity; a page's column, filter or form field may repeat any of these to differ. */
export interface FieldDoc {
  label: string
  kind: FieldKind
  dict?: string
  /**
   * of a text with `search: names`: the entity whose records' names it holds; those that a reader may not know are left
   * out
   */
  ref?: string
  /**
   * how the units to choose from are loaded: as one tree, or level by level below the user's topmost unit; `all`: with
   * what is out of use
   */
  choices?: 'tree' | 'byParent' | 'all'
  workflow?: string
  unit?: string
  /** always, or when an expression over `values`, what is filled in, holds */
  required?: boolean | Expression
  unique?: boolean
  minLength?: number
  maxLength?: number
  /** for a date an expression over `today` and `values` */
  min?: number | Expression
  max?: number | Expression
  /** least number of choices, of rows, or of comma-separated names */
  minItems?: number
  pattern?: string
  patternMessage?: string
  /** what else a value must satisfy, once filled in: an expression over `values` and `today`; `false`: it does not */
  check?: Expression | false
  checkMessage?: string
  width?: number
  /** `names`: one of the comma-joined names, as a whole */
  search?: 'contains' | 'prefix' | 'exact' | 'range' | 'names'
  /** of a text that is a code: without blanks, its letters all stored so, or as they are written */
  letters?: 'lower' | 'upper' | 'kept'
  multiple?: boolean
  /** of a new record: a value, or an expression over `today`, `at.time`, `user` and `option` */
  default?: string | number | Expression
  help?: string
  /** with `filters` only for rows where these fields have these values */
  mask?: MaskKind | { kind: MaskKind; filters?: Record<string, string | number | (string | number)[]> }
  /** roles that see it; everybody when left out */
  roles?: string[]
  /** the server writes it; forms only show it */
  readOnly?: boolean
  /** roles that may change it; everybody who may save when left out */
  editRoles?: string[]
  /** the server alone writes it, by calls of its own: saves, forms of transitions and histories leave it out */
  managed?: boolean
  /** no row holds it: the answer to a list works it out, for whoever reads it */
  answered?: boolean
  /** running number that the server gives a record without one: `XS{areaCode}{date}{00000}` */
  number?: string
  /** kept by the server: of the rows of another entity that name the record */
  counted?: CountedDoc
  /** worked out at every write, an expression over `values` and `today`; nobody fills it in */
  computed?: Expression
  /** value that every save writes */
  onSave?: string | number
  /** rows with this value are hidden from lists, unless the request filters by the key or by this field */
  unlisted?: string | number
  /** code that no record has: to filter by it is not to filter by this field */
  all?: string | number
  /** names that the field had before, the newest first: what is stored under them is the field's */
  was?: string | string[]
  /** kept on the server, never sent to a browser */
  secret?: boolean
  /**
   * marks a time limit when `soon` days are left or it is past (working days, unless `count` says calendar days), but
   * not once the flag `closed` is set
   */
  due?: { soon: number; closed?: string; count?: 'working' | 'calendar' }
  /** field of a view over several entities that says the same of their records, where its name is another */
  repeats?: string
  /** shown as a link to that record; left out: a reference's or a credit code's own; `false`: none */
  record?: RecordDoc | false
  /** lists show the sum over all matching rows, not only those of the page */
  total?: 'sum'
  /** of a `rule`: whose records it chooses */
  rule?: RuleDoc
  /** columns of a `table`: rows of their own within the record */
  fields?: Named<FieldDoc>
}
