import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'

/** The carrier's kind in dictionary objectKind; undefined for entities that are no carriers. */
export const carrierKind = (entity: Entity): string | undefined => entity.union?.kind

/** Field with a carrier's address; undefined for kinds without one. */
export const urlFieldOf = (entity: Entity): string | undefined => entity.union?.columns?.['url']

export const carrierOfKind = (entities: ReadonlyMap<string, Entity>, kind: string): Entity | undefined =>
  [...entities.values()].find(entity => carrierKind(entity) === kind)

/** Address of a carrier; undefined for kinds without one. */
export function carrierAddress(entity: Entity, row: TableRow): unknown {
  const field = urlFieldOf(entity)
  return field === undefined ? undefined : row[field]
}
