import type { OrderTerm } from '../../call/list-query.ts'
import { sql, type RawBuilder } from 'kysely'
import { isPrefixed } from '../../db/tables/indexes.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { badRequest } from '../../answer/refusal.ts'
import { isHidden, isStructure } from './filters.ts'
import { isProse } from '../../access/field-rights.ts'
import { orderedApart, seenOf, withoutNumbersIn } from './mask.ts'

export const inOrder = (terms: readonly OrderTerm[]): RawBuilder<unknown> =>
  sql.join(terms.map(({ by, how }) => sql`${by} ${how}`))

/** Most fields to sort by. */
const MOST = 10

/**
 * Terms for `field desc, other`. The key comes last, so that rows with equal values stay in the same order on every
 * page.
 */
export function ordering(entity: Entity, orderBy: unknown, plain = false): OrderTerm[] {
  const parts = String(orderBy ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  if (parts.length > MOST) throw badRequest(`最多按 ${MOST} 列排序`)
  const wanted = parts.map(part => term(entity, part, plain))
  return [...wanted, { by: sql.ref(entity.key), how: sql`asc` }]
}

/** Where its reader does not see all that stands in a field, it is not sorted by that either. */
function asSeen(entity: Entity, field: FieldModel, plain: boolean): RawBuilder<unknown> | undefined {
  if (field.mask && !plain) return orderedApart(entity, field)
  const isPart = entity.withoutNumbers && isProse(field)
  if (isPart) return seenOf(entity, field, withoutNumbersIn(field.name))
  return field.secretFilters && seenOf(entity, field)
}

function term(entity: Entity, part: string, plain: boolean): OrderTerm {
  const [name = '', direction = 'asc', ...rest] = part.split(/\s+/)
  const field = entity.byName.get(name)
  const down = direction.toLowerCase() === 'desc'
  if (
    !field
    || isHidden(field)
    || isStructure(field)
    || rest.length > 0
    || !(down || direction.toLowerCase() === 'asc')
  ) {
    throw badRequest(`不能按“${part}”排序`)
  }
  const plainly = down ? sql`desc` : sql`asc`
  const seen = asSeen(entity, field, plain)
  // plain asc and desc match the order of the index (nulls first when descending)
  if (seen) return { by: seen, how: plainly }
  // byte order, because the index of this field has it; for codes both orders are the same
  if (isPrefixed(entity, name)) return { by: sql.ref(name), how: down ? sql`using ~>~` : sql`using ~<~` }
  return { by: sql.ref(name), how: plainly }
}
