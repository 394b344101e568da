import type { RawBuilder } from 'kysely'
import type { NeededFilter } from '../../core/statistics/cover.ts'
import type { Entity } from '../db/tables/models.ts'
import { inScope, type RowScope } from './row-scope.ts'

interface Part {
  kind?: unknown
  column?: { name?: unknown }
  sqlFragments?: readonly string[]
}

function collect(node: unknown, entity: Entity, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { kind, column, sqlFragments = [] } = node as Part
  if (kind === 'ColumnNode' && typeof column?.name === 'string') found.add(column.name)
  if (kind === 'RawNode')
    for (const word of sqlFragments.join(' ').match(/\w+/g) ?? []) if (entity.byName.has(word)) found.add(word)
  for (const value of Object.values(node)) collect(value, entity, found)
}

/**
 * Names of the columns anywhere in a condition, also in what is written out: each word there that is the name of a
 * field counts as one.
 */
export function columnsIn(condition: RawBuilder<unknown>, entity: Entity): Set<string> {
  const found = new Set<string>()
  collect(condition.toOperationNode(), entity, found)
  return found
}

/**
 * What a roll-up must keep so that a person's row scope can be asked of it: read from the conditions themselves, so
 * that no new one is forgotten. Areas are compared by their beginning, everything else as a whole; that roll-ups leave
 * out deleted rows is known.
 */
export function scopeNeeds(entity: Entity, scope: RowScope): NeededFilter[] {
  const found = new Set(inScope(entity, scope).flatMap(condition => [...columnsIn(condition, entity)]))
  found.delete('delFlag')
  const digits = Math.max(scope.own.length, ...scope.customer.map(prefix => prefix.length))
  return [...found].map(name => (name === entity.areaField ? { name, on: 'beginning', digits } : { name, on: 'value' }))
}
