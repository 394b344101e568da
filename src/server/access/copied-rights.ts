import { isDeepStrictEqual } from 'node:util'
import { withTables } from './table-columns.ts'
import type { CopiedRoles, Entity, EntityModel, FieldModel } from '../db/tables/models.ts'

/** A mask that a layer has put on a field, for rows that repeat records of this kind. */
interface CopiedMask {
  mask: NonNullable<FieldModel['mask']>
  kind: string
  filters: readonly Record<string, string[]>[]
}

type Entities = ReadonlyMap<string, Entity>
type Models = ReadonlyMap<string, Pick<EntityModel, 'fields'>>

/**
 * Entities of one scope, with the masks and roles of its layers also where rows repeat what they hide: in views over
 * several entities, and in records about one of them. What the product hides it says in each place; a layer says it
 * once. It holds for the rows of its kind; what is repeated without its kind may be any's, and is hidden.
 */
export function withCopiedRights(entities: Entities, product: Models): Entities {
  const [masks, roles] = [copiedMasks(entities, product), copiedRoles(entities, product)]
  if (masks.size + roles.size === 0) return entities
  const naming = namingOf(entities)
  const own = (entity: Entity): Entity => limited(masking(entity, masks, naming), roles, naming)
  return new Map([...entities].map(([name, entity]) => [name, withTables(own(entity), own)]))
}

/** What a record is called, where others repeat it. */
const TITLE = '$title'
/** Field, as others know it → what layers have put on it. */
type Found<T> = ReadonlyMap<string, readonly T[]>

/** As what others repeat a field: as what the record is called, and under the name that views have for it. */
export function knownAs({ title, union }: Entity, name: string): string[] {
  const viewed = Object.entries(union?.columns ?? {}).find(([, own]) => own === name)?.[0]
  return [...(name === title ? [TITLE] : []), viewed ?? name]
}

/** What a layer says of fields of the entities that views put together, and the product does not. */
function saidByLayers<T>(
  entities: Entities,
  product: Models,
  said: (field: FieldModel, below: FieldModel | undefined, kind: string) => T | undefined,
): Found<T> {
  const found = new Map<string, readonly T[]>()
  for (const entity of entities.values()) {
    if (!entity.union) continue
    const below = new Map(product.get(entity.name)?.fields.map(field => [field.name, field]))
    for (const field of entity.fields) {
      const one = said(field, below.get(field.name), entity.union.kind)
      if (one === undefined) continue
      for (const known of knownAs(entity, field.name)) found.set(known, [...(found.get(known) ?? []), one])
    }
  }
  return found
}

const copiedMasks = (entities: Entities, product: Models): Found<CopiedMask> =>
  saidByLayers(entities, product, (field, below, kind) => {
    const { mask, maskFilters: filters = [{}] } = field
    const isSame = mask === below?.mask && isDeepStrictEqual(field.maskFilters, below?.maskFilters)
    return mask && !isSame ? { mask, kind, filters } : undefined
  })

const copiedRoles = (entities: Entities, product: Models): Found<CopiedRoles['kinds'][number]> =>
  saidByLayers(entities, product, ({ roles }, below, kind) =>
    roles && !isDeepStrictEqual(roles, below?.roles) ? { kind, roles } : undefined,
  )

/** How records name others by their kind: field with a name → field with its kind, and the kinds' dictionary. */
interface Naming {
  names: ReadonlyMap<string, string>
  dicts: ReadonlySet<string>
  /** kinds that there are */
  kinds: ReadonlySet<string>
}

export function namingOf(entities: Entities): Naming {
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
  return { names, dicts, kinds: new Set([...entities.values()].flatMap(({ union }) => union?.kind ?? [])) }
}

/** What a field repeats, and the field that says of which kind: none where the record does not say it. */
interface Repeated {
  known: string
  by: string | undefined
}

/** Which fields of an entity repeat those of others: by their names, or as they say themselves. */
export function repeatedIn(entity: Entity, { names, dicts }: Naming): Map<string, Repeated> {
  if (entity.union) return new Map()
  const about = entity.fields.find(({ dict, multiple }) => multiple !== true && dicts.has(dict ?? ''))?.name
  return new Map(
    entity.fields.flatMap(({ name, repeats }): [string, Repeated][] => {
      const kind = names.get(name)
      const as = repeats ?? (about === undefined && kind === undefined ? undefined : name)
      const known = as !== undefined && names.has(as) ? TITLE : as
      const by = kind !== undefined && entity.byName.has(kind) ? kind : about
      return known === undefined ? [] : [[name, { known, by }]]
    }),
  )
}

/** Which of its fields repeat what layers keep to some roles. */
function limited(entity: Entity, roles: Found<CopiedRoles['kinds'][number]>, naming: Naming): Entity {
  if (roles.size === 0) return entity
  const copied = [...repeatedIn(entity, naming)].flatMap(([name, { known, by }]): [string, CopiedRoles][] => {
    const kinds = roles.get(known)
    return kinds ? [[name, { kinds, by, all: naming.kinds }]] : []
  })
  return copied.length === 0 ? entity : { ...entity, copiedRoles: new Map(copied) }
}

function masking(entity: Entity, masks: Found<CopiedMask>, naming: Naming): Entity {
  if (masks.size === 0) return entity
  const repeated = repeatedIn(entity, naming)
  const fields = entity.fields.map(field => {
    const { known, by } = repeated.get(field.name) ?? {}
    const copied = known === undefined ? undefined : masks.get(known)
    return copied ? masked(field, by, copied) : field
  })
  if (fields.every((field, i) => field === entity.fields[i])) return entity
  return { ...entity, fields, byName: new Map(fields.map(field => [field.name, field])) }
}

/** A mask of its own that hides every row hides these; its kind of mask stays. */
function masked(field: FieldModel, by: string | undefined, copied: readonly CopiedMask[]): FieldModel {
  const [first] = copied
  if (!first || (field.mask && !field.maskFilters)) return field
  const mask = field.mask ?? first.mask
  const more = copied.flatMap(({ kind, filters }) =>
    filters.map(filter => ({ ...filter, ...(by === undefined ? {} : { [by]: [kind] }) })),
  )
  return { ...field, mask, maskFilters: [...(field.mask ? (field.maskFilters ?? []) : []), ...more] }
}
