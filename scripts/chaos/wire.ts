import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between server and database that can fall silent: data is neither answered nor refused. */
export class Wire {
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server: Server
  #isSilent = false
  port = 0

  private constructor(to: number) {
    this.#server = createServer(near => {
      const far = connect(to, '127.0.0.1')
      const pair: [Socket, Socket] = [near, far]
      this.#pairs.add(pair)
      near.on('data', data => far.write(data))
      far.on('data', data => near.write(data))
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => {})
        one.on('close', () => {
          other.destroy()
          this.#pairs.delete(pair)
        })
      }
      if (this.#isSilent) this.#hush(pair)
    })
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port)
    await new Promise<void>(resolve => wire.#server.listen(0, '127.0.0.1', resolve))
    const address = wire.#server.address()
    wire.port = typeof address === 'object' && address ? address.port : 0
    return wire
  }

  #hush(pair: [Socket, Socket]): void {
    for (const socket of pair) socket.removeAllListeners('data').pause()
  }

  /** Drops all data of the current connections for good, like a firewall that has forgotten them; new ones work. */
  forget(share = 1): void {
    for (const pair of [...this.#pairs].slice(0, Math.ceil(this.#pairs.size * share))) this.#hush(pair)
  }

  /** Drops the data of all connections, old and new. */
  silence(): void {
    this.#isSilent = true
    this.forget()
  }

  flow(): void {
    this.#isSilent = false
  }

  close(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    this.#server.close()
  }
}
