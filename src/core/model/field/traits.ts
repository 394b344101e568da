import { FIELD_KINDS, type FieldKind } from './fields.ts'

/** Type of a field's value. Column types, validation and the API's description follow from it. */
export type ValueType =
  | 'text'
  | 'integer'
  | 'number'
  | 'money'
  | 'day'
  | 'moment'
  | 'flag'
  /** an entry of a dictionary, a state, an area or a record, by its key */
  | 'key'
  /** addresses of files, comma-joined */
  | 'files'
  | 'json'
  /** rows of their own within the record */
  | 'rows'

/** What console, server and validate need to know of a kind of field. */
export interface FieldTraits {
  value: ValueType
  /** how a list filters by it: contained text, from and to, one or several keys, an area with all areas below it */
  filter: 'text' | 'range' | 'choice' | 'area' | 'none'
  /** pixels that a column needs where neither page nor entity says */
  width: number
  /** rows carry a readable name beside the key (`labelKey`) */
  named: boolean
  /** values may be addresses of uploaded files, which must not be deleted while a record names them */
  holdsAddresses: boolean
}

const traits = (value: ValueType, filter: FieldTraits['filter'], width: number, more: Partial<FieldTraits> = {}) => ({
  value,
  filter,
  width,
  named: false,
  holdsAddresses: false,
  ...more,
})

/** The one table of kinds; `satisfies` makes a kind without traits a compile error. */
export const FIELD_TRAITS = {
  text: traits('text', 'text', 160),
  longText: traits('text', 'text', 220, { holdsAddresses: true }),
  url: traits('text', 'text', 200, { holdsAddresses: true }),
  uscc: traits('text', 'text', 190),
  phone: traits('text', 'text', 130),
  int: traits('integer', 'range', 100),
  decimal: traits('number', 'range', 110),
  money: traits('money', 'range', 120),
  percent: traits('number', 'range', 90),
  date: traits('day', 'range', 110),
  datetime: traits('moment', 'range', 150),
  flag: traits('flag', 'choice', 80),
  dict: traits('key', 'choice', 110),
  status: traits('key', 'choice', 110),
  area: traits('key', 'area', 140, { named: true }),
  ref: traits('key', 'choice', 140, { named: true }),
  image: traits('files', 'none', 90, { holdsAddresses: true }),
  file: traits('files', 'none', 120, { holdsAddresses: true }),
  json: traits('json', 'none', 160, { holdsAddresses: true }),
  table: traits('rows', 'none', 90, { holdsAddresses: true }),
  rule: traits('text', 'none', 220),
  limit: traits('moment', 'choice', 110),
} as const satisfies Record<FieldKind, FieldTraits>

/** Kinds of which something is true, in their usual order. */
export const kindsWhere = (isTrue: (traits: FieldTraits) => boolean): FieldKind[] =>
  FIELD_KINDS.filter(kind => isTrue(FIELD_TRAITS[kind]))

const kindsOfValue = (...values: ValueType[]): ReadonlySet<string> =>
  new Set(kindsWhere(({ value }) => values.includes(value)))

export const TEXT_KINDS = kindsOfValue('text')
/** right-aligned, formatted as numbers, can be summed */
export const NUMBER_KINDS = kindsOfValue('integer', 'number', 'money')
export const DATE_KINDS = kindsOfValue('day', 'moment')
export const FILE_KINDS = kindsOfValue('files')
/** stored as JSON: lists cannot show, search or sort by them */
export const STRUCTURE_KINDS = kindsOfValue('json', 'rows')
/** chosen from a control, not typed */
export const PICKED_KINDS = kindsOfValue('key', 'day', 'moment', 'flag', 'files')
/** an empty value is null in expressions, for all other kinds '' */
export const NULLED_KINDS = kindsOfValue('integer', 'number', 'money', 'flag')

export const RANGE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'range'))
export const CHOICE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'choice'))
export const UNSEARCHABLE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'none'))
export const NAMED_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ named }) => named))
