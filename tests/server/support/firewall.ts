import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * What stands between a server and its database, and may forget a connection: it stays open, and nothing comes through
 * any more.
 */
export class Firewall {
  url = ''
  #to: URL
  #server: Server
  #flows = new Set<{ near: Socket; far: Socket; isForgotten: boolean }>()

  constructor(to: string) {
    this.#to = new URL(to)
    this.#server = createServer(near => this.#pass(near))
  }

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.#to)
    url.port = String((this.#server.address() as AddressInfo).port)
    this.url = url.href
    return this
  }

  /** All connections there are, or the first of them; new ones come through. */
  forget(most = Infinity): number {
    const open = [...this.#flows].filter(flow => !flow.isForgotten).slice(0, most)
    for (const flow of open) flow.isForgotten = true
    return open.length
  }

  get remembered(): number {
    return [...this.#flows].filter(flow => !flow.isForgotten).length
  }

  async stop(): Promise<void> {
    for (const { near, far } of this.#flows) {
      near.destroy()
      far.destroy()
    }
    await new Promise(resolve => this.#server.close(resolve))
  }

  #pass(near: Socket): void {
    const far = connect({ port: Number(this.#to.port), host: this.#to.hostname })
    const flow = { near, far, isForgotten: false }
    this.#flows.add(flow)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', data => {
        if (!flow.isForgotten) to.write(data)
      })
      from.on('error', () => {})
      // what the one side says of the end does not come through either
      from.on('close', () => {
        if (!flow.isForgotten) to.destroy()
        if (near.destroyed && far.destroyed) this.#flows.delete(flow)
      })
    }
  }
}
