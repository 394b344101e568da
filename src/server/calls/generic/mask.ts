import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/models.ts'

const MASKS: Record<NonNullable<FieldModel['mask']>, (text: string) => string> = {
  phone: text => text.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2'),
  name: text => (text.length < 2 ? text : text[0] + '某'.padEnd(text.length - 1, '某')),
}

/** Personal data in lists: nobody needs it to choose a row. */
export function masked(entity: Entity, rows: TableRow[]): TableRow[] {
  const fields = entity.fields.filter(field => field.mask)
  if (fields.length === 0) return rows
  return rows.map((row) => {
    const hidden = fields.flatMap(field => (field.mask && typeof row[field.name] === 'string' ? [[field.name, MASKS[field.mask](String(row[field.name]))]] : []))
    return { ...row, ...Object.fromEntries(hidden) }
  })
}
