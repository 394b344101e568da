import { sql, type RawBuilder } from 'kysely'
import { mayUnmask } from '../../access/field-rights.ts'
import { inScope } from '../../access/row-scope.ts'
import type { Entity } from '../../db/models.ts'
import { entityOfCall, type CallContext } from '../context.ts'
import { filterConditions, isHidden, isStructure } from './filters.ts'
import { ordering } from './order.ts'

/** Counting every row of a big table costs more than the page itself; beyond this nobody pages. */
export const COUNT_CAP = 10_000

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` and `)}`

/** Large structures belong to a record, not to a list. */
export const listed = (entity: Entity): RawBuilder<unknown> =>
  sql.join(entity.fields.filter(field => !isHidden(field) && !isStructure(field) && field.name !== 'delFlag').map(field => sql.ref(field.name)))

/** Which rows a list is about: its page, its totals, a frozen selection and an export all read the same. */
export interface Listing {
  entity: Entity
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
}

export function listing(call: CallContext, more: readonly RawBuilder<boolean>[] = [], entity = entityOfCall(call)): Listing {
  const plain = mayUnmask(call.user)
  const where = every([...inScope(entity, call.rows), ...more, ...filterConditions(entity, call.args, plain)])
  return { entity, where, order: ordering(entity, call.args['orderBy'], plain) }
}
