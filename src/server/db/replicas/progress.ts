/** A place in PostgreSQL's log, from its text ('16/B374D848'). */
export function placeOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

interface Sample {
  place: bigint
  at: number
}

/**
 * How far the primary had come at which moment of this process's clock. So the lag of a replica is found without the
 * clock of any machine, and one that is at rest with its primary has none, however long ago the last change was.
 */
export class Progress {
  readonly #most: number
  #samples: Sample[] = []

  /** `most`: milliseconds that are remembered at least */
  constructor(most: number) {
    this.#most = most
  }

  note(place: bigint, at: number): void {
    // a log that begins again is another database's, which took the place of the first
    this.#samples = this.#samples.filter(one => one.place <= place)
    const second = this.#samples[1]
    if (second && at - second.at > this.#most) this.#samples.shift()
    if (this.#samples.at(-1)?.place !== place) this.#samples.push({ place, at })
  }

  /** For how many milliseconds the primary has been further; infinite where it is not known to have been there. */
  lag(place: bigint, now: number): number {
    const reached = this.#samples.findLastIndex(one => one.place <= place)
    if (reached === -1) return Infinity
    const next = this.#samples[reached + 1]
    return next === undefined ? 0 : now - next.at
  }
}
