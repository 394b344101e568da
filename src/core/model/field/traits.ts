import { FIELD_KINDS, type FieldKind } from './fields.ts'

/** What one value of a field is; how it is stored, read, judged and described follows from it. */
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

/** What every part of the system knows of a kind of field. */
export interface FieldTraits {
  value: ValueType
  /** how lists are searched by it: a part of the text, from and to, one or several keys, an area with those below it */
  filter: 'text' | 'range' | 'choice' | 'area' | 'none'
  /** pixels that a column needs where neither page nor entity says */
  width: number
  /** rows carry a readable name beside the key (`labelKey`) */
  named: boolean
  /** values may hold addresses of files, which are kept as long as a record names them */
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

/** A new kind does not compile until it stands here. */
export const FIELD_TRAITS = {
  text: traits('text', 'text', 160),
  longText: traits('text', 'text', 220, { holdsAddresses: true }),
  url: traits('text', 'text', 200, { holdsAddresses: true }),
  uscc: traits('text', 'text', 180),
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
} as const satisfies Record<FieldKind, FieldTraits>

/** Kinds of which something is true, in their usual order. */
export const kindsWhere = (isTrue: (traits: FieldTraits) => boolean): FieldKind[] =>
  FIELD_KINDS.filter(kind => isTrue(FIELD_TRAITS[kind]))

const kindsOfValue = (...values: ValueType[]): ReadonlySet<string> =>
  new Set(kindsWhere(({ value }) => values.includes(value)))

export const TEXT_KINDS = kindsOfValue('text')
/** shown at the right, written as numbers, summed */
export const NUMBER_KINDS = kindsOfValue('integer', 'number', 'money')
export const DATE_KINDS = kindsOfValue('day', 'moment')
export const FILE_KINDS = kindsOfValue('files')
/** kept as JSON: no column to list, search or order by */
export const STRUCTURE_KINDS = kindsOfValue('json', 'rows')
/** chosen rather than typed in */
export const PICKED_KINDS = kindsOfValue('key', 'day', 'moment', 'flag', 'files')
/** an empty value is null to expressions, and not '' */
export const NULLED_KINDS = kindsOfValue('integer', 'number', 'money', 'flag')

export const RANGE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'range'))
export const CHOICE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'choice'))
export const UNSEARCHABLE_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ filter }) => filter === 'none'))
export const NAMED_KINDS: ReadonlySet<string> = new Set(kindsWhere(({ named }) => named))
