import { sql, type RawBuilder } from 'kysely'
import type { TableRow } from '../../db/database.ts'
import { PREPARED } from '../../db/postgres/prepared.ts'
import { fieldsIn } from '../../db/rollups/plan.ts'
import type { Entity } from '../../db/tables/models.ts'
import { isSharded, PROVINCE } from '../../db/tables/province.ts'
import type { CallContext } from '../../call/context.ts'
import { labelColumns } from './labels.ts'
import { COUNT_CAP, every, listColumns } from './plan-list.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { inOrder } from './order.ts'

export interface PageRead {
  rows: TableRow[]
  counted: number | undefined
}

/** A column name that no field can have. */
const COUNT = 'n#'

interface Cut {
  size: number
  offset: number
}
const limited = ({ size, offset }: Cut): RawBuilder<unknown> => sql`limit ${size} offset ${offset}`
const nothing = sql``

/**
 * Reads a page and the total. In one query where possible, because a second round trip costs more than most queries.
 */
export async function readPage(
  call: CallContext,
  list: ListQuery,
  size: number,
  offset: number,
  counting: boolean,
): Promise<PageRead> {
  const cut = { size, offset }
  // left to itself, the database walks along the order of several parts, too, and reads those without any to their end
  const atOnce = !list.partial || (!counting && !list.spread)
  if (atOnce || !hasProvinceKey(call, list.entity)) {
    const { rows, counted } = await read(call, list, found(call, list, cut, counting))
    // a page beyond the last has no rows that could carry the count
    return { rows, counted: counting && offset === 0 ? (counted ?? 0) : counted }
  }
  const { rows, counted = 0 } = await read(call, list, foundOnce(list, cut))
  return { rows: counted <= COUNT_CAP ? rows : (await read(call, list, foundInOrder(call, list, cut))).rows, counted }
}

interface Found {
  before: RawBuilder<unknown>
  count: RawBuilder<unknown>
  rows: RawBuilder<unknown>
}

async function read(call: CallContext, { entity }: ListQuery, from: Found): Promise<PageRead> {
  const { rows } =
    await sql<TableRow>`${from.before}select ${from.count}${listColumns(entity)}${labelColumns(call, entity)}
      from ${from.rows}`.execute(call.db)
  const counted = rows[0]?.[COUNT] === undefined ? undefined : Number(rows[0][COUNT])
  for (const row of rows) delete row[COUNT]
  return { rows: rows.filter(row => row[entity.key] !== null), counted }
}

/**
 * Finds the matching keys once, to count and sort them. Only up to the cap: above it no row is returned, and
 * foundInOrder reads the page instead.
 */
function foundOnce({ entity, where, terms, near, divided }: ListQuery, cut: Cut): Found {
  const table = sql.table(entity.name)
  const keys = keysOf(entity)
  const nameOf = (i: number): RawBuilder<unknown> => sql.ref(`order${i}`)
  const sorted = terms.map(({ by }, i) => sql`, ${by} as ${nameOf(i)}`)
  const again = inOrder(terms.map(({ how }, i) => ({ by: nameOf(i), how })))
  return {
    before: sql`${near ? PREPARED : nothing}with hits as materialized (select ${keys}${sql.join(sorted, sql``)}
      from ${table} where ${where} limit ${sql.lit(COUNT_CAP + 1)}), counted as (select count(*) as n
      from hits) `,
    count: sql`counted.n as ${sql.ref(COUNT)}, `,
    rows: sql`counted left join ((select * from hits where (select n from counted) <= ${sql.lit(COUNT_CAP)}
      order by ${again} ${limited(cut)}) as page join ${table} using (${keys})) on ${every(divided)} order by ${again}`,
  }
}

/**
 * For many matching rows: reads along the index of the order until the page is full. The condition is written so that
 * the planner cannot choose another index because it underestimates the rows.
 */
function foundInOrder(call: CallContext, list: ListQuery, cut: Cut): Found {
  return { before: nothing, count: nothing, rows: byKeys(list, walk(call, list), cut) }
}

interface Rows {
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
}

/**
 * Where the walk leads through several parts of a divided table, their rows are put in order first and compared then.
 * Each part would compare its own until it had found one: a part without any, as there is where the beginning of a
 * credit code tells the province, would be read to its end.
 */
function walk(call: CallContext, { entity, order, spread, walked }: ListQuery): Rows {
  const table = sql.table(entity.name)
  const { reach, compared } = walked()
  if (!compared) return { from: table, where: reach }
  if (!spread) return { from: table, where: every([reach, compared]) }
  const columns = columnsIn(call, entity, compared, order)
  return {
    from: sql`(select ${columns} from ${table} where ${reach} order by ${order} offset 0) as ${table}`,
    where: compared,
  }
}

/** The columns that are spoken of, and the keys: of sixty, the database would take as long to plan as to read. */
function columnsIn(call: CallContext, entity: Entity, ...said: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const text = said.map(one => one.compile(call.db).sql)
  const others = fieldsIn(entity, text).filter(({ name }) => name !== entity.key)
  return sql`${keysOf(entity)}${sql.join(
    others.map(({ name }) => sql`, ${sql.ref(name)}`),
    sql``,
  )}`
}

/**
 * Selects the page's keys first, if possible from an index alone, and then their rows: sorting and skipping never touch
 * whole rows, so that even deep pages are fast.
 */
function byKeys({ entity, order, divided }: ListQuery, { from, where }: Rows, cut: Cut): RawBuilder<unknown> {
  const table = sql.table(entity.name)
  const keys = keysOf(entity)
  return sql`(select ${keys} from ${from} where ${where} order by ${order} ${limited(cut)}) as page
    join ${table} using (${keys}) where ${every(divided)} order by ${order}`
}

function found(call: CallContext, list: ListQuery, cut: Cut, counting: boolean): Found {
  const { entity, where, partial, order } = list
  const table = sql.table(entity.name)
  const count = counting
    ? sql`(select count(*) from (select 1 from ${table} where ${where}
      limit ${COUNT_CAP + 1}) as counted) as ${sql.ref(COUNT)}, `
    : nothing
  if (!hasProvinceKey(call, entity))
    return { before: nothing, count, rows: sql`${table} where ${where} order by ${order} ${limited(cut)}` }
  return { before: nothing, count, rows: byKeys(list, partial ? { from: table, where } : walk(call, list), cut) }
}

const keysOf = (entity: Entity): RawBuilder<unknown> => sql`${sql.ref(entity.key)}, ${sql.ref(PROVINCE)}`

/** The log reads another table than its entity's, which has no province column. */
const hasProvinceKey = (call: CallContext, entity: Entity): boolean =>
  isSharded(entity) && call.entities().has(entity.name)
