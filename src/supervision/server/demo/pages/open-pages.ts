import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Services } from '../../../../server/call/context.ts'
import type { Log } from '../../../../server/product/product.ts'
import { probe, type Probe } from '../../probe/probe.ts'
import { readPage, type ReadPage } from '../../probe/read-page.ts'
import { stands } from '../../capture/stand-in.ts'
import { demoPage, type PageSource } from './find-page.ts'
import type { SoldGoods } from './shop-page.ts'

/** Names that no name server ever knows (RFC 2606): only for these may made-up pages be shown. */
const NOBODYS = /^\.(example|test|invalid)$/

/** Made-up pages must not run anything, wherever they are opened. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'x-content-type-options': 'nosniff',
}

/** GET /<host>/… with what that host answers; 502 for hosts that nobody has. */
async function answer(source: PageSource, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const [, host = ''] = (asked.url ?? '').split(/[/?#]/)
  const page = asked.method === 'GET' ? await demoPage(source, host) : undefined
  if (!page) return void reply.writeHead(502).end()
  reply.writeHead(page.status, HEADERS).end(page.html)
}

/** Probes the made-up hosts by their pages, and every other host as always. */
const probeWith =
  (source: PageSource, suffix: string, others: Probe): Probe =>
  async url => {
    if (!stands(suffix, url)) return others(url)
    const page = await demoPage(source, new URL(url).hostname)
    return page
      ? { ok: page.status === 200, status: page.status }
      : { ok: false, status: null, problem: '域名无法解析' }
  }

/** Reads the pages of made-up hosts, and every other as always. */
const readWith =
  (source: PageSource, suffix: string, others: ReadPage): ReadPage =>
  async url => {
    if (!stands(suffix, url)) return others(url)
    const page = await demoPage(source, new URL(url).hostname)
    return page
      ? { ok: page.status === 200, status: page.status, text: page.html }
      : { ok: false, status: null, problem: '域名无法解析', text: '' }
  }

/**
 * Shows the pages of the demonstration's carriers to captures and probes, from a server of its own on the loopback
 * interface. `suffix`: how the names of made-up hosts end; `trades`: what is sold where a record lists no goods.
 * Returns what stops it.
 */
export async function openPages(
  services: Services,
  { suffix, trades }: { suffix: string; trades: readonly SoldGoods[] },
  log: Log,
): Promise<() => Promise<void>> {
  if (!NOBODYS.test(suffix)) throw new Error(`${suffix}: 演示网页只能用没有人的域名 / names of others are not shown`)
  const source: PageSource = { db: services.db, entities: () => services.entities(), trades }
  const server = createServer((asked, reply) => {
    answer(source, asked, reply).catch((error: unknown) => {
      log.error(`演示网页 / pages of the demonstration: ${String(error)}`)
      reply.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const place = server.address()
  services.standIn = { suffix, port: typeof place === 'object' && place ? place.port : 0 }
  services.probe = probeWith(source, suffix, services.probe ?? (url => probe(url)))
  services.readPage = readWith(source, suffix, services.readPage ?? (url => readPage(url)))
  return () =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
