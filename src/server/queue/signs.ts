import { ticks } from '../time/ticks.ts'

/**
 * Signs of life that whoever is at something leaves in the database. Whose has stayed the same for so long, by this
 * process's own clock, is gone. What time it bears says nothing: the clock of whoever left it may be another one, or
 * have been set since.
 */
export class Signs {
  #ms: number
  #seen = new Map<string, { sign: string; since: number }>()

  constructor(ms: number) {
    this.#ms = ms
  }

  /** `present`: all work that is claimed, each with its last sign; what is not among it is forgotten. */
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
