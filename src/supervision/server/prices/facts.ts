import { chinaTime } from '../../../server/db/time.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { highest, lowest, previous, type PricePoint } from './windows.ts'

/** What is known of the goods beside their own prices. */
export interface PriceGoods {
  /** dictionaries/priceKind */
  kind: string
  promised: number | null
  promoStart: string | null
  promoEnd: string | null
}

/** Prices of other goods at the same time; null: too few, or none. */
export interface Beside {
  /** average of the same category */
  peers: number | null
  /** lowest of the same goods in other shops */
  cheapest: number | null
}

/** One record as rules see it (settings.priceRules of app.yaml); null: there is none, and no rule holds of it. */
export interface PriceFacts {
  kind: string
  sale: number | null
  line: number | null
  final: number | null
  promised: number | null
  promoting: boolean
  previous: number | null
  low7: number | null
  high7: number | null
  usual: number | null
  high30: number | null
  peers: number | null
  cheapest: number | null
}

const PROMOTION = '2'
const number = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

export const pointOf = (row: TableRow): PricePoint => ({
  time: String(row['collectTime'] ?? chinaTime()),
  sale: number(row['salePrice']),
  line: number(row['linePrice']),
  final: number(row['finalPrice']),
})
export const goodsOf = (row: TableRow): PriceGoods => ({
  kind: String(row['monitorKind'] ?? ''),
  promised: number(row['promised']),
  promoStart: row['promoStart'] ? String(row['promoStart']) : null,
  promoEnd: row['promoEnd'] ? String(row['promoEnd']) : null,
})

/** Too few say nothing of what is usual. */
const LEAST_PEERS = 3
export const averageOf = (total: number, count: number): number | null => (count < LEAST_PEERS ? null : total / count)

/** What these prices of the same category, and of the same goods, come to. */
export const besideOf = (peers: readonly number[], twins: readonly number[]): Beside => ({
  peers: averageOf(
    peers.reduce((sum, price) => sum + price, 0),
    peers.length,
  ),
  cheapest: twins.length === 0 ? null : Math.min(...twins),
})

/** Whether a promotion of the goods is on at that moment. */
export const isPromoting = ({ kind, promoStart, promoEnd }: PriceGoods, time: string): boolean =>
  kind === PROMOTION && promoStart !== null && time >= promoStart && (promoEnd === null || time <= promoEnd)

/** All that rules look at. `history`: records of the same goods, in any order; later ones are not looked at. */
export function factsOf(
  point: PricePoint,
  goods: PriceGoods,
  history: readonly PricePoint[],
  { peers, cheapest }: Beside,
): PriceFacts {
  const promoting = isPromoting(goods, point.time)
  // of a promotion the seven days before it count, not those of the promotion itself
  const since = promoting ? (goods.promoStart ?? point.time) : point.time
  return {
    kind: goods.kind,
    sale: point.sale,
    line: point.line,
    final: point.final,
    promised: goods.promised,
    promoting,
    previous: previous(history, point.time),
    low7: lowest(history, since, { from: 7 }),
    high7: highest(history, point.time, { from: 7 }),
    usual: lowest(history, point.time, { from: 30, until: 7 }),
    high30: highest(history, point.time, { from: 30 }),
    peers,
    cheapest,
  }
}
