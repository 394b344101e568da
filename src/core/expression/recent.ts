/** Texts kept of each kind; all configurations together have a few hundred. */
const MOST = 2000

/**
 * What was worked out for the texts asked for last. People write expressions too (rules): kept for ever, they would
 * fill the memory. Of two generations the older goes when the younger is full, and what is asked for comes into the
 * younger.
 */
export class Recent<V> {
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  readonly #most: number

  /** `most`: how many are certain to be kept; never more than twice as many are */
  constructor(most = MOST) {
    this.#most = most
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(text: string): V | undefined {
    const young = this.#young.get(text)
    if (young !== undefined) return young
    const old = this.#old.get(text)
    if (old !== undefined) this.set(text, old)
    return old
  }

  set(text: string, value: V): V {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(text, value)
    return value
  }
}
