import { FIELD_KINDS, type FieldKind } from '../../../core/model/documents.ts'
import { FIELD_TRAITS, type ValueType } from '../../../core/model/field/traits.ts'

const TYPES = {
  text: 'text',
  integer: 'bigint',
  number: 'numeric',
  money: 'numeric(18,2)',
  day: 'date',
  moment: 'timestamp(0)',
  flag: 'smallint',
  key: 'text',
  files: 'text',
  json: 'jsonb',
  rows: 'jsonb',
} as const satisfies Record<ValueType, string>

export type ColumnType = (typeof TYPES)[ValueType]
const typeOf = (kind: FieldKind): ColumnType => TYPES[FIELD_TRAITS[kind].value]

/** Several choices travel and are kept comma-joined, whatever the kind. */
export function columnType(field: { kind: FieldKind; multiple?: boolean }): ColumnType {
  return field.multiple ? 'text' : typeOf(field.kind)
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
export const kindsOf = (stored: string): FieldKind[] => FIELD_KINDS.filter(kind => FAMILY[typeOf(kind)] === stored)
