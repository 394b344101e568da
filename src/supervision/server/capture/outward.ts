import { request } from 'node:http'
import { connect, isIPv6, type Socket } from 'node:net'
import { isPublic } from '../probe/addresses.ts'

/** Opens a connection to a checked address. */
export type Outward = (address: string, port: number) => Promise<Socket>
const PATIENCE = 30_000
const STANDARD_PORT = 80

export const directly: Outward = (address, port) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    socket.once('error', reject).once('connect', () => resolve(socket.off('error', reject)))
  })

/**
 * Connects through the agency's proxy. It gets the checked IP address and never the name, because it might resolve the
 * name differently. Allowed internal addresses are reached directly.
 */
export function byProxy(proxy: URL): Outward {
  const { hostname, port: own, username, password } = proxy
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const secret =
    username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
  const through: Outward = (address, port) =>
    new Promise((resolve, reject) => {
      const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
      const asked = request({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(own || STANDARD_PORT),
        method: 'CONNECT',
        path: target,
        headers: { host: target, ...secret },
        agent: false,
        timeout: PATIENCE,
      })
      asked.once('connect', (answer, socket, head) => {
        if (answer.statusCode !== 200) {
          socket.destroy()
          return reject(new Error(`The outgoing proxy answered ${String(answer.statusCode)}`))
        }
        socket.setTimeout(0)
        if (head.length > 0) socket.unshift(head)
        resolve(socket as Socket)
      })
      asked.once('timeout', () => asked.destroy(new Error('The outgoing proxy does not answer')))
      asked.once('error', reject)
      asked.end()
    })
  return (address, port) => (isPublic(address) ? through(address, port) : directly(address, port))
}
