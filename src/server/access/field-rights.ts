import { UNMASK } from '../../core/model/roles.ts'
import type { UserShape } from '../../core/model/scope.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import { allows } from './roles.ts'

export { mayChange } from '../../core/model/roles.ts'

export type Permitted = UserShape & { permissions?: readonly string[] }

export const mayUnmask = (user: Permitted | undefined): boolean => user?.permissions?.includes(UNMASK) ?? false

const limited = new WeakMap<Entity, FieldModel[]>()
const known = new WeakMap<Entity, Map<string, Entity>>()

const rolesOf = ({ copiedRoles }: Entity, { name, roles }: FieldModel): readonly (readonly string[])[] => [
  ...(roles ? [roles] : []),
  ...(copiedRoles?.get(name) ?? []),
]

function limitedFields(entity: Entity): FieldModel[] {
  const found = limited.get(entity) ?? entity.fields.filter(field => rolesOf(entity, field).length > 0)
  limited.set(entity, found)
  return found
}

/**
 * The entity without the fields that this person may not see, and without the phone and identity numbers in what people
 * wrote, unless they may see masked values. Lists, records, filters, sorting, saves, exports and histories work on the
 * result, so none of them has to check field rights itself.
 */
export function entityFor(entity: Entity, user: Permitted | undefined): Entity {
  if (!user) return entity
  const kept = limitedFields(entity)
    .filter(field => !rolesOf(entity, field).every(roles => allows(roles, user)))
    .map(field => field.name)
  const withoutNumbers = !mayUnmask(user) && entity.fields.some(isProse)
  if (kept.length === 0 && !withoutNumbers) return entity
  const byFields = known.get(entity) ?? new Map<string, Entity>()
  known.set(entity, byFields)
  const name = `${kept.join()} ${withoutNumbers}`
  const found = byFields.get(name) ?? limitedTo(entity, new Set(kept), withoutNumbers)
  byFields.set(name, found)
  return found
}

function limitedTo(entity: Entity, names: ReadonlySet<string>, withoutNumbers: boolean): Entity {
  const fields = entity.fields.map(field => (names.has(field.name) ? { ...field, secret: true } : field))
  return {
    ...entity,
    fields,
    byName: new Map(fields.map(field => [field.name, field])),
    ...(withoutNumbers ? { withoutNumbers } : {}),
  }
}

/** What people write in sentences, in which anything may stand. */
export const isProse = ({ kind }: FieldModel): boolean => kind === 'longText'
