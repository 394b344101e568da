import type { NeededFilter } from '../../core/statistics/cover.ts'
import type { Entity } from '../db/tables/models.ts'
import { inScope, type RowScope } from './row-scope.ts'

/** Names of the columns anywhere in a condition. */
function columnsIn(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { kind, column } = node as { kind?: unknown; column?: { name?: unknown } }
  if (kind === 'ColumnNode' && typeof column?.name === 'string') found.add(column.name)
  for (const value of Object.values(node)) columnsIn(value, found)
}

/**
 * What a roll-up must keep so that a person's row scope can be asked of it: read from the conditions themselves, so
 * that no new one is forgotten. Areas are compared by their beginning, everything else as a whole; that roll-ups leave
 * out deleted rows is known.
 */
export function scopeNeeds(entity: Entity, scope: RowScope): NeededFilter[] {
  const found = new Set<string>()
  for (const condition of inScope(entity, scope)) columnsIn(condition.toOperationNode(), found)
  found.delete('delFlag')
  const digits = Math.max(scope.own.length, ...scope.customer.map(prefix => prefix.length))
  return [...found].map(name => (name === entity.areaField ? { name, on: 'beginning', digits } : { name, on: 'value' }))
}
