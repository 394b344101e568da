import { Refusal } from '../answer/refusal.ts'
import { ticks } from '../time/ticks.ts'

/** Different whole values of masked fields that one person may ask for within an hour. */
const MOST = 60
const HOUR = 3_600_000

interface Asking {
  since: number
  values: Set<string>
}

/**
 * Whoever knows a whole number may look for it, though the list shows it masked. Of a masked number four digits are
 * unknown: trying them all is no looking for. Counted on each instance by itself, since a few times as many guesses
 * still find nothing.
 */
export class Guesses {
  readonly #of = new Map<string, Asking>()

  /** Throws 429 with the seconds to wait where this person has asked for too many different values. */
  refuseMany(userId: string, value: string): void {
    const now = ticks()
    for (const [id, { since }] of this.#of) if (now - since >= HOUR) this.#of.delete(id)
    const asking = this.#of.get(userId) ?? { since: now, values: new Set() }
    this.#of.set(userId, asking)
    asking.values.add(value)
    if (asking.values.size <= MOST) return
    asking.values.delete(value)
    const seconds = Math.ceil((asking.since + HOUR - now) / 1000)
    throw new Refusal(
      429,
      `一小时内最多按 ${MOST} 个不同的脱敏值查找，请${Math.ceil(seconds / 60)}分钟后再试`,
      undefined,
      { retryAfter: seconds },
      { 'retry-after': String(seconds) },
    )
  }
}

export const guesses = new Guesses()
