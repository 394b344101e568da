import type { TableRow } from '../database.ts'
import type { Entity, FieldModel } from './models.ts'

/** Names that a field had before, the newest first. */
export const wasOf = ({ was = [] }: Pick<FieldModel, 'was'>): string[] => [was].flat()

const known = new WeakMap<Entity, ReadonlyMap<string, string>>()

/** Former names of an entity's fields → the names of today. */
export function formerNames(entity: Entity): ReadonlyMap<string, string> {
  let found = known.get(entity)
  if (!found) {
    found = new Map(entity.fields.flatMap(field => wasOf(field).map(was => [was, field.name] as const)))
    known.set(entity, found)
  }
  return found
}

/** A row as it was written down, perhaps before a field had its name of today; the audit trail is never rewritten. */
export function withNewNames<Row extends TableRow | null>(entity: Entity, row: Row): Row {
  const names = formerNames(entity)
  if (row === null || names.size === 0) return row
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value])) as Row
}
