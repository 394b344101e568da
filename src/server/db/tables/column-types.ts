import type { FieldKind } from '../../../core/model/documents.ts'

const TYPES = {
  text: 'text',
  longText: 'text',
  url: 'text',
  uscc: 'text',
  phone: 'text',
  int: 'bigint',
  decimal: 'numeric',
  money: 'numeric(18,2)',
  percent: 'numeric',
  date: 'date',
  datetime: 'timestamp(0)',
  flag: 'smallint',
  dict: 'text',
  status: 'text',
  area: 'text',
  ref: 'text',
  image: 'text',
  file: 'text',
  json: 'jsonb',
  table: 'jsonb',
} as const satisfies Record<FieldKind, string>

export type ColumnType = (typeof TYPES)[FieldKind]

/** Several choices travel and are kept comma-joined, whatever the kind. */
export function columnType(field: { kind: FieldKind; multiple?: boolean }): ColumnType {
  return field.multiple ? 'text' : TYPES[field.kind]
}

/** information_schema's name of a type: what tells one kind of column from another. */
export const FAMILY: Record<ColumnType, string> = {
  text: 'text',
  bigint: 'bigint',
  numeric: 'numeric',
  'numeric(18,2)': 'numeric',
  date: 'date',
  'timestamp(0)': 'timestamp without time zone',
  smallint: 'smallint',
  jsonb: 'jsonb',
}

/** Kinds of field that a stored column's data fits. */
export const kindsOf = (stored: string): FieldKind[] =>
  (Object.keys(TYPES) as FieldKind[]).filter(kind => FAMILY[TYPES[kind]] === stored)
