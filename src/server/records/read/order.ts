import type { OrderTerm } from '../../call/list-query.ts'
import { sql, type RawBuilder } from 'kysely'
import { isPrefixed } from '../../db/tables/indexes.ts'
import type { Entity } from '../../db/tables/models.ts'
import { badRequest } from '../../answer/refusal.ts'
import { isHidden, isStructure } from './filters.ts'
import { orderedApart } from './mask.ts'

export const inOrder = (terms: readonly OrderTerm[]): RawBuilder<unknown> =>
  sql.join(terms.map(({ by, how }) => sql`${by} ${how}`))

/** A list is sorted by no more fields than this. */
const MOST = 10

/** `field desc, other`: the key comes last, so that equal rows never change places between two pages. */
export function ordering(entity: Entity, orderBy: unknown, plain = false): OrderTerm[] {
  const parts = String(orderBy ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  if (parts.length > MOST) throw badRequest(`最多按 ${MOST} 列排序`)
  const wanted = parts.map(part => term(entity, part, plain))
  return [...wanted, { by: sql.ref(entity.key), how: sql`asc` }]
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
  // the plain order is the one that an index has; empty values stand first when going down, last when going up
  if (field.mask && !plain) return { by: orderedApart(entity, field), how: plainly }
  // an index by bytes serves an order by bytes alone; for codes the two are the same
  if (isPrefixed(entity, name)) return { by: sql.ref(name), how: down ? sql`using ~>~` : sql`using ~<~` }
  return { by: sql.ref(name), how: plainly }
}
