import { createHash } from 'node:crypto'
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Connection, Lender } from './connections.ts'
import { isCut } from './lost.ts'

const MARK = '/* prepared */ '
/**
 * Begins a statement that finds its rows by the same index whatever its values are. To plan it takes longer than to
 * answer it, so a connection plans it once.
 */
export const PREPARED = sql.raw(MARK)

/** A plan takes a third of a megabyte in each connection: only what is asked often gets one, and only so many. */
const OFTEN = 3
const MOST = 100
const REMEMBERED = 1000

/** A column has another type since the plan was made: the pool gives the connection up, and the plan with it. */
const STALE = '0A000'

class Names {
  #asked = new Map<string, number>()
  #names = new Map<string, string>()

  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= MOST) return name
    if (this.#asked.size >= REMEMBERED) this.#asked.clear()
    const times = (this.#asked.get(text) ?? 0) + 1
    this.#asked.set(text, times)
    if (times >= OFTEN) this.#names.set(text, createHash('sha256').update(text).digest('hex').slice(0, 32))
    return this.#names.get(text)
  }
}

/** What can be asked twice: it changes nothing. */
const HARMLESS = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|begin|start transaction)\b/i

/** Milliseconds that statements under way get, once the pool ends and when the server is told to; then `cut`. */
interface Farewell {
  within: number
  hasten: number
  cut(): void
}

/**
 * Connections that plan for the values of each statement, and others that plan once. Within a transaction all is asked
 * of one.
 */
export class PreparingPool implements PostgresPool {
  readonly options = {}
  #ordinary: Lender
  #prepared: Lender
  #names = new Names()
  #farewell: Farewell | undefined

  constructor(ordinary: Lender, prepared: Lender, farewell?: Farewell) {
    this.#ordinary = ordinary
    this.#prepared = prepared
    this.#farewell = farewell
  }

  /** Which connection it is shows when the first statement comes. */
  connect(): Promise<PostgresPoolClient> {
    let held: Promise<Connection> | undefined
    const first = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      held = this.#ordinary.connect(text)
      return (await held).query(text, values)
    }
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (held !== undefined) return (await held).query(text, values)
      const name = text.startsWith(MARK) ? this.#names.of(text) : undefined
      if (name !== undefined) {
        try {
          return await this.#byName(text, values, name)
        } catch (error) {
          if ((error as { code?: unknown }).code !== STALE && !isCut(error)) throw error
        }
      }
      try {
        return await first(text, values)
      } catch (error) {
        // a connection that broke while it was idle must not fail a request: ask again over another one
        if (!isCut(error) || !HARMLESS.test(text)) throw error
        release(true)
        return first(text, values)
      }
    }
    const release = (broken?: boolean): void => {
      held?.then(
        connection => connection.release(broken),
        () => undefined,
      )
      held = undefined
    }
    return Promise.resolve({ query, release } as PostgresPoolClient)
  }

  async #byName(text: string, values: readonly unknown[], name: string): Promise<unknown> {
    const connection = await this.#prepared.connect(text)
    let failed = true
    try {
      const answer = await connection.query(text, values, name)
      failed = false
      return answer
    } finally {
      connection.release(failed)
    }
  }

  /** The server ends: background work under way gets a while to finish, even if the database does not answer. */
  hasten(): void {
    const { hasten, cut } = this.#farewell ?? {}
    if (cut) setTimeout(cut, hasten).unref()
  }

  /** Statements under way finish first; a connection that does not answer must not hold up the end. */
  async end(): Promise<void> {
    const ended = Promise.all([this.#ordinary.end(), this.#prepared.end()])
    if (!this.#farewell) return void (await ended)
    const { within, cut } = this.#farewell
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      ended,
      new Promise(resolve => {
        timer = setTimeout(resolve, within)
      }),
    ])
    clearTimeout(timer)
    cut()
  }
}
