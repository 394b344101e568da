import { sql, type RawBuilder } from 'kysely'
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
  const value = field.mask && !plain ? orderedApart(entity, field) : sql.ref(name)
  return down ? sql`${value} desc` : sql`${value} asc`
}
