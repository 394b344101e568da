import { chinaTime, momentOf } from '../../../server/db/time.ts'

const DAY_MS = 86_400_000

/** What one record costs; null: the page says nothing. Yuan. */
export interface PricePoint {
  /** `YYYY-MM-DD HH:mm:ss` in China */
  time: string
  sale: number | null
  line: number | null
  final: number | null
}
/** Days before a moment: it begins `from` days before, and ends `until` days before (0: at the moment itself). */
export interface PriceWindow {
  from: number
  until?: number
}

/** A moment some days before, in the same form. */
export const daysBefore = (time: string, days: number): string =>
  days === 0 ? time : chinaTime(momentOf(time) - days * DAY_MS)

/** What somebody paid: the price after discounts where the page tells it. */
export const dealOf = ({ sale, final }: Pick<PricePoint, 'sale' | 'final'>): number | null => final ?? sale

function dealsIn(points: readonly PricePoint[], at: string, { from, until = 0 }: PriceWindow): number[] {
  const [begin, end] = [daysBefore(at, from), daysBefore(at, until)]
  return points.flatMap(point => {
    const deal = dealOf(point)
    return point.time >= begin && point.time < end && deal !== null && deal > 0 ? [deal] : []
  })
}

/** Lowest deal of a window; null: nothing was collected then. */
export function lowest(points: readonly PricePoint[], at: string, window: PriceWindow): number | null {
  const deals = dealsIn(points, at, window)
  return deals.length === 0 ? null : Math.min(...deals)
}

/** Highest deal of a window; null: nothing was collected then. */
export function highest(points: readonly PricePoint[], at: string, window: PriceWindow): number | null {
  const deals = dealsIn(points, at, window)
  return deals.length === 0 ? null : Math.max(...deals)
}

/** A rise within a day is judged against what was collected the day before. */
const LAST = 2

/** Sale price of the record before; null where that is older than two days. */
export function previous(points: readonly PricePoint[], at: string): number | null {
  const since = daysBefore(at, LAST)
  let last: PricePoint | undefined
  for (const point of points)
    if (point.time >= since && point.time < at && point.sale !== null && (!last || point.time > last.time)) last = point
  return last?.sale ?? null
}
