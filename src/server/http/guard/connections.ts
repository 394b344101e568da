import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerAndEnd } from './broken.ts'
import { Refusal } from '../../answer/refusal.ts'

/** An agency's browsers open six each. */
export const CONNECTIONS = 5000
/** A whole agency may stand behind one address. */
const SHARE = 4

/**
 * So many connections at once, and from one address a part of them. Behind a proxy every connection has the proxy's
 * address, which then counts for itself.
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

/** HTTP is all that is spoken here. Who only offers a newer HTTP is answered in this one. */
export function refuseUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.upgrade !== undefined && !/^h2c$/i.test(headers.upgrade)) throw new Refusal(400, '不支持切换到其他协议')
  })
}
