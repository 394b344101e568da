import { connect, createServer, type Server, type Socket } from 'node:net'
import { COMMIT } from '../../tests/server/support/firewall.ts'

/** A proxy between server and database that can fall silent: data is neither answered nor refused. */
export class Wire {
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server: Server
  #isSilent = false
  #everyCommit = 0
  #commits = 0
  /** connections that were ended between a commit and its answer */
  cuts = 0
  port = 0

  private constructor(to: number) {
    this.#server = createServer(near => {
      const far = connect(to, '127.0.0.1')
      const pair: [Socket, Socket] = [near, far]
      this.#pairs.add(pair)
      let isCut = false
      near.on('data', data => {
        if (data.toString('latin1').endsWith(COMMIT)) isCut = this.#isCut()
        far.write(data)
      })
      far.on('data', data => {
        if (!isCut) return near.write(data)
        this.cuts++
        return near.destroy()
      })
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

  #isCut(): boolean {
    return this.#everyCommit > 0 && ++this.#commits % this.#everyCommit === 0
  }

  /** Ends the connection at each so manieth commit, when the database has done it and before its answer comes back. */
  cutCommits(every: number): void {
    this.#everyCommit = every
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
