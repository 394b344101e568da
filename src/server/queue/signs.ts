import { ticks } from '../time/ticks.ts'

/**
 * Detects dead workers. A worker is dead if its sign of life has not changed for some time, measured by this process's
 * monotonic clock. The timestamps in the signs are not compared with the current time, because clocks of machines
 * differ and can be set.
 */
export class Signs {
  #ms: number
  #seen = new Map<string, { sign: string; since: number }>()

  constructor(ms: number) {
    this.#ms = ms
  }

  /** `present`: all claimed work with its latest sign; other entries are forgotten. */
  gone(present: Iterable<readonly [id: string, sign: unknown]>, now = ticks()): string[] {
    const before = this.#seen
    this.#seen = new Map(
      [...present].map(([id, left]) => {
        const sign = String(left)
        const known = before.get(id)
        return [id, { sign, since: known?.sign === sign ? known.since : now }]
      }),
    )
    return [...this.#seen].filter(([, { since }]) => now - since >= this.#ms).map(([id]) => id)
  }
}
