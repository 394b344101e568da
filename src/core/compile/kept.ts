import type { Reads } from '../overlay/reads.ts'
import type { Resolver } from '../overlay/resolve.ts'

/** What is made of the resolver's answers, by keys: an edit leaves what it does not reach as it was. */
export class Kept<T> {
  readonly #resolver: Resolver
  readonly #made: Map<string, { made: T; reads: Reads<Resolver> }>

  constructor(resolver: Resolver, before?: Kept<T>) {
    this.#resolver = resolver
    this.#made = new Map([...(before ? before.#made : [])].filter(([, { reads }]) => resolver.reads.areStill(reads)))
  }

  /** `make` may follow from the code, from the key and from what it asks of the resolver, and from nothing else. */
  get(key: string, make: () => T): T {
    let found = this.#made.get(key)
    if (!found) this.#made.set(key, (found = this.#resolver.reads.watched(make)))
    return found.made
  }
}
