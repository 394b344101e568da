import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** For all connections of one server. */
export const tagOf = (): string => `wangjian ${randomBytes(4).toString('hex')}`

/** By its name the database's own list of connections knows it, also through a pooler that stands between. */
export class NamedClient extends pg.Client {
  static #count = 0
  readonly label: string
  constructor(config: pg.ClientConfig, tag: string) {
    const label = `${tag} ${++NamedClient.#count}`
    super({ ...config, application_name: label })
    this.label = label
  }

  /** Nothing of it is waited for: `end` would ask the other side. */
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
