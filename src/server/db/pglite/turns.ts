/** A queue for the one connection. */
export class Turns {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  get isAwaited(): boolean {
    return this.#waiting > 0
  }

  /** Resolves with a function that passes the turn on; rejects with `late()` after `within` milliseconds of waiting. */
  async take(within: number, late: () => Error): Promise<() => void> {
    let pass = (): void => {}
    const before = this.#last
    this.#last = new Promise(resolve => {
      pass = resolve
    })
    let timer: NodeJS.Timeout | undefined
    const giveUp = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(late()), within)
    })
    this.#waiting++
    try {
      await Promise.race([before, giveUp])
      return pass
    } catch (error) {
      // the turn of this waiter passes on to the next when it comes
      void before.then(pass)
      throw error
    } finally {
      this.#waiting--
      clearTimeout(timer)
    }
  }
}
