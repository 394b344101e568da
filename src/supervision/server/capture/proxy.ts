import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Inside, type Guard } from '../probe/guard.ts'
import { directly, type Outward } from './outward.ts'

/**
 * The only way out for the browser of a capture. Each connection is resolved, checked and opened here, to the checked
 * address itself: a name that later resolves to an internal address (DNS rebinding) gains nothing.
 */
export interface Proxy {
  port: number
  /** host:port pairs that were refused, the first hundred of them */
  refused: Set<string>
  unknown: Set<string>
  /** host:port → the IP address connected to */
  reached: Map<string, string>
  bytes(): number
  close(): void
}

/** More places than any page means. */
const MOST_PLACES = 100

/** Of answers that come from here and not from the site. */
export const REFUSED_HEADER = 'x-capture-refused'
export const UNREACHED = 'unreached'
const STANDARD_PORT = 80
/** Hop-by-hop headers are not passed on; and a site must not send our marker for refused requests. */
const HOP = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  REFUSED_HEADER,
])

const withoutHops = (raw: readonly string[]): string[] =>
  raw.flatMap((name, i) => (i % 2 === 0 && !HOP.has(name.toLowerCase()) ? [name, raw[i + 1] ?? ''] : []))

class CheckedOutlet implements Omit<Proxy, 'port' | 'bytes' | 'close'> {
  readonly refused = new Set<string>()
  readonly unknown = new Set<string>()
  readonly reached = new Map<string, string>()
  readonly #guard: Guard
  readonly #most: number
  readonly #tooMuch: () => void
  readonly #outward: Outward
  total = 0

  constructor(guard: Guard, outward: Outward, most: number, tooMuch: () => void) {
    this.#guard = guard
    this.#outward = outward
    this.#most = most
    this.#tooMuch = tooMuch
  }

  async addressFor(host: string, port: number): Promise<string | undefined> {
    const name = `${host}:${port}`
    try {
      const address = await this.#guard.addressFor(host, port)
      this.reached.set(name, address)
      return address
    } catch (error) {
      const places = error instanceof Inside ? this.refused : this.unknown
      if (places.size < MOST_PLACES) places.add(name)
      return undefined
    }
  }

  /** undefined if the address does not answer */
  connection(address: string, port: number): Promise<Socket | undefined> {
    return this.#outward(address, port).catch(() => undefined)
  }

  count(bytes: number): void {
    this.total += bytes
    if (this.total > this.#most) this.#tooMuch()
  }
}

function unreached(answer: ServerResponse): void {
  answer.writeHead(502, { [REFUSED_HEADER]: UNREACHED }).end('unreached')
}

async function forward(gate: CheckedOutlet, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : undefined
  if (url?.protocol !== 'http:') return void answer.writeHead(400).end()
  const port = Number(url.port || STANDARD_PORT)
  const address = await gate.addressFor(url.hostname, port)
  // an answer without a body would become a network error in the browser
  if (address === undefined) return void answer.writeHead(403, { [REFUSED_HEADER]: '1' }).end('refused')
  const socket = await gate.connection(address, port)
  if (!socket) return void unreached(answer)
  if (answer.destroyed) return void socket.destroy()
  const onward = ask({
    createConnection: () => socket,
    method: asked.method ?? 'GET',
    path: url.pathname + url.search,
    headers: withoutHops(asked.rawHeaders),
    setHost: false,
  })
  onward.once('response', found => {
    answer.writeHead(found.statusCode ?? 502, withoutHops(found.rawHeaders))
    found.on('data', (chunk: Buffer) => gate.count(chunk.length))
    found.once('error', () => answer.destroy())
    found.pipe(answer)
  })
  onward.once('error', () => (answer.headersSent ? answer.destroy() : unreached(answer)))
  answer.once('close', () => onward.destroy())
  asked.once('error', () => onward.destroy())
  asked.pipe(onward)
}

async function tunnel(gate: CheckedOutlet, target: string, client: Duplex, head: Buffer): Promise<void> {
  client.on('error', () => client.destroy())
  const url = URL.canParse(`http://${target}`) ? new URL(`http://${target}`) : undefined
  // URL drops default ports
  const port = Number(/:(\d+)$/.exec(target)?.[1])
  const address = url && port ? await gate.addressFor(url.hostname, port) : undefined
  if (address === undefined) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  const onward = await gate.connection(address, port)
  if (!onward) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  if (client.destroyed) return void onward.destroy()
  onward.once('error', () => client.destroy())
  onward.once('close', () => client.destroy())
  client.once('close', () => onward.destroy())
  client.write('HTTP/1.1 200 OK\r\n\r\n')
  onward.write(head)
  onward.on('data', (chunk: Buffer) => gate.count(chunk.length))
  onward.pipe(client)
  client.pipe(onward)
}

/** Listens on the loopback interface, for one capture. */
export async function startProxy(
  guard: Guard,
  most: number,
  tooMuch: () => void,
  outward: Outward = directly,
): Promise<Proxy> {
  const gate = new CheckedOutlet(guard, outward, most, tooMuch)
  const server = createServer((asked, answer) => void forward(gate, asked, answer).catch(() => answer.destroy()))
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on(
    'connect',
    (asked, client, head) => void tunnel(gate, asked.url ?? '', client, head).catch(() => client.destroy()),
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const place = server.address()
  const { refused, unknown, reached } = gate
  return {
    port: typeof place === 'object' && place ? place.port : 0,
    refused,
    unknown,
    reached,
    bytes: () => gate.total,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
