import { sql } from 'kysely'
import { arrayOf } from '../../../server/db/arrays.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { averageOf, type Beside } from './facts.ts'

/** Prices of others count while they are so new. */
const BESIDE_DAYS = 35
/** Moments that one statement asks about: each of them reads a price of every other goods. */
const AT_ONCE = 60

interface Found {
  nth: string | number
  total: string | number | null
  peers: string | number
  cheapest: string | number | null
}

/** What others cost at each of these moments (`YYYY-MM-DD HH:mm:ss`), by their last record until then. */
async function asked(tx: Database, item: TableRow, times: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`select t.nth, sum(p.price) filter (where o.peer) as total,
      count(*) filter (where o.peer) as peers, min(p.price) filter (where o.twin) as cheapest
    from (select "itemId",
        coalesce("category", '') = ${item['category'] ?? ''} and coalesce("category", '') <> '' as peer,
        "goodsName" = ${item['goodsName']} and coalesce("skuSpec", '') = ${item['skuSpec'] ?? ''} as twin
      from "priceItem" where "delFlag" = 0 and "itemId" <> ${item['itemId']}
      and coalesce("customerId", '') = ${item['customerId'] ?? ''}
      and ("category" = ${item['category'] ?? ''} or "goodsName" = ${item['goodsName']})) o
    cross join unnest(${arrayOf(times)}::timestamp[]) with ordinality t (at, nth)
    cross join lateral (select "salePrice" as price from "priceRecord" r
      where r."itemId" = o."itemId" and r."delFlag" = 0 and r."collectTime" <= t.at
      and r."collectTime" >= t.at - make_interval(days => ${sql.lit(BESIDE_DAYS)})
      order by r."collectTime" desc limit 1) p
    where p.price > 0 group by t.nth`.execute(tx)
  return rows
}

/** Prices of other goods beside these, at each of some moments, in their order; yuan. */
export async function besides(tx: Database, item: TableRow, times: readonly string[]): Promise<Beside[]> {
  const all: Beside[] = times.map(() => ({ peers: null, cheapest: null }))
  for (let from = 0; from < times.length; from += AT_ONCE)
    for (const { nth, total, peers, cheapest } of await asked(tx, item, times.slice(from, from + AT_ONCE)))
      all[from + Number(nth) - 1] = {
        peers: averageOf(Number(total), Number(peers)),
        cheapest: cheapest === null ? null : Number(cheapest),
      }
  return all
}
