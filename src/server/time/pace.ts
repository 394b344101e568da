import { workTicks } from './background.ts'

const FEWEST = 5
/** What was measured weighs so much less with each turn: a machine is not as quick all day. */
const FADES = 0.9
/** Turns are of two sizes, or nobody could tell what a turn costs from what each of its items does. */
const LARGER = 1.5

/** However long a turn itself takes (on a busy machine everything does), its items take no more than so many turns. */
const MOST_FOR_ITEMS = 2

export interface Paced {
  /** milliseconds that one turn should take */
  turn: number
  /** what no turn takes more of */
  most: number
}

/**
 * What turns have cost: a turn itself, and each item in it, in milliseconds. The line through what was measured, with
 * later turns weighing more.
 */
class Costs {
  #weight = 0
  #counts = 0
  #times = 0
  #squares = 0
  #products = 0

  note(count: number, ms: number): void {
    this.#weight = this.#weight * FADES + 1
    this.#counts = this.#counts * FADES + count
    this.#times = this.#times * FADES + ms
    this.#squares = this.#squares * FADES + count * count
    this.#products = this.#products * FADES + count * ms
  }

  get ofTurnAndItem(): readonly [turn: number, item: number] {
    const [count, time] = [this.#counts / this.#weight, this.#times / this.#weight]
    const spread = this.#squares / this.#weight - count * count
    const together = this.#products / this.#weight - count * time
    // what the line says is kept within reason: an item costs no more than all costs, and never nearly nothing
    const all = Math.max(0.01, time) / count
    const item = spread > 1e-6 ? Math.min(all, Math.max(all / 10, together / spread)) : all
    return [Math.max(0, time - item * count), item]
  }
}

/**
 * Cuts long work into turns that each take about as long, however fast the machine is. Where a turn itself costs more
 * than that, its items may take about as long as it does: smaller ones would keep others waiting nearly as much, and
 * for longer.
 */
export class Pace {
  readonly #paced: Paced
  readonly #costs = new Costs()
  #size: number
  #turns = 0

  constructor(paced: Paced) {
    this.#paced = paced
    this.#size = Math.ceil(paced.most / 4)
  }

  /** How many the next turn takes. */
  get size(): number {
    if (this.#turns % 2 === 0) return this.#size
    const larger = Math.ceil(this.#size * LARGER)
    return larger <= this.#paced.most ? larger : Math.ceil(this.#size / LARGER)
  }

  /** Does one turn with these. */
  async turn<T>(count: number, work: () => Promise<T>): Promise<T> {
    const began = workTicks()
    try {
      return await work()
    } finally {
      this.#costs.note(Math.max(1, count), workTicks() - began)
      this.#turns++
      const [ofTurn, ofItem] = this.#costs.ofTurnAndItem
      const { turn } = this.#paced
      const fitting = Math.round(Math.max(turn - ofTurn, Math.min(ofTurn, turn * MOST_FOR_ITEMS)) / ofItem)
      this.#size = Math.min(this.#paced.most, Math.max(FEWEST, fitting))
    }
  }
}
