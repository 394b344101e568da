import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { answerAndEnd } from './broken.ts'
import { Pace } from './pace.ts'

export interface Patience {
  /** limit for the headers, and for a body or answer that does not move */
  slowMs: number
  /** least rate that even a bad line reaches */
  bytesPerSecond: number
}

export const PATIENCE: Patience = { slowMs: 20_000, bytesPerSecond: 2048 }

/** Checks within one interval. */
const LOOKS = 4

/** Progress of one request: its body coming in, and its answer going out. */
class Exchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #socket: Socket
  readonly #coming: Pace
  readonly #going: Pace

  constructor(request: IncomingMessage, response: ServerResponse, { slowMs, bytesPerSecond }: Patience, now: number) {
    this.#request = request
    this.#response = response
    this.#socket = request.socket
    this.#coming = new Pace(bytesPerSecond, slowMs, now)
    this.#going = new Pace(bytesPerSecond, slowMs, now)
    this.#coming.rest(now, this.#socket.bytesRead)
    this.#going.rest(now, this.#delivered())
  }

  /** Bytes that the client has received, or that have at least left this process. */
  #delivered(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  judge(now: number): void {
    if (this.#bodyIsSlow(now)) answerAndEnd(this.#socket, 408, !this.#response.headersSent)
    else if (this.#answerIsSlow(now)) this.#socket.destroy()
  }

  /** True if the client is slow: it has not finished its body, and we have read all that has arrived. */
  #bodyIsSlow(now: number): boolean {
    const { complete, readableLength } = this.#request
    const read = this.#socket.bytesRead
    if (!complete && readableLength === 0) return this.#coming.isTooSlow(now, read)
    this.#coming.rest(now, read)
    return false
  }

  #answerIsSlow(now: number): boolean {
    const waiting = this.#socket.writableLength
    if (waiting > 0) return this.#going.isTooSlow(now, this.#delivered(), waiting)
    this.#going.rest(now, this.#delivered())
    return false
  }
}

/**
 * Ends connections whose body or answer barely moves: otherwise an attacker could keep thousands of them open
 * (Slowloris).
 */
export function endSlowOnes(app: FastifyInstance, patience: Patience): void {
  const open = new Map<ServerResponse, Exchange>()
  const timer = setInterval(
    () => {
      const now = performance.now()
      for (const exchange of open.values()) exchange.judge(now)
    },
    Math.ceil(patience.slowMs / LOOKS),
  )
  timer.unref()
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    if (!(request.socket instanceof Socket)) return
    open.set(response, new Exchange(request, response, patience, performance.now()))
    const over = (): void => {
      open.delete(response)
    }
    // an answer sent early may leave a body that the client is still sending
    response.once('close', () => (request.complete ? over() : request.once('close', over)))
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
