import { sql, type RawBuilder } from 'kysely'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { isSpread, PROVINCE } from '../../db/province.ts'
import type { CallContext } from '../context.ts'
import { labelColumns } from './labels.ts'
import { COUNT_CAP, listed, type Listing } from './listing.ts'
import { inOrder } from './order.ts'

export interface PageRead { rows: TableRow[]; counted: number | undefined }

/** A name that no field has. */
const COUNT = 'n#'

/** Reads a page and counts in one go: a second trip to the database costs more than what it asks for. */
export async function readPage(call: CallContext, list: Listing, size: number, offset: number, counting: boolean): Promise<PageRead> {
  const { entity } = list
  const cut = sql`limit ${size} offset ${offset}`
  const from = counting && list.partial && isCarrier(call, entity) ? foundOnce(list, cut) : found(call, list, cut, counting)
  const { rows } = await sql<TableRow>`${from.before} select ${from.count}${listed(entity)}${labelColumns(call, entity)} from ${from.rows}`.execute(call.db)
  // an empty page beyond the last one has no row to carry the count
  const counted = rows[0] ? Number(rows[0][COUNT]) : offset === 0 ? 0 : undefined
  for (const row of rows) delete row[COUNT]
  return { rows, counted: counting ? counted : undefined }
}

interface Found { before: RawBuilder<unknown>; count: RawBuilder<unknown>; rows: RawBuilder<unknown> }

/**
 * Part of a table is found once, counted, and sorted. Of more than is counted, the order's own index shows a page sooner:
 * there the database must not guess how few rows a filter leaves, since they are known to be many.
 */
function foundOnce({ entity, where, reach, filter, order, terms }: Listing, cut: RawBuilder<unknown>): Found {
  const table = sql.table(entity.name)
  const keys = keysOf(entity)
  const nameOf = (i: number): RawBuilder<unknown> => sql.ref(`order${i}`)
  const sorted = terms.map(({ by }, i) => sql`, ${by} as ${nameOf(i)}`)
  const again = inOrder(terms.map(({ how }, i) => ({ by: nameOf(i), how })))
  return {
    before: sql`with hits as materialized (select ${keys}${sql.join(sorted, sql``)} from ${table} where ${where} limit ${COUNT_CAP + 1}), counted as (select count(*) as n from hits)`,
    count: sql`(select n from counted) as ${sql.ref(COUNT)}, `,
    rows: sql`((select ${keys} from hits where (select n from counted) <= ${COUNT_CAP} order by ${again} ${cut})
      union all (select ${keys} from ${table} where ${reach} and coalesce(${filter}, false) and (select n from counted) > ${COUNT_CAP} order by ${order} ${cut})) as page join ${table} using (${keys}) order by ${order}`,
  }
}

const keysOf = (entity: Entity): RawBuilder<unknown> => sql`${sql.ref(entity.key)}, ${sql.ref(PROVINCE)}`

/**
 * Keys first, from an index alone where one holds all that is asked for, and then the rows of one page: what is sorted or
 * skipped on the way are never whole rows, so that a deep page costs little more than the first.
 */
function found(call: CallContext, { entity, where, order }: Listing, cut: RawBuilder<unknown>, counting: boolean): Found {
  const table = sql.table(entity.name)
  const nothing = sql``
  const count = counting ? sql`(select count(*) from (select 1 from ${table} where ${where} limit ${COUNT_CAP + 1}) as counted) as ${sql.ref(COUNT)}, ` : nothing
  if (!isCarrier(call, entity)) return { before: nothing, count, rows: sql`${table} where ${where} order by ${order} ${cut}` }
  const keys = keysOf(entity)
  return { before: nothing, count, rows: sql`(select ${keys} from ${table} where ${where} order by ${order} ${cut}) as page join ${table} using (${keys}) order by ${order}` }
}

/** A log may be read from another table than its entity's own. */
const isCarrier = (call: CallContext, entity: Entity): boolean => isSpread(entity) && call.entities().has(entity.name)
