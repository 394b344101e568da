import { request } from 'node:http'
import type { BrowserContext, Route } from 'playwright-core'

/**
 * The server of a demonstration, which answers for hosts that nobody has. It is no way into the own network: pages of
 * such hosts come from this port of this machine, by their host's name, and nothing else does.
 */
export interface StandIn {
  /** how the names of the hosts end: `.example` */
  suffix: string
  port: number
}

const HERE = '127.0.0.1'
const STANDARD: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Whether an address belongs to a made-up host. An address with a port or a name and password does not. */
export function stands(suffix: string, address: string | URL): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && url.protocol in STANDARD && url.host.endsWith(suffix) && url.username === ''
}

interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const pageOf = ({ hostname, pathname, search }: URL, port: number): Promise<Page> =>
  new Promise((resolve, reject) => {
    const path = `/${hostname}${pathname}${search}`
    const asked = request({ host: HERE, port, path, agent: false }, found => {
      const parts: Buffer[] = []
      found.on('data', (part: Buffer) => parts.push(part))
      found.once('error', reject)
      found.once('end', () => {
        const headers = Object.entries(found.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        resolve({ status: found.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(parts) })
      })
    })
    asked.once('error', reject)
    asked.end()
  })

const UNKNOWN = 502

async function fulfil(route: Route, port: number, reached: Map<string, string>): Promise<void> {
  const url = new URL(route.request().url())
  const page = await pageOf(url, port).catch(() => undefined)
  if (!page || page.status === UNKNOWN) return route.abort('namenotresolved')
  reached.set(`${url.hostname}:${url.port || (STANDARD[url.protocol] ?? '')}`, HERE)
  return route.fulfill(page)
}

/** Requests of this browser to made-up hosts are answered by the stand-in; all others take the proxy as always. */
export const standFor = (
  context: BrowserContext,
  { suffix, port }: StandIn,
  reached: Map<string, string>,
): Promise<unknown> =>
  context.route(
    url => stands(suffix, url),
    route => fulfil(route, port, reached),
  )
