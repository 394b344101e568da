interface Asking<T> { key: string; resolve(found: T | undefined): void; reject(error: unknown): void }

/**
 * Whoever asks while an answer is under way is answered by the next one, together with all who came meanwhile: nothing is
 * remembered, and of many at once few trips to the database are made.
 */
export class Together<T> {
  #find: (keys: string[]) => Promise<ReadonlyMap<string, T>>
  #asking: Asking<T>[] = []
  #isUnderWay = false

  constructor(find: (keys: string[]) => Promise<ReadonlyMap<string, T>>) {
    this.#find = find
  }

  ask(key: string): Promise<T | undefined> {
    const found = new Promise<T | undefined>((resolve, reject) => { this.#asking.push({ key, resolve, reject }) })
    if (!this.#isUnderWay) void this.#answerAll()
    return found
  }

  async #answerAll(): Promise<void> {
    this.#isUnderWay = true
    while (this.#asking.length > 0) {
      const asking = this.#asking.splice(0)
      try {
        const found = await this.#find([...new Set(asking.map(({ key }) => key))])
        for (const { key, resolve } of asking) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asking) reject(error)
      }
    }
    this.#isUnderWay = false
  }
}
