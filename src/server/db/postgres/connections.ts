import type pg from 'pg'
import { Unreachable } from '../../answer/unavailable.ts'
import { isLong } from '../limits.ts'
import type { NamedClient } from './named-client.ts'
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

/** A pool whose connections the Watch observes. */
export class Connections implements Lender {
  #pool: pg.Pool
  #watch: ConnectionWatch

  constructor(pool: pg.Pool, watch: ConnectionWatch) {
    this.#pool = pool
    this.#watch = watch
    watch.over(pool)
  }

  async connect(first: string): Promise<Connection> {
    this.#watch.admit(first, isLong(first))
    const client = await this.#pool.connect().catch((error: Error) => {
      throw new Unreachable(error)
    })
    let takesTime = false
    return {
      query: (text, values, name) => {
        takesTime ||= isLong(text)
        return this.#watch.ask({ client: client as unknown as NamedClient, text, takesTime }, () =>
          client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) }),
        )
      },
      release: broken => client.release(broken),
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
