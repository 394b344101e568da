import { sql, type RawBuilder } from 'kysely'
import { mayUnmask } from '../../access/field-rights.ts'
import { inScope, isNear } from '../../access/row-scope.ts'
import { isOrderOfProvinces } from '../../db/tables/indexes.ts'
import type { Entity } from '../../db/tables/models.ts'
import { quoted } from '../../db/tables/province.ts'
import { entityOfCall, type CallContext } from '../../call/context.ts'
import { filterConditions, isHidden, isStructure } from './filters.ts'
import { inOrder, ordering } from './order.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { choices } from '../../call/values.ts'

/**
 * Rows are counted up to this number: exact counts of big tables cost more than the page, and users do not page
 * further.
 */
export const COUNT_CAP = 10_000

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` and `)}`

const columns = new WeakMap<Entity, RawBuilder<unknown>>()

/**
 * Columns of a list: large structures are left out. Cached, because building the SQL of sixty columns takes half of a
 * call's time.
 */
export function listColumns(entity: Entity): RawBuilder<unknown> {
  const found = columns.get(entity)
  if (found) return found
  const shown = entity.fields.filter(field => !isHidden(field) && !isStructure(field) && field.name !== 'delFlag')
  const made = sql.raw(shown.map(({ name }) => quoted(name)).join(', '))
  columns.set(entity, made)
  return made
}

const asked = (call: CallContext, name: string): string[] => choices(call.args[name])

/**
 * Leaves out rows with an `unlisted` value, unless the request filters by the key or by exactly that value; a filter by
 * another value excludes them anyway.
 */
function listedOnly(call: CallContext, entity: Entity): RawBuilder<boolean>[] {
  const marks = entity.fields.filter(field => field.unlisted !== undefined)
  if (
    asked(call, entity.key).length > 0
    || marks.some(({ name, unlisted }) => asked(call, name).includes(String(unlisted)))
  )
    return []
  return marks
    .filter(({ name }) => asked(call, name).length === 0)
    .map(({ name, unlisted }) => sql<boolean>`${sql.ref(name)} is distinct from ${sql.lit(unlisted)}`)
}

export function planList(
  call: CallContext,
  more: readonly RawBuilder<boolean>[] = [],
  entity = entityOfCall(call),
): ListQuery {
  const plain = mayUnmask(call.user)
  const near = isNear(call.rows)
  const asked = (compared: boolean): RawBuilder<boolean>[] => [
    ...more,
    ...filterConditions(entity, call.args, { plain, near, limited: call.rows.own !== '', compared }),
  ]
  const filters = asked(false)
  const terms = ordering(entity, call.args['orderBy'], plain)
  const shown = listedOnly(call, entity)
  const walked = (): RawBuilder<boolean> => {
    const reach = [...inScope(entity, call.rows, isOrderOfProvinces(entity, call.args['orderBy'])), ...shown]
    return every(filters.length === 0 ? reach : [...reach, sql<boolean>`coalesce(${every(asked(true))}, false)`])
  }
  return {
    entity,
    where: every([...inScope(entity, call.rows), ...shown, ...filters]),
    order: inOrder(terms),
    terms,
    walked,
    partial: near || filters.length > 0,
    near,
  }
}
