import { isWorkingDay, type Calendar } from '../../../../core/workflow/working-days.ts'
import { chinaTime, momentOf } from '../../../../server/db/time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const START = 8 * 60 + 30
/** minutes of work in a day, without the noon break */
const MORNING = 3.5 * 60
const DAY = 8 * 60
const BREAK = 1.5 * 60
const DAYS = 900

const timeOfDay = (minute: number): number => START + minute + (minute > MORNING ? BREAK : 0)
const minuteAt = (clock: number): number =>
  Math.max(0, Math.min(clock - START, MORNING) + Math.max(0, Math.min(clock - START - MORNING - BREAK, DAY - MORNING)))

/** The hours of an office, counted back from now: whatever somebody did was done in them. */
export class WorkingTime {
  /** midnights of working days, the latest first */
  readonly #days: number[]
  readonly #today: number
  readonly #now: number

  constructor(now: number, calendar: Calendar) {
    this.#now = now
    const text = chinaTime(now)
    const midnight = momentOf(`${text.slice(0, 10)} 00:00:00`)
    const clock = (now - midnight) / MINUTE_MS
    this.#days = Array.from({ length: DAYS }, (_, back) => midnight - back * DAY_MS).filter(at =>
      isWorkingDay(chinaTime(at).slice(0, 10), calendar),
    )
    this.#today = this.#days[0] === midnight ? minuteAt(clock) : DAY
  }

  /** The moment that lies so many minutes of work before now; in milliseconds. */
  ago(minutes: number): number {
    let left = Math.max(0, Math.round(minutes))
    let worked = this.#today
    for (const day of this.#days) {
      if (left < worked || (left === worked && worked > 0))
        return Math.min(this.#now - 1000, day + timeOfDay(worked - left) * MINUTE_MS + ((left * 37) % 60) * 1000)
      left -= worked
      worked = DAY
    }
    throw new Error('The demonstration goes back further than its calendar')
  }

  /** How many minutes of work lie between a moment and now. */
  since(moment: number): number {
    let minutes = 0
    let worked = this.#today
    for (const day of this.#days) {
      if (day <= moment) return minutes + Math.max(0, worked - minuteAt((moment - day) / MINUTE_MS))
      minutes += worked
      worked = DAY
    }
    return minutes
  }
}
export const HOUR_OF_WORK = 60
export const DAY_OF_WORK = DAY
