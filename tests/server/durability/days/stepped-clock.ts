import type { Clock } from '../../../../src/server/time/clock.ts'

interface Repeated {
  ms: number
  next: number
  work: () => unknown
}

/**
 * A clock that stands still until it is moved. It moves in steps, and at the end of each does once what has come due
 * since, however often that would have been: what looks every ten seconds looks once a step.
 */
export class SteppedClock implements Clock {
  #now: number
  readonly #step: number
  readonly #repeated = new Set<Repeated>()

  /** `step` in milliseconds; steps end where they would if they began in 1970. */
  constructor(begin: number, step: number) {
    this.#now = begin
    this.#step = step
  }

  now(): number {
    return this.#now
  }

  every(ms: number, work: () => unknown): () => void {
    const one = { ms, next: this.#now + ms, work }
    this.#repeated.add(one)
    return () => this.#repeated.delete(one)
  }

  /** Moves to this moment, waiting for the work of each step. */
  async to(moment: number): Promise<void> {
    while (this.#now < moment) {
      this.#now = Math.min(moment, (Math.floor(this.#now / this.#step) + 1) * this.#step)
      for (const one of this.#repeated) {
        if (one.next > this.#now) continue
        one.next += Math.ceil((this.#now - one.next + 1) / one.ms) * one.ms
        await one.work()
      }
    }
  }
}
