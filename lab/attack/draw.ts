import { seeded } from '../../tests/chance.ts'

/** What is drawn: the same for the same seed. */
export class Draw {
  readonly #next: () => number
  constructor(seed: number) {
    this.#next = seeded(seed)
  }

  below(most: number): number {
    return Math.floor(this.#next() * most)
  }
  one<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)]
  }
  some<T>(all: readonly T[], most: number): T[] {
    return all
      .map(one => [this.#next(), one] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, most)
      .map(([, one]) => one)
  }
}

/** One thing that was tried, and what came through. */
export interface Tried {
  what: string
  /** why it did not hold; undefined where it did */
  broken?: string
}
