import { labelKey } from '../../../core/contract/api.ts'
import type { Entity } from '../../db/tables/models.ts'

/**
 * What a save says beside its entity's fields, and what the server keeps to itself; the names that a list shows beside
 * codes may come back with the row.
 */
export function unknownFields(entity: Entity, args: Record<string, unknown>): Record<string, string> {
  const shown = new Set(entity.fields.map(field => labelKey(field.name)))
  const unknown = Object.keys(args).filter(name =>
    entity.byName.has(name) ? entity.byName.get(name)?.secret === true : !shown.has(name),
  )
  return Object.fromEntries(unknown.map(name => [name, `未知的参数：${name}`]))
}
