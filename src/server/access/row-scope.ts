import { sql, type RawBuilder } from 'kysely'
import type { ScopedConfiguration } from '../../core/index.ts'
import type { CustomerDoc } from '../../core/model/documents.ts'
import type { SharedWith } from '../../core/model/entities.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Entity } from '../db/tables/models.ts'
import type { DataScope, SignedIn } from './signed-in.ts'
import { sharesOf, type Shares } from './shares.ts'

type Condition = RawBuilder<boolean>

/** Which rows a user may touch: limited by area, by customer, and by the roles' data scope. */
export interface RowScope {
  /** prefix of the user's own area */
  own: string
  /** the same, also for those who see everything of their customer; `own` where it is left out */
  home?: string
  /** areas that the customer covers */
  customer: string[]
  /** '' is above all customers: the platform, and supervisors of an area */
  customerId?: string
  userId?: string
  orgId?: string
  data?: DataScope
  /** entity → the part of its records that the roles leave to this user, where a workflow divides the work */
  shares?: Shares
  /** the server itself, which also settles what only those that a row names see */
  system?: true
}

const NO_AREA = '\u0000'
/** Scope without any rows: nobody is signed in. */
export const NOBODY: RowScope = { own: NO_AREA, customer: [] }

export function rowScope(user: SignedIn, customers: readonly CustomerDoc[], scoped: ScopedConfiguration): RowScope {
  const areas = (customers.find(one => one.customer === user.customerId)?.areas ?? []).map(areaPrefix)
  const data = user.dataScope ?? 3
  // data scope 4 is everything of the customer: the customer's areas replace the user's own
  const wide = data === 4 && areas.length > 0
  // a user without an area must see no rows rather than all
  const own = user.areaCode === '' ? NO_AREA : wide ? '' : areaPrefix(user.areaCode)
  const shares = sharesOf(scoped, user)
  return {
    own,
    home: user.areaCode === '' ? NO_AREA : areaPrefix(user.areaCode),
    customer: areas,
    customerId: user.customerId,
    userId: user.id,
    orgId: user.orgId,
    data,
    ...(shares ? { shares } : {}),
  }
}

export function mayTouch(scope: RowScope, areaCode: string): boolean {
  const inCustomer = scope.customer.length === 0 || scope.customer.some(prefix => areaCode.startsWith(prefix))
  return areaCode.startsWith(scope.own) && inCustomer
}

const CITY = 4
/** A city or smaller: its area alone selects few enough rows. */
export const isNear = ({ own }: RowScope): boolean => own.length >= CITY

/** Escapes `%` and `_`, so that a value matches literally in `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const PLAIN = /^[!-}]+$/
/**
 * `planned`: as two bounds instead of `like`. In a prepared statement PostgreSQL plans before it knows the value, and
 * can use an index for bounds but not for `like`. Otherwise `like` is better, because its row estimates are closer.
 */
export function startsWith(column: string, prefix: string, planned = false): Condition {
  if (!planned || !PLAIN.test(prefix)) return sql<boolean>`${sql.ref(column)} like ${escapeLike(prefix) + '%'}`
  const next = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
  return sql<boolean>`(${sql.ref(column)} ~>=~ ${prefix} and ${sql.ref(column)} ~<~ ${next})`
}
export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join([...conditions], sql` or `)})`
const equals = (column: string, value: string): Condition => sql<boolean>`${sql.ref(column)} = ${value}`
const NEVER = sql<boolean>`false`

/** A row may list units that it is shared with: they see it even if it lies in an area wider than theirs. */
const sharedWith = ({ owned }: Entity, { orgId = '' }: RowScope): Condition[] =>
  owned?.units && orgId !== '' ? [sql<boolean>`${orgId} = any(string_to_array(${sql.ref(owned.units)}, ','))`] : []

/** Closed rows: only those that a row names see it. Written so that the index of the units serves it. */
function ofParties({ owned }: Entity, { orgId = '', userId = '' }: RowScope): Condition {
  const unit = owned?.org && orgId !== '' ? [equals(owned.org, orgId)] : []
  const units =
    owned?.units && orgId !== ''
      ? [sql<boolean>`string_to_array(${sql.ref(owned.units)}, ',') @> ${arrayOf([orgId])}::text[]`]
      : []
  const person = owned?.owner && userId !== '' ? [equals(owned.owner, userId)] : []
  return anyOf([NEVER, ...unit, ...units, ...person])
}

function ofArea(entity: Entity, scope: RowScope): Condition[] {
  const { areaField } = entity
  if (!areaField) return []
  const own = scope.own === '' ? [] : [orShared(entity, scope, within(areaField, scope))]
  return scope.customer.length === 0
    ? own
    : [...own, anyOf(scope.customer.map(prefix => startsWith(areaField, prefix)))]
}

/** Areas that all rows of a user lie in: of each list in one of them. */
export function areasOf({ areaField, owned }: Entity, scope: RowScope): (readonly string[])[] {
  if (!areaField || owned?.closed) return []
  // a row that is shared with units may lie in a wider area
  return [...(owned?.units ? [] : [[scope.own]]), scope.customer]
}

const within = (areaField: string, scope: RowScope): Condition => startsWith(areaField, scope.own, isNear(scope))

const orShared = (entity: Entity, scope: RowScope, condition: Condition): Condition => {
  const shared = sharedWith(entity, scope)
  return shared.length === 0 ? condition : anyOf([condition, ...shared])
}

/**
 * A customer sees its own rows, and rows without a customer (the platform's) unless the entity says `shared: false`.
 */
export function ofCustomer({ owned }: Entity, { customerId }: RowScope): Condition[] {
  if (!owned?.customer || !customerId) return []
  const own = equals(owned.customer, customerId)
  return owned.shared
    ? [anyOf([own, equals(owned.customer, ''), sql<boolean>`${sql.ref(owned.customer)} is null`])]
    : [own]
}

/**
 * Rows of a register (nationwide reference data), whatever their area: the own customer's rows and those without a
 * customer. Supervisors above the customers of an area also see these customers' rows.
 */
export function inRegister(entity: Entity, scope: RowScope): Condition[] {
  const customer = entity.owned?.customer
  if (!customer || scope.customerId || scope.own === '') return ofCustomer(entity, scope)
  if (scope.own === NO_AREA) return [NEVER]
  return [anyOf([...ofArea(entity, scope), sql<boolean>`coalesce(${sql.ref(customer)}, '') = ''`])]
}

/**
 * Data scope of the roles: own rows or the unit's. If the entity lacks the field of the person, the unit's rows are
 * used; if it lacks that too, the area's.
 */
function ofRoles(entity: Entity, scope: RowScope): Condition[] {
  const { owned } = entity
  const { data, userId = '', orgId = '' } = scope
  if (!owned || (data !== 1 && data !== 2)) return []
  const mine = owned.owner ? [equals(owned.owner, userId)] : []
  if (data === 1 && mine.length > 0) return mine
  if (!owned.org) return []
  return [anyOf([...(orgId === '' ? [NEVER] : [equals(owned.org, orgId)]), ...mine, ...sharedWith(entity, scope)])]
}

/** Where a workflow divides records by a field's value: the user's values, and records without a value yet. */
function ofShare({ name }: Entity, { shares }: RowScope): Condition[] {
  const share = shares?.get(name)
  return share ? [sql<boolean>`coalesce(${sql.ref(share.field)}, '') in (${sql.join(['', ...share.values])})`] : []
}

/** The area of a row without the zeros at its end, as areaPrefix takes them off. */
const prefixOf = (area: string): RawBuilder<string> =>
  sql`case when length(${sql.ref(area)}) > 6 then ${sql.ref(area)}
    else regexp_replace(coalesce(${sql.ref(area)}, ''), '(00)+$', '') end`

/** Where a field of the row says who sees it; the platform looks after all of them. */
function ofSharing({ owned }: Entity, { own, home = own, customerId, userId = '', orgId = '', ...scope }: RowScope) {
  const { sharing } = owned ?? {}
  if (!sharing || scope.system || (home === '' && !customerId)) return []
  const kinds = Object.entries(sharing.values)
  const isFor = (...wanted: SharedWith[]): Condition => {
    const keys = kinds.flatMap(([key, kind]) => (kind && wanted.includes(kind) ? [key] : []))
    return keys.length === 0 ? NEVER : sql<boolean>`coalesce(${sql.ref(sharing.field)}, '') in (${sql.join(keys)})`
  }
  const unit = orgId === '' ? NEVER : equals(sharing.unit, orgId)
  return [
    anyOf([
      sql<boolean>`not ${isFor('maker', 'unit', 'below')}`,
      ...(userId === '' ? [] : [equals(sharing.maker, userId)]),
      sql<boolean>`(${isFor('unit', 'below')} and ${unit})`,
      sql<boolean>`(${isFor('below')} and starts_with(${home}, ${prefixOf(sharing.area)}))`,
    ]),
  ]
}

/**
 * What keeps even the name of a row from all but a few: only those see it whom it names, or with whom it is shared.
 */
export const ofFew = (entity: Entity, scope: RowScope): Condition[] => [
  ...(entity.owned?.closed && !scope.system ? [ofParties(entity, scope)] : []),
  ...ofSharing(entity, scope),
]

/** Rows that belong to a record of another entity: whoever does not see that does not see these. */
function ofWhole({ owned }: Entity, scope: RowScope): Condition[] {
  if (!owned?.within) return []
  const { field, target } = owned.within
  const seen = reach(target, scope)
  if (seen.length === 0) return []
  return [
    sql<boolean>`${sql.ref(field)} in (select ${sql.ref(target.key)} from ${sql.table(target.name)}
      where ${sql.join(seen, sql` and `)})`,
  ]
}

const reach = (entity: Entity, scope: RowScope): Condition[] =>
  entity.owned?.closed
    ? ofFew(entity, scope)
    : [
        ...ofArea(entity, scope),
        ...ofCustomer(entity, scope),
        ...ofRoles(entity, scope),
        ...ofShare(entity, scope),
        ...ofSharing(entity, scope),
        ...ofWhole(entity, scope),
      ]

/**
 * The conditions of every query on an entity's rows: within the user's scope, and not deleted. Lists, single records,
 * saves and deletes all take them from here, so that none can forget them.
 */
export function inScope(entity: Entity, scope: RowScope): Condition[] {
  if (entity.owned && scope.own === NO_AREA) return [NEVER]
  const live = entity.byName.has('delFlag') ? [sql<boolean>`${sql.ref('delFlag')} = 0`] : []
  return [...live, ...reach(entity, scope)]
}
