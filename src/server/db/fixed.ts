import { createHash } from 'node:crypto'
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

const MARK = '/* fixed */ '
/**
 * Begins a statement that finds its rows by the same index whatever its values are. To plan it takes longer than to answer
 * it, so a connection plans it once.
 */
export const FIXED = sql.raw(MARK)

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

/** Connections that plan for the values of each statement, and others that plan once. Within a transaction all is asked of one. */
export class PlanningPool implements PostgresPool {
  readonly options = {}
  #ordinary: Pool
  #fixed: Pool
  #names = new Names()

  constructor(ordinary: Pool, fixed: Pool) {
    this.#ordinary = ordinary
    this.#fixed = fixed
  }

  /** Which connection it is shows when the first statement comes. */
  connect(): Promise<PostgresPoolClient> {
    let held: Promise<PoolClient> | undefined
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      const name = held === undefined && text.startsWith(MARK) ? this.#names.of(text) : undefined
      if (name !== undefined) {
        try {
          return await this.#fixed.query({ name, text, values: [...values] })
        } catch (error) {
          if ((error as { code?: unknown }).code !== STALE) throw error
        }
      }
      held ??= this.#ordinary.connect()
      return (await held).query(text, [...values])
    }
    const release = (broken?: boolean): void => { held?.then(client => client.release(broken), () => undefined) }
    return Promise.resolve({ query, release } as PostgresPoolClient)
  }

  async end(): Promise<void> {
    await Promise.all([this.#ordinary.end(), this.#fixed.end()])
  }
}
