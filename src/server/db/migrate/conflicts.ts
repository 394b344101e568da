import type { FieldKind } from '../../../core/model/documents.ts'
import { columnType, FAMILY, kindsOf } from '../tables/column-types.ts'
import type { Entity } from '../tables/models.ts'
import { PROVINCE } from '../tables/province.ts'
import type { StoredTable } from './stored-schema.ts'

/** A change that would lose stored data (another type of a field, another key of a table). Such changes are refused. */
export interface Conflict {
  entity: string
  field: string
  stored: string
  wanted: string
  /** kinds of field whose column type fits the stored data */
  fitting: readonly FieldKind[]
}

export class SchemaConflict extends Error {
  conflicts: Conflict[]
  constructor(conflicts: Conflict[]) {
    super(conflicts.map(c => `${c.entity}.${c.field}: ${c.stored} → ${c.wanted}`).join('; '))
    this.conflicts = conflicts
  }
}

/** Any structure can be written as a text, which loses nothing: rules were structures once. */
export const isWritten = (stored: string, wanted: string): boolean => stored === 'jsonb' && wanted === 'text'

export function conflictsOf(entity: Entity, stored: StoredTable | undefined): Conflict[] {
  if (!stored) return []
  const types = entity.fields.flatMap(field => {
    const type = stored.columns.get(field.name)?.type
    const wanted = columnType(field)
    return type && type !== FAMILY[wanted] && !isWritten(type, wanted)
      ? [{ entity: entity.name, field: field.name, stored: type, wanted, fitting: kindsOf(type) }]
      : []
  })
  const key = stored.key.filter(column => column !== PROVINCE).join(', ')
  const moved =
    key === entity.key ? [] : [{ entity: entity.name, field: 'key', stored: key, wanted: entity.key, fitting: [] }]
  return [...types, ...moved]
}
