/** A question about a project, with the answer that something was made of. */
export interface Read<By = unknown> {
  /** asks it of another project */
  again(by: By): unknown
  answer: unknown
  isSame(one: unknown, other: unknown): boolean
}
export type Reads<By> = ReadonlySet<Read<By>>

/**
 * Notes what is asked while something is made, so that it need not be made again where a later project answers the
 * same. Whoever answers (the resolver) puts each question here once.
 */
export class ReadLog<By> {
  readonly #by: By
  readonly #asked = new Map<string, Read<By>>()
  #earlier: ReadonlyMap<string, Read<By>> | undefined
  readonly #still = new Map<Read<By>, boolean>()
  #noted: Set<Read<By>> | undefined
  /** what is made now is reached by every edit: what else it asks is no matter */
  #isReachedByAll = false

  /** `before`: of an earlier project. What it answered the same is the same question. */
  constructor(by: By, before?: ReadLog<By>) {
    this.#by = by
    this.#earlier = before ? before.#asked : undefined
  }

  get isNoting(): boolean {
    return this.#noted !== undefined && !this.#isReachedByAll
  }
  note(read: Read<By>): void {
    if (this.isNoting) this.#noted?.add(read)
  }
  noteAll(reads: Reads<By>): void {
    if (this.isNoting) for (const read of reads) this.#noted?.add(read)
  }
  /** A question that every edit answers otherwise. */
  askForAll<T>(key: string, again: (by: By) => T): T {
    const answer = this.ask(key, again, Object.is)
    if (this.#noted) this.#isReachedByAll = true
    return answer
  }

  /** Makes something, and tells what was asked for it. */
  watched<T>(make: () => T): { made: T; reads: Reads<By> } {
    const [outer, wasReachedByAll] = [this.#noted, this.#isReachedByAll]
    const reads = new Set<Read<By>>()
    this.#noted = reads
    this.#isReachedByAll = false
    try {
      return { made: make(), reads }
    } finally {
      this.#noted = outer
      this.#isReachedByAll = wasReachedByAll
      this.noteAll(reads)
    }
  }

  /** Works without noting what is asked. */
  unwatched<T>(work: () => T): T {
    const outer = this.#noted
    this.#noted = undefined
    try {
      return work()
    } finally {
      this.#noted = outer
    }
  }

  /** A question of its own, whatever is asked to answer it: an edit that leaves the answer as it was reaches none. */
  ask<T>(key: string, again: (by: By) => T, isSame: (one: T, other: T) => boolean): T {
    let read = this.#asked.get(key)
    if (!read)
      read = this.read(
        key,
        again,
        this.unwatched(() => again(this.#by)),
        isSame,
      )
    this.note(read)
    return read.answer as T
  }

  /** A question that has been answered. `again` and `answer` keep nothing of this project as a whole. */
  read<T>(key: string, again: (by: By) => T, answer: T, isSame: (one: T, other: T) => boolean = Object.is): Read<By> {
    const before = this.#earlier?.get(key)
    const isStill = before !== undefined && isSame(before.answer as T, answer)
    const read = isStill ? before : { again, answer, isSame: isSame as Read<By>['isSame'] }
    this.#asked.set(key, read)
    return read
  }

  /** What an earlier project was asked is needed until everything of this one is made. */
  settled(): void {
    this.#earlier = undefined
  }

  /** Whether all of this would be answered as it was. */
  areStill(reads: Reads<By>): boolean {
    for (const read of reads) if (!this.#isStill(read)) return false
    return true
  }
  #isStill(read: Read<By>): boolean {
    let still = this.#still.get(read)
    if (still === undefined) {
      still = this.unwatched(() => read.isSame(read.again(this.#by), read.answer))
      this.#still.set(read, still)
    }
    return still
  }
}

/** In one order, too: messages list what there is. */
export const isSameSet = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean => isSameList([...one], [...other])

export const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i])

/** What a value says, with where it stands: two that say the same are the same to whoever reads them. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one)) ?? ''
