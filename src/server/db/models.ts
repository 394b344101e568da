import type { Configuration } from '../../core/index.ts'

export type EntityModel = ReturnType<Configuration['entities']>[number]
export type FieldModel = EntityModel['fields'][number]
export type EndpointModel = ReturnType<Configuration['endpoints']>[number]

/** An entity with its fields at hand by name. */
export interface Entity extends EntityModel {
  byName: ReadonlyMap<string, FieldModel>
  areaField: string | undefined
}

export function entityOf(model: EntityModel): Entity {
  return {
    ...model,
    byName: new Map(model.fields.map(field => [field.name, field])),
    areaField: typeof model.scope === 'object' ? model.scope.area : undefined,
  }
}
