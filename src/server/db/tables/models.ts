import type { Configuration } from '../../../core/index.ts'
import { indexesOf } from '../../../core/indexes/indexes-of.ts'

export type EntityModel = ReturnType<Configuration['entities']>[number]
export type FieldModel = EntityModel['fields'][number]
export type EndpointModel = ReturnType<Configuration['endpoints']>[number]

/** An entity with its fields indexed by name. */
export interface Entity extends EntityModel {
  byName: ReadonlyMap<string, FieldModel>
  areaField: string | undefined
  /** fields from which row scope is computed; absent if everyone may see all rows */
  owned: Owned | undefined
}

export interface Owned {
  customer: string | undefined
  org: string | undefined
  owner: string | undefined
  units: string | undefined
  /** rows without a customer belong to all customers */
  shared: boolean
}

/**
 * The field that the entity names, or the one with the usual name if it exists: an author who forgets to name it must
 * not open the rows to everyone.
 */
function ownedOf({ scope, fields }: EntityModel): Owned | undefined {
  if (scope === 'none') return undefined
  const present = (named: string | false | undefined, usual: string): string | undefined =>
    fields.some(field => field.name === (named ?? usual)) ? named || usual : undefined
  return {
    customer: present(scope.customer, 'customerId'),
    org: present(scope.org, 'jurisdictionOrg'),
    owner: present(scope.owner, 'createBy'),
    units: scope.units,
    shared: scope.shared !== false,
  }
}

export function entityOf(model: EntityModel): Entity {
  return {
    ...model,
    byName: new Map(model.fields.map(field => [field.name, field])),
    areaField: typeof model.scope === 'object' ? model.scope.area : undefined,
    owned: ownedOf(model),
  }
}

/** An entity of the server's own, which no page of the configuration shows yet. */
export type Bare = Omit<EntityModel, 'indexes' | 'volume'>
export function withIndexes(bare: Bare): EntityModel {
  const model = { ...bare, volume: 'small' as const }
  return { ...model, indexes: indexesOf(model, []) }
}
