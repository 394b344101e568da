import type { Expression, Named } from './named.ts'

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
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

export type MaskKind = 'phone' | 'name' | 'idNumber'

/** A field that a dialog asks for. */
export interface AskedFieldDoc extends Partial<FieldDoc> {
  /** begins with what the record holds, where it is one record */
  prefill?: boolean
  visible?: Expression
}
/** One field of an entity; a page's column, filter or form field may repeat any of these to differ. */
export interface FieldDoc {
  label: string
  kind: FieldKind
  dict?: string
  ref?: string
  /**
   * where the units that may be chosen come from: all in one tree, or level by level below the topmost that one sees
   */
  choices?: 'tree' | 'byParent'
  workflow?: string
  unit?: string
  /** always, or when an expression over `values`, what is filled in, holds */
  required?: boolean | Expression
  unique?: boolean
  minLength?: number
  maxLength?: number
  /** of a date an expression, over `today` and `values` */
  min?: number | Expression
  max?: number | Expression
  /** least number of choices, of rows, or of names in a text */
  minItems?: number
  pattern?: string
  patternMessage?: string
  width?: number
  search?: 'contains' | 'prefix' | 'exact' | 'range'
  multiple?: boolean
  default?: string | number
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
  /** what every save sets it to */
  onSave?: string | number
  /** rows where it has this value are left out of lists that do not ask for them: by the key, or by this field */
  unlisted?: string | number
  /** kept on the server, never sent to a browser */
  secret?: boolean
  /**
   * a time limit: told when `soon` days (working days, unless it counts all) are left or it is past, unless the flag
   * `closed` is set
   */
  due?: { soon: number; closed?: string; count?: 'working' | 'calendar' }
  /** lists show this over all rows that match, not only those of the page */
  total?: 'sum'
  /** columns of a `table`: rows of their own within the record */
  fields?: Named<FieldDoc>
}
