/**
 * The backend of the benchmark: the calls of the specification that lab/load/config makes, on loopback.
 * Our server stands in front of it (UPSTREAM_API) exactly as in production; so does the hand-written page's.
 * BENCH_ROWS=<url> reads the rows from there (the server of bench-peers) instead of making them.
 * usage: tsx lab/load/upstream.ts [port]
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { rowAt, rowsOf, TOTAL, type ListName } from './rows.ts'

const USER = {
  id: '1',
  username: 'bench',
  nickName: 'Bench',
  customerId: 'bench',
  areaCode: '110000',
  userLevel: 1,
  sysCustomer: { customerId: 'bench', areaName: 'Bench' },
  sysOrg: { orgId: '1', orgName: 'Bench' },
  sysRoles: [{ code: 'staff', name: 'Staff' }],
  sysArea: { areaCode: '110000', areaName: 'North', areaLevel: 1 },
}
const entry = (id: string, title: string, url: string, subMenus: object[] = []): object => ({
  id,
  name: title,
  url,
  path: url,
  css: subMenus.length > 0 ? 'database' : '',
  hidden: false,
  meta: { title },
  subMenus,
})
const MENUS = [
  entry('bench', 'Shop', '', [
    entry('bench.orders', 'Orders', '/bench/orders'),
    entry('bench.products', 'Products', '/bench/products'),
    entry('bench.form', 'New product', '/bench/form'),
    entry('bench.columns12', '12 columns', '/bench/columns12'),
    entry('bench.columns60', '60 columns', '/bench/columns60'),
  ]),
]
const AREAS = ['North', 'South', 'East', 'West', 'Centre'].map((areaName, i) => ({
  areaCode: `${11 + i}0000`,
  areaName,
  areaLevel: 1,
}))

interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
}
const ok = (data: unknown): string => JSON.stringify({ resultCode: '0', resultMsg: '', data })
const kept = new Map<string, string>()

async function list(name: ListName, body: Record<string, unknown>): Promise<string> {
  const page = Number(body['pageNo'] ?? 1)
  const size = Math.min(5000, Number(body['pageRowNo'] ?? 20))
  const key = `${name} ${page} ${size}`
  if (kept.size > 200) kept.clear()
  // making rows is not what is measured: a page is made once
  if (!kept.has(key)) kept.set(key, await readRows(name, page, size))
  return kept.get(key) ?? ''
}

async function readRows(name: ListName, page: number, size: number): Promise<string> {
  const from = process.env['BENCH_ROWS']
  if (!from) return ok({ totalRecord: TOTAL, list: rowsOf(name, page, size) })
  const answer = await fetch(`${from}/api/${name}?page=${page}&pageSize=${size}`)
  return answer.text()
}

async function answer({ path, body }: Asked): Promise<string> {
  const bench = /^\/api(?:-im)?\/bench\/(orders|products|offers|sheets)\/(\w+)$/.exec(path)
  if (bench?.[2] === 'list') return list(bench[1] as ListName, body)
  if (bench?.[2] === 'queryOne') return ok(rowAt(bench[1] as ListName, Number(body['id'] ?? 1) - 1))
  if (bench) return ok({ id: '1' })
  if (path === '/api-auth/oauth/user/token') return ok({ access_token: 'bench-token' })
  if (path === '/api-auth/oauth/userinfo') return ok(USER)
  if (path === '/api-user/menus/current') return ok(MENUS)
  if (/^\/api(-im)?\/pub\/area\/list$/.test(path)) return ok(body['areaCode'] ? [] : AREAS)
  return JSON.stringify({ resultCode: '404', resultMsg: `no such call: ${path}` })
}

async function read(request: IncomingMessage): Promise<Asked> {
  let text = ''
  for await (const piece of request) text += String(piece)
  const path = new URL(request.url ?? '/', 'http://upstream').pathname.replace(/^\/prod-api/, '')
  return { method: request.method ?? 'GET', path, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(text)
}

const server = createServer((request, response) => {
  read(request)
    .then(answer)
    .then(
      text => reply(response, 200, text),
      (cause: unknown) => reply(response, 500, JSON.stringify({ resultCode: '500', resultMsg: String(cause) })),
    )
})
server.keepAliveTimeout = 60_000
const port = Number(process.argv[2] ?? process.env['PORT'] ?? 0)
server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening ${typeof address === 'object' && address ? address.port : port}`)
})
