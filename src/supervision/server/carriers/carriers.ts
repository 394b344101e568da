import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'

/** The key of a carrier's kind in the dictionary objectKind; nothing for what is no carrier. */
export const kindOf = (entity: Entity): string | undefined => entity.union?.kind

/** The field that holds a carrier's address; nothing where its kind has none. */
export const urlFieldOf = (entity: Entity): string | undefined => entity.union?.columns?.['url']

export const carrierOfKind = (entities: ReadonlyMap<string, Entity>, kind: string): Entity | undefined =>
  [...entities.values()].find(entity => kindOf(entity) === kind)

/** The address of one carrier; nothing where its kind has none. */
export function addressOf(entity: Entity, row: TableRow): unknown {
  const field = urlFieldOf(entity)
  return field === undefined ? undefined : row[field]
}
