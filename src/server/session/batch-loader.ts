interface Asking<T> {
  key: string
  resolve(found: T | undefined): void
  reject(error: unknown): void
}

/** Milliseconds after which a query counts as slow: new lookups then start another one instead of waiting; */
const PATIENCE_MS = 1000
/** at most so many at a time. */
const MOST_TRIPS = 3

/**
 * Batches lookups by key: those that arrive during a query are answered together by the next one. Nothing is cached.
 * Many simultaneous lookups cost few round trips to the database.
 */
export class BatchLoader<T> {
  #find: (keys: string[]) => Promise<ReadonlyMap<string, T>>
  #asking: Asking<T>[] = []
  #trips = 0
  #slow = 0
  #patience: number

  constructor(find: (keys: string[]) => Promise<ReadonlyMap<string, T>>, patience = PATIENCE_MS) {
    this.#find = find
    this.#patience = patience
  }

  load(key: string): Promise<T | undefined> {
    const found = new Promise<T | undefined>((resolve, reject) => {
      this.#asking.push({ key, resolve, reject })
    })
    this.#setOut()
    return found
  }

  /** Starts a query, unless one is in progress that is not slow yet. */
  #setOut(): void {
    if (this.#asking.length > 0 && this.#trips === this.#slow && this.#trips < MOST_TRIPS) void this.#answerAll()
  }

  async #answerAll(): Promise<void> {
    this.#trips++
    while (this.#asking.length > 0) await this.#trip(this.#asking.splice(0))
    this.#trips--
  }

  async #trip(asking: Asking<T>[]): Promise<void> {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#slow++
      this.#setOut()
    }, this.#patience)
    try {
      const found = await this.#find([...new Set(asking.map(({ key }) => key))])
      for (const { key, resolve } of asking) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slow--
    }
  }
}
