import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import { PRODUCT_FIELD_FACTS } from '../../core/model/layer-facts.ts'
import { withCopiedRights } from './copied-rights.ts'
import { entityOf, type Entity, type EntityModel, type FieldModel } from '../db/tables/models.ts'

type Entities = ReadonlyMap<string, Entity>

const made = new WeakMap<ScopedConfiguration, { stored: Entities; scoped: Entities }>()
/** What was made for one scope → the entities as stored, so that another scope's can be made of it. */
const madeOf = new WeakMap<Entities, Entities>()

/**
 * Entities as one scope sees them: stored as for all, with its own masks, rights, checks and defaults. Fields and
 * entities of other layers are not known there.
 */
export function entitiesIn(
  { entities, configuration }: { entities(): Entities; configuration(): Configuration },
  scoped: ScopedConfiguration,
): Entities {
  const known = entities()
  const stored = madeOf.get(known) ?? known
  const before = made.get(scoped)
  if (before?.stored === stored) return before.scoped
  const models = new Map(scoped.entities().map(model => [model.name, model]))
  const products = new Map(
    configuration()
      .scope({})
      .entities()
      .map(model => [model.name, model]),
  )
  const product = new Map([...products].map(([name, { fields }]) => [name, new Set(fields.map(field => field.name))]))
  const own = new Map(
    [...stored].flatMap(([name, entity]): [string, Entity][] => {
      const model = models.get(name)
      return model ? [[name, entityIn(entity, model, product.get(name) ?? new Set())]] : []
    }),
  )
  const result = withCopiedRights(own, products)
  made.set(scoped, { stored, scoped: result })
  madeOf.set(result, stored)
  return result
}

const shared = new WeakMap<Entity, WeakMap<EntityModel, Entity>>()

/** Scopes that see the same of an entity share it, and the stored one where they see it so. */
function entityIn(stored: Entity, model: EntityModel, product: ReadonlySet<string>): Entity {
  const byModel = shared.get(stored) ?? new WeakMap<EntityModel, Entity>()
  shared.set(stored, byModel)
  const before = byModel.get(model)
  if (before) return before
  const own = entityOf(model).byName
  const fields = stored.fields.map(field => fieldIn(field, own.get(field.name), product.has(field.name)))
  const isStored = model.label === stored.label && fields.every((field, i) => isSame(field, stored.fields[i]!))
  const entity = isStored
    ? stored
    : { ...stored, label: model.label, fields, byName: new Map(fields.map(field => [field.name, field])) }
  byModel.set(model, entity)
  return entity
}

const isSame = (one: FieldModel, other: FieldModel): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** What the scope says of a field, and what is the same for all as it is stored. */
function fieldIn(stored: FieldModel, own: FieldModel | undefined, isProducts: boolean): FieldModel {
  if (!own) return hidden(stored, isProducts)
  if (!isProducts) return own
  const field: Record<string, unknown> = { ...own }
  for (const fact of PRODUCT_FIELD_FACTS) {
    const value = (stored as unknown as Record<string, unknown>)[fact]
    if (value === undefined) delete field[fact]
    else field[fact] = value
  }
  return field as unknown as FieldModel
}

/**
 * A field that the scope leaves out is kept and not shown. Of another layer's only the column is left: what that layer
 * has every save write, or keeps out of lists, is not meant here.
 */
function hidden(stored: FieldModel, isProducts: boolean): FieldModel {
  const { name, label, kind } = stored
  if (!isProducts) return { name, label, kind, secret: true, managed: true }
  const { required: _required, default: _default, check: _check, ...facts } = stored
  return { ...facts, secret: true }
}
