import { randomBytes } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** Common beginning of the application names of all connections of this process. */
export const TAG = `wangjian ${randomBytes(4).toString('hex')}`

/** Its application name identifies the connection in pg_stat_activity, even behind a connection pooler. */
export class NamedClient extends pg.Client {
  static #count = 0
  readonly label: string
  constructor(config: pg.ClientConfig, tag: string) {
    const label = `${tag} ${++NamedClient.#count}`
    super({ ...config, application_name: label })
    this.label = label
  }

  /** Destroys the socket at once; `end` would wait for the other side. */
  cut(error: Error): void {
    this.#stream.destroy(error)
  }

  get heard(): number {
    return this.#stream.bytesRead
  }

  get #stream(): { destroy(error: Error): void; bytesRead: number } {
    return (this as unknown as { connection: { stream: { destroy(error: Error): void; bytesRead: number } } })
      .connection.stream
  }
}

/** A database on this connection alone. */
export function poolOf(client: NamedClient): PostgresPool {
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => client.query(text, [...values])
  const lent = { query, release: () => undefined } as PostgresPoolClient
  return { options: {}, connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
}
