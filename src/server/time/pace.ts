import { workTicks } from './background.ts'

const FEWEST = 5

export interface Paced {
  /** milliseconds that one turn should take */
  turn: number
  /** what no turn takes more of */
  most: number
}

/** Cuts long work into turns that each take about as long, however fast the machine is. */
export class Pace {
  readonly #paced: Paced
  #size: number

  constructor(paced: Paced) {
    this.#paced = paced
    this.#size = Math.ceil(paced.most / 4)
  }

  /** How many the next turn takes. */
  get size(): number {
    return this.#size
  }

  /** Does one turn with these. */
  async turn<T>(count: number, work: () => Promise<T>): Promise<T> {
    const began = workTicks()
    try {
      return await work()
    } finally {
      const each = Math.max(0.01, workTicks() - began) / Math.max(1, count)
      this.#size = Math.min(this.#paced.most, Math.max(FEWEST, Math.round(this.#paced.turn / each)))
    }
  }
}
