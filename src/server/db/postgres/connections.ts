import type pg from 'pg'
import { Unreachable } from '../../answer/unavailable.ts'
import { isLong } from '../limits.ts'
import type { NamedClient } from './named-client.ts'
import type { Primary } from './primary.ts'
import type { ConnectionWatch } from './watch.ts'

/** What a pool lends. */
export interface Connection {
  query(text: string, values: readonly unknown[], name?: string): Promise<unknown>
  release(broken?: boolean): void
}

/** `first`: the statement that will be sent first. */
export interface Lender {
  connect(first: string): Promise<Connection>
  end(): Promise<void>
}

/** A pool whose connections the Watch observes; with a `primary`, none that leads to a former one is used. */
export class Connections implements Lender {
  #pool: pg.Pool
  #watch: ConnectionWatch
  #primary: Primary | undefined

  constructor(pool: pg.Pool, watch: ConnectionWatch, primary?: Primary) {
    this.#pool = pool
    this.#watch = watch
    this.#primary = primary
    watch.over(pool)
  }

  async connect(first: string): Promise<Connection> {
    this.#watch.admit(first, isLong(first))
    const client = await this.#client()
    let takesTime = false
    return {
      query: async (text, values, name) => {
        takesTime ||= isLong(text)
        this.#primary?.check(client)
        return this.#watch.ask({ client: client as unknown as NamedClient, text, takesTime }, () =>
          client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) }),
        )
      },
      release: broken => client.release(broken),
    }
  }

  async #client(): Promise<pg.PoolClient> {
    const primary = this.#primary
    if (!primary)
      return this.#pool.connect().catch((error: Error) => {
        throw new Unreachable(error)
      })
    for (;;) {
      const client = await primary.connected(() => this.#pool.connect())
      if (!primary.isFormer(client)) return client
      client.release(true)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
