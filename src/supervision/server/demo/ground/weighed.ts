import type { Random } from './random.ts'

/** Many things, each picked as often as its weight says: Random.weighted without adding them up each time. */
export class Weighed<T> {
  readonly #things: T[] = []
  /** weight of each and all before it */
  readonly #sums: number[] = []

  add(thing: T, weight: number): this {
    this.#things.push(thing)
    this.#sums.push((this.#sums.at(-1) ?? 0) + weight)
    return this
  }

  pick(random: Random): T | undefined {
    if (this.#things.length === 0) return undefined
    const wanted = random.next() * (this.#sums.at(-1) ?? 0)
    let [low, high] = [0, this.#things.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return this.#things[low]
  }
}
