import type { Configuration } from '../../../core/index.ts'
import type { SharingDoc } from '../../../core/model/entities.ts'
import { namingOf } from '../../../core/model/field/counted.ts'
import type { CountedDoc } from '../../../core/model/field/fields.ts'
import { readerOf } from '../../../core/model/field/values.ts'

export type EntityModel = ReturnType<Configuration['entities']>[number]
export type FieldModel = EntityModel['fields'][number]
export type EndpointModel = ReturnType<Configuration['endpoints']>[number]

/** An entity with its fields indexed by name. */
export interface Entity extends EntityModel {
  byName: ReadonlyMap<string, FieldModel>
  areaField: string | undefined
  /** fields from which row scope is computed; absent if everyone may see all rows */
  owned: Owned | undefined
  /** what records of others, or of its own, keep of its rows */
  counts?: readonly Count[]
  /** the database keeps its table in a part for each province; set when that is known, see db/migrate/partitions.ts */
  partitioned?: boolean
  /** for somebody who sees no phone and identity numbers in what people wrote, see access/field-rights.ts */
  withoutNumbers?: boolean
  /** fields that repeat what layers keep to some roles */
  copiedRoles?: ReadonlyMap<string, CopiedRoles>
  /** what the rows of the tables in its fields are made of, for one reader, see access/table-columns.ts */
  tables?: ReadonlyMap<string, Entity>
}

/** A number that each record of `parent` keeps in a field, of the rows that name it. */
export interface Count {
  parent: Entity
  field: string
  counted: CountedDoc
  /** the field of the rows that says of which kind the record is that they name, and the parent's kind */
  by?: { field: string; kind: string }
}

/** Who may see of a field what it repeats of records of some kinds, see access/copied-rights.ts. */
export interface CopiedRoles {
  kinds: readonly { kind: string; roles: readonly string[] }[]
  /** field that says of which kind a row is; without it each may be of any */
  by: string | undefined
  /** the kinds that there are */
  all: ReadonlySet<string>
}

export interface Owned {
  customer: string | undefined
  org: string | undefined
  owner: string | undefined
  units: string | undefined
  /** only the units and the person that a row names see it */
  closed: boolean
  /** rows without a customer belong to all customers */
  shared: boolean
  /** seen by those alone who see the record of this entity that the field names */
  within: { field: string; target: Entity } | undefined
  /** a field says who sees a row */
  sharing: SharingDoc | undefined
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
    closed: scope.closed === true,
    shared: scope.shared !== false,
    sharing: scope.sharing,
    within: undefined,
  }
}

/**
 * Values that YAML gives a field, as its column holds them: a flag's '1' is 1, a code's 1 is '1'. A comparison of
 * another type fails in PostgreSQL.
 */
function withOwnValues(field: FieldModel): FieldModel {
  const own = (value: string | number) => readerOf(field)(String(value)) ?? value
  return {
    ...field,
    ...(field.onSave === undefined ? {} : { onSave: own(field.onSave) }),
    ...(field.unlisted === undefined ? {} : { unlisted: own(field.unlisted) }),
  }
}

export function entityOf(model: EntityModel): Entity {
  const fields = model.fields.map(withOwnValues)
  return {
    ...model,
    fields,
    byName: new Map(fields.map(field => [field.name, field])),
    areaField: typeof model.scope === 'object' ? model.scope.area : undefined,
    owned: ownedOf(model),
  }
}

/** Entities of a configuration, by name; those of the base are among them. */
export function entitiesOf(configuration: Pick<Configuration, 'entities'>): Map<string, Entity> {
  const entities = new Map(configuration.entities().map(model => [model.name, entityOf(model)]))
  for (const { scope, owned, byName } of entities.values()) {
    const field = scope === 'none' ? undefined : scope.within
    const target = entities.get(byName.get(field ?? '')?.ref ?? '')
    if (owned && field !== undefined && target) owned.within = { field, target }
  }
  for (const parent of entities.values())
    for (const field of parent.fields) if (field.counted) addCount(entities, parent, field)
  return entities
}

function addCount(entities: ReadonlyMap<string, Entity>, parent: Entity, { name, counted }: FieldModel): void {
  const rows = entities.get(counted?.of ?? '')
  const naming =
    rows && counted && namingOf(rows.fields, counted.through, { name: parent.name, kind: parent.union?.kind })
  if (!rows || !counted || !naming) return
  const by = naming.by === undefined ? undefined : { field: naming.by, kind: parent.union?.kind ?? '' }
  rows.counts = [...(rows.counts ?? []), { parent, field: name, counted, ...(by ? { by } : {}) }]
}

/** An entity that the product is not without. */
export function entityNamed(entities: ReadonlyMap<string, Entity>, name: string): Entity {
  const entity = entities.get(name)
  if (!entity) throw new Error(`There is no entity ${name}`)
  return entity
}
