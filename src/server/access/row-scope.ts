import { sql, type RawBuilder } from 'kysely'
import type { CustomerDoc } from '../../core/model/documents.ts'
import { areaPrefix, type UserShape } from '../../core/model/scope.ts'
import type { Entity } from '../db/models.ts'

type Condition = RawBuilder<boolean>

/** Which rows a user may touch: those in the own area, and of them those in the areas that the customer covers. */
export interface RowScope {
  own: string
  customer: string[]
}

export function rowScope(user: UserShape, customers: readonly CustomerDoc[]): RowScope {
  const customer = customers.find(one => one.customer === user.customerId)
  // a user without an area sees nothing rather than everything
  const own = user.areaCode === '' ? '\u0000' : areaPrefix(user.areaCode)
  return { own, customer: (customer?.areas ?? []).map(areaPrefix) }
}

export function mayTouch(scope: RowScope, areaCode: string): boolean {
  const inCustomer = scope.customer.length === 0 || scope.customer.some(prefix => areaCode.startsWith(prefix))
  return areaCode.startsWith(scope.own) && inCustomer
}

/** `%` and `_` in a value stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
export const startsWith = (column: string, prefix: string): Condition => sql<boolean>`${sql.ref(column)} like ${escapeLike(prefix) + '%'}`
export const anyOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join([...conditions], sql` or `)})`

/**
 * The conditions of every query on an entity's rows: in scope and not deleted. Lists, single records, saves and deletes
 * all get them here and nowhere else.
 */
export function inScope(entity: Entity, scope: RowScope): Condition[] {
  const conditions: Condition[] = []
  if (entity.byName.has('delFlag')) conditions.push(sql<boolean>`${sql.ref('delFlag')} = 0`)
  if (!entity.areaField) return conditions
  if (scope.own === '\u0000') return [sql<boolean>`false`]
  if (scope.own !== '') conditions.push(startsWith(entity.areaField, scope.own))
  if (scope.customer.length > 0) conditions.push(anyOf(scope.customer.map(prefix => startsWith(entity.areaField ?? '', prefix))))
  return conditions
}
