import { sql, type RawBuilder } from 'kysely'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { isSpread, PROVINCE } from '../../db/province.ts'
import type { CallContext } from '../context.ts'
import { labelColumns } from './labels.ts'
import { COUNT_CAP, listed, type Listing } from './listing.ts'

export interface PageRead { rows: TableRow[]; counted: number | undefined }

/** A name that no field has. */
const COUNT = 'n#'

/** Reads a page and counts in one go: a second trip to the database costs more than what it asks for. */
export async function readPage(call: CallContext, list: Listing, size: number, offset: number, counting: boolean): Promise<PageRead> {
  const { entity, where } = list
  const table = sql.table(entity.name)
  const count = counting ? sql`(select count(*) from (select 1 from ${table} where ${where} limit ${COUNT_CAP + 1}) as counted) as ${sql.ref(COUNT)}, ` : sql``
  const cut = sql`limit ${size} offset ${offset}`
  const { rows } = await sql<TableRow>`select ${count}${listed(entity)}${labelColumns(call, entity)} from ${found(call, list, cut)}`.execute(call.db)
  // an empty page beyond the last one has no row to carry the count
  const counted = rows[0] ? Number(rows[0][COUNT]) : offset === 0 ? 0 : undefined
  for (const row of rows) delete row[COUNT]
  return { rows, counted: counting ? counted : undefined }
}

/**
 * Keys first, from an index alone where one holds all that is asked for, and then the rows of one page: what is sorted or
 * skipped on the way are never whole rows, so that a deep page costs little more than the first.
 */
function found(call: CallContext, { entity, where, order }: Listing, cut: RawBuilder<unknown>): RawBuilder<unknown> {
  const table = sql.table(entity.name)
  if (!isCarrier(call, entity)) return sql`${table} where ${where} order by ${order} ${cut}`
  const keys = sql`${sql.ref(entity.key)}, ${sql.ref(PROVINCE)}`
  return sql`(select ${keys} from ${table} where ${where} order by ${order} ${cut}) as page join ${table} using (${keys}) order by ${order}`
}

/** A log may be read from another table than its entity's own. */
const isCarrier = (call: CallContext, entity: Entity): boolean => isSpread(entity) && call.entities().has(entity.name)
