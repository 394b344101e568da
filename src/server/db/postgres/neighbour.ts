import { ConnectionLost } from './lost.ts'
import { NamedClient } from './named-client.ts'
import { standingOf, type Lineage, type Standing } from './standing.ts'

/** Which primary the data is of that it holds: the row that copies carry along, see db/replicas/incarnation.ts. */
const CARRIED = 'select system, timeline from sys_primary'

const TAG = 'wangjian: neighbour'

/** A machine that is named beside the one in use: what it says of itself, over a connection that is kept. */
export class Neighbour {
  readonly address: string
  readonly #patience: number
  #client: NamedClient | undefined

  constructor(address: string, patience: number) {
    this.address = address
    this.#patience = patience
  }

  /** `carried`: which primary its data is of. Fails where it does not answer in time. */
  async look(): Promise<{ standing: Standing; carried: Lineage | undefined }> {
    try {
      const client = await this.#connected()
      const standing = await standingOf(statement => client.query(statement))
      const { rows } = await client.query<Lineage>(CARRIED).catch(() => ({ rows: [] }))
      return { standing, carried: rows[0] }
    } catch (error) {
      this.close()
      throw error
    }
  }

  async #connected(): Promise<NamedClient> {
    if (this.#client) return this.#client
    const [connectionTimeoutMillis, query_timeout] = [this.#patience, this.#patience]
    const client = new NamedClient({ connectionString: this.address, connectionTimeoutMillis, query_timeout }, TAG)
    client.on('error', () => this.close())
    await client.connect()
    this.#client = client
    return client
  }

  close(): void {
    this.#client?.cut(new ConnectionLost(false))
    this.#client = undefined
  }
}
