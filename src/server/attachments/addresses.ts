import { FILE_KINDS } from '../../core/model/field/traits.ts'
import type { FieldDoc } from '../../core/model/field/fields.ts'
import { choices } from '../call/values.ts'
import type { FieldModel } from '../db/tables/models.ts'

/** `<file base>/<id>/<name>`; in older records without the base. An address of another form is no file of ours. */
const OWN = /^([\w-]{32})(?:\/[^/\\?#]*)?$/

export function fileIdOf(base: string, address: string): string | undefined {
  const own = address.startsWith(`${base}/`) ? address.slice(base.length + 1) : address
  return OWN.exec(own)?.[1]
}

export const isFileField = ({ kind }: Pick<FieldDoc, 'kind'>): boolean => FILE_KINDS.has(kind)

const columnsOf = (field: FieldModel): string[] =>
  Object.entries(field.fields ?? {}).flatMap(([name, doc]) => (doc && isFileField(doc) ? [name] : []))

type Cells = Record<string, unknown>
const rowsOf = (value: unknown): Cells[] => {
  const rows: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value
  return Array.isArray(rows) ? (rows as Cells[]) : []
}

const each = (value: unknown, spell: (address: string) => string): unknown =>
  value === null || value === undefined ? value : choices(value).map(spell).join(',')

/**
 * The value of a field, with each address of a file replaced by what `spell` gives for it; also within the rows of a
 * table.
 */
export function respelt(field: FieldModel, value: unknown, spell: (address: string) => string): unknown {
  if (isFileField(field)) return each(value, spell)
  const columns = field.kind === 'table' ? columnsOf(field) : []
  if (columns.length === 0 || value === null || value === undefined) return value
  const rows = rowsOf(value).map(row => ({
    ...row,
    ...Object.fromEntries(columns.map(name => [name, each(row[name], spell)])),
  }))
  return typeof value === 'string' ? JSON.stringify(rows) : rows
}

export function addressesIn(field: FieldModel, value: unknown): string[] {
  const found: string[] = []
  respelt(field, value, address => {
    found.push(address)
    return address
  })
  return found
}
