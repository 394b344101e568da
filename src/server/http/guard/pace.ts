/**
 * Tracks whether a transfer keeps moving: a minimum of bytes in each interval. Bytes `waiting` in the socket's buffer
 * count as being sent at the minimum rate.
 */
export class Pace {
  #perMs: number
  #patienceMs: number
  #moved = 0
  #since: number

  constructor(bytesPerSecond: number, patienceMs: number, now: number) {
    this.#perMs = bytesPerSecond / 1000
    this.#patienceMs = patienceMs
    this.#since = now
  }

  /** Restarts the interval: the client was waiting for us. */
  rest(now: number, moved: number): void {
    this.#since = now
    this.#moved = moved
  }

  isTooSlow(now: number, moved: number, waiting = 0): boolean {
    if (moved - this.#moved >= this.#perMs * this.#patienceMs) this.rest(now, moved)
    return now - this.#since > this.#patienceMs + waiting / this.#perMs
  }
}
