/** A small generator (mulberry32): the same seed gives the same data on every machine. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ n < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.int(0, list.length - 1)]
    if (picked === undefined) throw new Error('Nothing to pick from')
    return picked
  }

  /** One of these, each as often as its weight says. */
  weighted<T>(list: readonly (readonly [T, number])[]): T {
    let left = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [one, weight] of list) {
      left -= weight
      if (left < 0) return one
    }
    return this.pick(list)[0]
  }

  /** Prefers what stands first, as the common cases do in a dictionary. */
  early<T>(list: readonly T[]): T {
    const at = Math.floor(this.next() ** 2 * list.length)
    return list[at] ?? this.pick(list)
  }

  /** Many small numbers and a few large ones. */
  skewed(max: number): number {
    return Math.floor(this.next() ** 4 * max)
  }
}
