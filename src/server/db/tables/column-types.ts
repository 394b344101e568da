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

/** Multiple choices are stored comma-joined as text, whatever the kind. */
export function columnType(field: { kind: FieldKind; multiple?: boolean }): ColumnType {
  return field.multiple ? 'text' : typeOf(field.kind)
}

/** Names of types in information_schema, for comparing stored columns. */
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

/** Kinds of field whose column type equals the stored one. */
export const kindsOf = (stored: string): FieldKind[] => FIELD_KINDS.filter(kind => FAMILY[typeOf(kind)] === stored)
