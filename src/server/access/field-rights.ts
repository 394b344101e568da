import { UNMASK } from '../../core/model/roles.ts'
import type { UserShape } from '../../core/model/scope.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import { allows } from './roles.ts'
import { tablesOf, withTables } from './table-columns.ts'

export { mayChange } from '../../core/model/roles.ts'

export type Permitted = UserShape & { permissions?: readonly string[] }

export const mayUnmask = (user: Permitted | undefined): boolean => user?.permissions?.includes(UNMASK) ?? false

const limited = new WeakMap<Entity, FieldModel[]>()
const known = new WeakMap<Entity, Map<string, Entity>>()

function limitedFields(entity: Entity): FieldModel[] {
  const found = limited.get(entity) ?? entity.fields.filter(({ name, roles }) => roles ?? entity.copiedRoles?.has(name))
  limited.set(entity, found)
  return found
}

/** Rows in which somebody does not see a field, as the filters of a mask say it. */
type Rows = Record<string, string[]>

type May = (roles: readonly string[]) => boolean

/** The rows in which whoever `may` no more than that does not see the field; undefined: they see it in all. */
function hiddenFrom(may: May, { copiedRoles }: Entity, { name, roles }: FieldModel): Rows | undefined {
  if (roles && !may(roles)) return {}
  const copied = copiedRoles?.get(name)
  const kinds = new Set(copied?.kinds.flatMap(one => (may(one.roles) ? [] : one.kind)))
  if (!copied || kinds.size === 0) return undefined
  const isOfAll = copied.by === undefined || [...copied.all].every(kind => kinds.has(kind))
  return isOfAll ? {} : { [copied.by!]: [...kinds].sort() }
}

const keptFrom = (may: May, entity: Entity): [string, Rows][] =>
  limitedFields(entity).flatMap((field): [string, Rows][] => {
    const rows = hiddenFrom(may, entity, field)
    return rows ? [[field.name, rows]] : []
  })

/** The entity as everybody may see it, whatever their roles: for what is told to many. */
export const entityForAll = (entity: Entity): Entity =>
  withTables(limitedTo(entity, new Map(keptFrom(() => false, entity)), entity.withoutNumbers === true), entityForAll)

/**
 * The entity without the fields that this person may not see, and without the phone and identity numbers in what people
 * wrote, unless they may see masked values. Lists, records, filters, sorting, saves, exports and histories work on the
 * result, so none of them has to check field rights itself.
 */
export function entityFor(entity: Entity, user: Permitted | undefined): Entity {
  if (!user) return entity
  const may = (roles: readonly string[]): boolean => allows(roles, user)
  const kept = keptFrom(may, entity)
  const inTables = [...tablesOf(entity)].flatMap(([name, rows]) => keptFrom(may, rows).map(one => [name, one]))
  const withoutNumbers = !mayUnmask(user) && hasProse(entity)
  if (kept.length + inTables.length === 0 && !withoutNumbers) return entity
  const byFields = known.get(entity) ?? new Map<string, Entity>()
  known.set(entity, byFields)
  const name = `${JSON.stringify([kept, inTables])} ${withoutNumbers}`
  const own = (one: Entity): Entity => limitedTo(one, new Map(keptFrom(may, one)), withoutNumbers && hasProse(one))
  const found = byFields.get(name) ?? withTables(own(entity), own)
  byFields.set(name, found)
  return found
}

/** Without what a person sees in no row, and with the rows in which they do not see a field. */
function limitedTo(entity: Entity, kept: ReadonlyMap<string, Rows>, withoutNumbers: boolean): Entity {
  const fields = entity.fields.map(field => {
    const rows = kept.get(field.name)
    if (!rows) return field
    return { ...field, ...(Object.keys(rows).length === 0 ? { secret: true } : { secretFilters: [rows] }) }
  })
  return {
    ...entity,
    fields,
    byName: new Map(fields.map(field => [field.name, field])),
    ...(withoutNumbers ? { withoutNumbers } : {}),
  }
}

/** Filters of which a row has to fit one. */
export type RowFilters = readonly Record<string, string[]>[]

/** Whether they fit this row; what it lacks fits. */
export const fits = (filters: RowFilters, row: TableRow): boolean =>
  filters.some(one =>
    Object.entries(one).every(([name, values]) => !(name in row) || values.includes(String(row[name]))),
  )

/** Whether this person does not see the field in this row. */
export const isHiddenIn = ({ secret, secretFilters }: FieldModel, row: TableRow): boolean =>
  secret === true || (secretFilters !== undefined && fits(secretFilters, row))

const hasProse = (entity: Entity): boolean =>
  entity.fields.some(isProse) || [...tablesOf(entity).values()].some(({ fields }) => fields.some(isProse))

/** What people write in sentences, in which anything may stand. */
export const isProse = ({ kind }: FieldModel): boolean => kind === 'longText'
