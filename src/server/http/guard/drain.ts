import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { failure } from '../../answer/envelope.ts'

export interface Drain {
  /** how long /healthz reports the shutdown while requests are still served, so that a load balancer can react */
  announceMs: number
  /** how long requests in progress may take after that */
  limitMs: number
}

/** Shutdown without waiting, for tests. */
export const AT_ONCE: Drain = { announceMs: 0, limitMs: 0 }

/** Requests that have not been answered yet. */
class InFlight {
  readonly #open = new Set<ServerResponse>()
  #whenNone: (() => void) | undefined

  add(response: ServerResponse): void {
    this.#open.add(response)
    const over = (): void => {
      if (this.#open.delete(response) && this.#open.size === 0) this.#whenNone?.()
    }
    response.once('finish', over).once('close', over)
  }

  none(limitMs: number): Promise<void> {
    return new Promise(resolve => {
      const limit = setTimeout(resolve, limitMs)
      this.#whenNone = () => {
        clearTimeout(limit)
        resolve()
      }
      if (this.#open.size === 0) this.#whenNone()
    })
  }
}

/**
 * Graceful shutdown: announces it, then stops accepting connections and finishes requests in progress; the rest is cut.
 */
export function drainAtEnd(app: FastifyInstance, { announceMs, limitMs }: Drain): void {
  const inFlight = new InFlight()
  let isEnding = false
  app.addHook('onRequest', async (request, reply) => {
    inFlight.add(reply.raw)
    if (!isEnding) return
    reply.header('connection', 'close')
    if (request.routeOptions.url !== '/healthz') return
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .send({ status: 'draining', ...failure('resultCode', 503, '服务正在停止 / draining') })
  })
  app.addHook('preClose', async () => {
    isEnding = true
    if (!app.server.listening) return
    if (announceMs > 0) await new Promise(resolve => setTimeout(resolve, announceMs))
    app.server.close()
    await inFlight.none(limitMs)
  })
}
