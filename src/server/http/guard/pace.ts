/**
 * Judges whether bytes keep moving: so many must in each while, else whoever should send or take them is too slow. What
 * has been handed over and lies `waiting` in the connection may take the time that it needs at this rate.
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

  /** It is us who are waited for. */
  rest(now: number, moved: number): void {
    this.#since = now
    this.#moved = moved
  }

  isTooSlow(now: number, moved: number, waiting = 0): boolean {
    if (moved - this.#moved >= this.#perMs * this.#patienceMs) this.rest(now, moved)
    return now - this.#since > this.#patienceMs + waiting / this.#perMs
  }
}
