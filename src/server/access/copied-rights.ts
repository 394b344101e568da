import { isDeepStrictEqual } from 'node:util'
import type { Entity, EntityModel, FieldModel } from '../db/tables/models.ts'

/** A mask that a layer has put on a field, for rows that repeat records of this kind. */
interface Copied {
  mask: NonNullable<FieldModel['mask']>
  kind: string
  filters: readonly Record<string, string[]>[]
}

type Entities = ReadonlyMap<string, Entity>
type Models = ReadonlyMap<string, Pick<EntityModel, 'fields'>>

/**
 * Entities of one scope, with the masks and roles of its layers also where rows repeat what they hide: in views over
 * several entities, and in records about one of them. What the product hides it says in each place; a layer says it
 * once. A name that is repeated without its kind may be any's, and is masked. Roles are of a field as a whole: whoever
 * may not see it of one kind sees it of none in what repeats it.
 */
export function withCopiedRights(entities: Entities, product: Models): Entities {
  const [masks, roles] = [copiedMasks(entities, product), copiedRoles(entities, product)]
  if (masks.size + roles.size === 0) return entities
  const naming = namingOf(entities)
  return new Map([...entities].map(([name, entity]) => [name, limited(masking(entity, masks, naming), roles, naming)]))
}

/** Field → the masks of it; those of what a record is called under `TITLE`. */
const TITLE = Symbol('title')
type Masks = ReadonlyMap<string | typeof TITLE, readonly Copied[]>

function copiedMasks(entities: Entities, product: Models): Masks {
  const masks = new Map<string | typeof TITLE, Copied[]>()
  for (const { name, title, union, fields } of entities.values()) {
    if (!union) continue
    const below = new Map(product.get(name)?.fields.map(field => [field.name, field]))
    for (const field of fields) {
      const { mask, maskFilters: filters = [{}] } = field
      if (!mask || isSame(field, below.get(field.name))) continue
      const known = field.name === title ? TITLE : field.name
      masks.set(known, [...(masks.get(known) ?? []), { mask, kind: union.kind, filters }])
    }
  }
  return masks
}

/** The same of roles; of an address under the name that views have for it. */
type Roles = ReadonlyMap<string | typeof TITLE, readonly (readonly string[])[]>

function copiedRoles(entities: Entities, product: Models): Roles {
  const copied = new Map<string | typeof TITLE, readonly (readonly string[])[]>()
  for (const { name, title, union, fields } of entities.values()) {
    if (!union) continue
    const below = new Map(product.get(name)?.fields.map(field => [field.name, field.roles]))
    const viewed = new Map(Object.entries(union.columns ?? {}).map(([as, own]) => [own, as]))
    for (const field of fields) {
      if (!field.roles || isDeepStrictEqual(field.roles, below.get(field.name))) continue
      const known = field.name === title ? TITLE : (viewed.get(field.name) ?? field.name)
      copied.set(known, [...(copied.get(known) ?? []), field.roles])
    }
  }
  return copied
}

/** Which of its fields repeat what layers keep to some roles. */
function limited(entity: Entity, roles: Roles, { names, dicts }: Naming): Entity {
  if (entity.union || roles.size === 0) return entity
  const isAbout = entity.fields.some(({ dict }) => dict !== undefined && dicts.has(dict))
  const copied = entity.fields.flatMap(({ name }) => {
    const kind = names.get(name)
    const found = roles.get(kind === undefined ? name : TITLE)
    return found && (isAbout || kind !== undefined) ? [[name, found] as const] : []
  })
  return copied.length === 0 ? entity : { ...entity, copiedRoles: new Map(copied) }
}

const isSame = (own: FieldModel, below: FieldModel | undefined): boolean =>
  own.mask === below?.mask && isDeepStrictEqual(own.maskFilters, below?.maskFilters)

/** How records name others by their kind: field with a name → field with its kind, and the kinds' dictionary. */
interface Naming {
  names: ReadonlyMap<string, string>
  dicts: ReadonlySet<string>
}

function namingOf(entities: Entities): Naming {
  const names = new Map<string, string>()
  const dicts = new Set<string>()
  for (const { fields, byName } of entities.values())
    for (const { name, record } of fields) {
      const kind = record ? record.kind : undefined
      if (kind === undefined) continue
      names.set(name, kind)
      const dict = byName.get(kind)?.dict
      if (dict !== undefined) dicts.add(dict)
    }
  return { names, dicts }
}

function masking(entity: Entity, masks: Masks, { names, dicts }: Naming): Entity {
  if (entity.union) return entity
  const by = entity.fields.find(({ dict }) => dict !== undefined && dicts.has(dict))?.name
  const fields = entity.fields.map(field => {
    const kind = names.get(field.name)
    const copied = masks.get(kind === undefined ? field.name : TITLE)
    const holder = by ?? kind
    return copied && holder !== undefined ? masked(field, holder, copied) : field
  })
  if (fields.every((field, i) => field === entity.fields[i])) return entity
  return { ...entity, fields, byName: new Map(fields.map(field => [field.name, field])) }
}

/** A mask of its own that hides every row hides these; its kind of mask stays. */
function masked(field: FieldModel, by: string, copied: readonly Copied[]): FieldModel {
  const [first] = copied
  if (!first || (field.mask && !field.maskFilters)) return field
  const more = copied.flatMap(({ kind, filters }) => filters.map(filter => ({ ...filter, [by]: [kind] })))
  return { ...field, mask: field.mask ?? first.mask, maskFilters: [...(field.maskFilters ?? []), ...more] }
}
