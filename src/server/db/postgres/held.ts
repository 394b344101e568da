import { ticks } from '../../time/ticks.ts'
import { TableHeld } from './lost.ts'
import type { ConnectionState } from './look.ts'

interface Waiting {
  client: { label: string }
  text: string
  since: number
  takesTime: boolean
}

/** statements that may wait for one locked table; further ones are refused, so that they do not use up the pool */
const EACH = 2

const needs = (table: string): RegExp =>
  new RegExp(`\\b(?:from|join|into|update|using|table)\\s+"?${table.replace(/\W/g, '\\$&')}"?(?![\\w"])`, 'i')

/**
 * Tables that other transactions have locked, as of the last look. Statements on these tables are refused when too many
 * wait, so that requests for other tables still find a free connection.
 */
export class Held {
  #tables = new Map<string, RegExp>()
  #first: { asked: Waiting; from: number } | undefined
  #places: number
  #patience: number

  /**
   * `places`: how many statements may wait for locks at all, once the first of them has waited for `patience`
   * milliseconds. Until then the lock is handed on from one to the next, and each of them gets it.
   */
  constructor(places: number, patience: number) {
    this.#places = places
    this.#patience = patience
  }

  isEmpty(): boolean {
    return this.#tables.size === 0
  }

  admit(text: string, waiting: Iterable<Waiting>): void {
    for (const table of this.#tables.values()) {
      if (table.test(text) && [...waiting].filter(one => table.test(one.text)).length >= EACH)
        throw new TableHeld('Others wait for the same table already')
    }
  }

  /**
   * Stores what a look found. Returns the statements to cancel: the latest beyond the limits, but never the server's
   * own long work. `now`: milliseconds of the monotonic clock.
   */
  tooMany<T extends Waiting>(asked: Iterable<T>, seen: ReadonlyMap<string, ConnectionState>, now = ticks()): T[] {
    const waiting = [...asked].filter(one => seen.get(one.client.label)?.isWaiting).sort((a, b) => a.since - b.since)
    if (this.#first?.asked !== waiting[0]) this.#first = waiting[0] && { asked: waiting[0], from: now }
    const isStuck = this.#first !== undefined && now - this.#first.from >= this.#patience
    const tables = new Set(waiting.flatMap(one => seen.get(one.client.label)?.tables ?? []))
    this.#tables = new Map([...tables].map(table => [table, needs(table)]))
    const perTable = new Map<string, number>()
    return waiting
      .filter(one => !one.takesTime)
      .filter((one, at) => {
        const wanted = seen.get(one.client.label)?.tables ?? []
        for (const table of wanted) perTable.set(table, (perTable.get(table) ?? 0) + 1)
        return (isStuck && at >= this.#places) || wanted.some(table => (perTable.get(table) ?? 0) > EACH)
      })
  }
}
