import { ticks } from './ticks.ts'

/** Others may wait so long for a transaction: with the embedded database everybody does. */
const TURN_MS = 50
const [FEWEST, MOST] = [5, 50]

/** Cuts long work into turns that each take about as long, however fast the machine is. */
export class Pace {
  #size = MOST / 2

  /** Does the next of these, as many as a turn takes; gives the rest. */
  async turn<T>(rows: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<readonly T[]> {
    const some = rows.slice(0, this.#size)
    const began = ticks()
    await work(some)
    const each = Math.max(1, ticks() - began) / some.length
    this.#size = Math.min(MOST, Math.max(FEWEST, Math.round(TURN_MS / each)))
    return rows.slice(some.length)
  }
}
