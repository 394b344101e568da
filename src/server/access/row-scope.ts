import { sql, type RawBuilder } from 'kysely'
import type { ScopedConfiguration } from '../../core/index.ts'
import type { CustomerDoc } from '../../core/model/documents.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import type { Entity } from '../db/tables/models.ts'
import { PROVINCE } from '../db/tables/province.ts'
import type { DataScope, SignedIn } from './signed-in.ts'
import { sharesOf, type Shares } from './shares.ts'

type Condition = RawBuilder<boolean>

/** Which rows a user may touch: by area, by customer, and within these by what the roles say. */
export interface RowScope {
  /** prefix of the own area */
  own: string
  /** areas that the customer covers */
  customer: string[]
  /** '' stands above all customers: the platform, and supervisors of an area */
  customerId?: string
  userId?: string
  orgId?: string
  data?: DataScope
  /** entity → what the roles leave of its work */
  shares?: Shares
}

const NO_AREA = '\u0000'
/** Sees no row at all: nobody is signed in. */
export const NOBODY: RowScope = { own: NO_AREA, customer: [] }

export function rowScope(user: SignedIn, customers: readonly CustomerDoc[], scoped: ScopedConfiguration): RowScope {
  const areas = (customers.find(one => one.customer === user.customerId)?.areas ?? []).map(areaPrefix)
  const data = user.dataScope ?? 3
  // all of the customer's: its areas take the place of the own one
  const wide = data === 4 && areas.length > 0
  // a user without an area sees nothing rather than everything
  const own = user.areaCode === '' ? NO_AREA : wide ? '' : areaPrefix(user.areaCode)
  const shares = sharesOf(scoped, user)
  return {
    own,
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

const PROVINCE_DIGITS = 2
const CITY = 4
/** A city or less: so few rows that its area alone finds them. */
export const isNear = ({ own }: RowScope): boolean => own.length >= CITY

/** `%` and `_` in a value stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const PLAIN = /^[!-}]+$/
/**
 * `planned` once for all values, it needs limits: in what stands behind `like` no index is found before the value is
 * known. Otherwise the database guesses better how few rows there are.
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

/** A row names the units that it is shared with: they see it, though it lies in a wider area than theirs. */
const sharedWith = ({ owned }: Entity, { orgId = '' }: RowScope): Condition[] =>
  owned?.units && orgId !== '' ? [sql<boolean>`${orgId} = any(string_to_array(${sql.ref(owned.units)}, ','))`] : []

function ofArea(entity: Entity, scope: RowScope, byProvince = false): Condition[] {
  const { areaField } = entity
  if (!areaField) return []
  const own = scope.own === '' ? [] : [orShared(entity, scope, within(areaField, scope, byProvince))]
  return scope.customer.length === 0
    ? own
    : [...own, anyOf(scope.customer.map(prefix => startsWith(areaField, prefix)))]
}

/** Each row says its province, and the database holds it to that: one value, whose rows an index may hold in order. */
const within = (areaField: string, scope: RowScope, byProvince: boolean): Condition =>
  byProvince && scope.own.length === PROVINCE_DIGITS
    ? equals(PROVINCE, scope.own)
    : startsWith(areaField, scope.own, isNear(scope))

const orShared = (entity: Entity, scope: RowScope, condition: Condition): Condition => {
  const shared = sharedWith(entity, scope)
  return shared.length === 0 ? condition : anyOf([condition, ...shared])
}

/**
 * A customer's rows are its own; rows of no customer are the platform's, for all customers of their area unless the
 * entity says otherwise.
 */
export function ofCustomer({ owned }: Entity, { customerId }: RowScope): Condition[] {
  if (!owned?.customer || !customerId) return []
  const own = equals(owned.customer, customerId)
  return owned.shared
    ? [anyOf([own, equals(owned.customer, ''), sql<boolean>`${sql.ref(owned.customer)} is null`])]
    : [own]
}

/**
 * What a register tells of any area: the own customer's rows and nobody's; to who stands above the customers of an
 * area, theirs too.
 */
export function inRegister(entity: Entity, scope: RowScope): Condition[] {
  const customer = entity.owned?.customer
  if (!customer || scope.customerId || scope.own === '') return ofCustomer(entity, scope)
  if (scope.own === NO_AREA) return [NEVER]
  return [anyOf([...ofArea(entity, scope), sql<boolean>`coalesce(${sql.ref(customer)}, '') = ''`])]
}

/** What the roles leave of the area: an entity without such a field is limited by the next wider one. */
function ofRoles(entity: Entity, scope: RowScope): Condition[] {
  const { owned } = entity
  const { data, userId = '', orgId = '' } = scope
  if (!owned || (data !== 1 && data !== 2)) return []
  const mine = owned.owner ? [equals(owned.owner, userId)] : []
  if (data === 1 && mine.length > 0) return mine
  if (!owned.org) return []
  return [anyOf([...(orgId === '' ? [NEVER] : [equals(owned.org, orgId)]), ...mine, ...sharedWith(entity, scope)])]
}

/** Of work that is shared out by what it is about, the own part and what nobody has sorted yet. */
function ofShare({ name }: Entity, { shares }: RowScope): Condition[] {
  const share = shares?.get(name)
  return share ? [sql<boolean>`coalesce(${sql.ref(share.field)}, '') in (${sql.join(['', ...share.values])})`] : []
}

/**
 * The conditions of every query on an entity's rows: in scope and not deleted. Lists, single records, saves and deletes
 * all get them here and nowhere else. `byProvince`: of a province, by the column that says which one it is.
 */
export function inScope(entity: Entity, scope: RowScope, byProvince = false): Condition[] {
  if (entity.owned && scope.own === NO_AREA) return [NEVER]
  const live = entity.byName.has('delFlag') ? [sql<boolean>`${sql.ref('delFlag')} = 0`] : []
  return [
    ...live,
    ...ofArea(entity, scope, byProvince),
    ...ofCustomer(entity, scope),
    ...ofRoles(entity, scope),
    ...ofShare(entity, scope),
  ]
}
