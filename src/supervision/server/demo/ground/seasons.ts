import { chinaTime } from '../../../../server/db/time.ts'

const DAY_MS = 86_400_000
/** Months of a year, 1 is usual: promotions of June and November draw most trade, the spring festival is quiet. */
const MONTHS = [0.85, 0.55, 0.95, 1, 1.1, 1.5, 0.9, 0.95, 1.05, 1.15, 1.7, 1.25]
const WEEKEND = 0.45
const FESTIVAL = 0.15
/** A year before there was so much of what there is now. */
const BEFORE = 0.78
/** days that are looked back on */
const DAYS = 730

/** How much happened on which day of the last two years: the same for everything that the demonstration spreads. */
export class Seasons {
  /** days ago → share of all that happened since, up to 1 */
  readonly #since: readonly number[]
  readonly #now: number

  /** `holidays`: days off, beside weekends */
  constructor(now: number, holidays: ReadonlySet<string>) {
    this.#now = now
    let sum = 0
    const sums = Array.from({ length: DAYS }, (_, ago) => (sum += this.#weight(ago, holidays)))
    this.#since = sums.map(one => one / sum)
  }

  #weight(ago: number, holidays: ReadonlySet<string>): number {
    const day = chinaTime(this.#now - ago * DAY_MS).slice(0, 10)
    const date = new Date(`${day}T00:00:00Z`)
    const isWeekend = date.getUTCDay() % 6 === 0
    const rest = holidays.has(day) ? FESTIVAL : isWeekend ? WEEKEND : 1
    return (MONTHS[date.getUTCMonth()] ?? 1) * rest * BEFORE ** (ago / 365)
  }

  /** Which share of all happened from so many days ago on, `from` ≥ 0, and up to `to` days ago, which is not part. */
  share(from: number, to: number): number {
    const until = (days: number): number => this.#since[Math.min(days, DAYS) - 1] ?? 0
    return until(to) - until(from)
  }

  /** So many days ago, for 0 ≤ share < 1: 0 is today, more is earlier. */
  ago(share: number, within = DAYS): number {
    const most = this.#since[Math.min(within, DAYS) - 1] ?? 1
    const wanted = share * most
    let [low, high] = [0, Math.min(within, DAYS) - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#since[middle] ?? 1) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
