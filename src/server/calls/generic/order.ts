import { sql, type RawBuilder } from 'kysely'
import { isPrefixed } from '../../db/indexes.ts'
import type { Entity } from '../../db/models.ts'
import { badRequest } from '../../http/refusal.ts'
import { isHidden, isStructure } from './filters.ts'
import { orderedApart } from './mask.ts'

/** `field desc, other`: the key comes last, so that equal rows never change places between two pages. */
export function ordering(entity: Entity, orderBy: unknown, plain = false): RawBuilder<unknown> {
  const parts = String(orderBy ?? '').split(',').map(part => part.trim()).filter(part => part !== '')
  const wanted = parts.map(part => term(entity, part, plain))
  return sql.join([...wanted, sql`${sql.ref(entity.key)}`])
}

function term(entity: Entity, part: string, plain: boolean): RawBuilder<unknown> {
  const [name = '', direction = 'asc', ...rest] = part.split(/\s+/)
  const field = entity.byName.get(name)
  const down = direction.toLowerCase() === 'desc'
  if (!field || isHidden(field) || isStructure(field) || rest.length > 0 || !(down || direction.toLowerCase() === 'asc')) {
    throw badRequest(`不能按“${part}”排序`)
  }
  // the plain order is the one that an index has; empty values stand first when going down, last when going up
  if (field.mask && !plain) return down ? sql`${orderedApart(entity, field)} desc` : sql`${orderedApart(entity, field)} asc`
  // an index by bytes serves an order by bytes alone; for codes the two are the same
  if (isPrefixed(entity, name)) return down ? sql`${sql.ref(name)} using ~>~` : sql`${sql.ref(name)} using ~<~`
  return down ? sql`${sql.ref(name)} desc` : sql`${sql.ref(name)} asc`
}
