import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

interface Flow {
  near: Socket
  far: Socket
  isForgotten: boolean
  /** what the server has sent since its last commit */
  sent: string
  /** the answer to what was sent last does not come through: the connection ends instead */
  isCut: boolean
}

/** COMMIT as PostgreSQL's protocol has it. */
export const COMMIT = 'Q\0\0\0\x0bcommit\0'

/** A transaction is searched for a text so far back. */
const LETTERS = 1_000_000

interface Cut {
  /** in what a transaction has sent */
  holding: string
  /** the database has committed and its answer is lost, or it never hears of the commit */
  lost: 'answer' | 'question'
  left: number
  /** once it has happened */
  whenCut(): void
}

/**
 * What stands between a server and its database. It may forget a connection, which stays open while nothing comes
 * through any more, and end one just when a transaction commits.
 */
export class Firewall {
  url = ''
  /** connections that were ended at a commit */
  cuts = 0
  #to: URL
  #server: Server
  #flows = new Set<Flow>()
  #cut: Cut | undefined

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

  /** Ends the next connections that commit a transaction which has sent this text. */
  cutCommits(holding: string, lost: Cut['lost'], { times = 1, whenCut = () => {} } = {}): void {
    this.#cut = { holding: Buffer.from(holding).toString('latin1'), lost, left: times, whenCut }
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

  /** Whether what the server sends goes on to the database. */
  #asked(flow: Flow, data: Buffer): boolean {
    if (!this.#cut) return true
    flow.sent = flow.sent.slice(-LETTERS) + data.toString('latin1')
    if (!flow.sent.endsWith(COMMIT)) return true
    const isMeant = this.#cut.left > 0 && flow.sent.includes(this.#cut.holding)
    flow.sent = ''
    if (!isMeant) return true
    this.#cut.left--
    flow.isCut = true
    if (this.#cut.lost === 'answer') return true
    this.#end(flow)
    return false
  }

  #end({ near, far }: Flow): void {
    this.cuts++
    this.#cut?.whenCut()
    near.destroy()
    far.destroy()
  }

  #pass(near: Socket): void {
    const far = connect({ port: Number(this.#to.port), host: this.#to.hostname })
    const flow: Flow = { near, far, isForgotten: false, sent: '', isCut: false }
    this.#flows.add(flow)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', data => {
        if (from === far && flow.isCut) this.#end(flow)
        else if (!flow.isForgotten && (from === far || this.#asked(flow, data))) to.write(data)
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
