import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerAndEnd } from './broken.ts'
import { Refusal } from '../../answer/refusal.ts'

/** Browsers open six connections each, and an agency has hundreds of users. */
export const CONNECTIONS = 5000
/** One address may hold a quarter of the connections: a whole agency may share one address. */
const SHARE = 4

/**
 * Limits connections in total, and for each address. Behind a proxy all connections come from the proxy's address, so
 * only the total applies.
 */
export function boundConnections(app: FastifyInstance, most: number, behindProxy: boolean): void {
  app.server.maxConnections = most
  if (!behindProxy) boundAddresses(app, Math.ceil(most / SHARE))
}

function boundAddresses(app: FastifyInstance, most: number): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) answerAndEnd(socket, 503)
  })
}

/** Refuses upgrades to other protocols. An offer of HTTP/2 (h2c) is ignored and answered over HTTP/1.1. */
export function refuseUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.upgrade !== undefined && !/^h2c$/i.test(headers.upgrade)) throw new Refusal(400, '不支持切换到其他协议')
  })
}
