import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Configuration } from '../../../src/core/index.ts'
import { compile } from '../../../src/server/config/live.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { ROOT } from '../../folders.ts'
import { upstreamApp, type UpstreamOptions } from '../../../src/server/upstream/app.ts'
import { addressIn } from '../../../src/server/upstream/client.ts'
import { menuOf } from '../../../src/server/upstream/userinfo.ts'

const USER = {
  id: 7,
  nickName: '上游用户',
  customerId: 203402,
  areaCode: '340200',
  sysCustomer: { areaName: '芜湖市' },
  sysOrg: { orgName: '芜湖局' },
  sysRoles: [{ code: 'city_admin' }],
  sysArea: { areaLevel: 2, areaCode: '340200', areaName: '芜湖市' },
}
const MENU = [{ id: 1, name: '上游菜单', url: '/dataCenter/onlineShop', css: 'shop', subMenus: [] }]

const CLIENT = { client_id: 'webApp', client_secret: 'webApp' }
const BLOCK = 1024 * 1024
const BLOCKS = 64

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** What has come through to the backend. */
const asked: string[] = []
/** Ways to write an address that someone behind might read as another one. */
const TWISTED = [
  '/../secret',
  '/a/../../secret',
  '/%2e%2e/secret',
  '/..',
  '/.',
  '/a/./b',
  '/.%2e/secret',
  '/%2E%2E%2Fsecret',
  '/..%2fsecret',
  '/..%2Fsecret',
  '/..%5csecret',
  '/..\\secret',
  '/a%2Fb',
  '/%252e%252e/secret',
  '/..%252fsecret',
  '/%25252e%25252e/secret',
  '/..;/secret',
  '/..;a=b/secret',
  '/..%3b/secret',
  '/.;/a',
  '//evil.example/x',
  '/a//b',
  '/%2f/evil.example',
  '/%00',
  '/a%00b',
  '/a%0d%0ab',
  '/a%7f',
  '/%ff',
  '/%c0%ae%c0%ae/secret',
  '/%zz',
  '/%',
  '/a%20b/%2e%2e/c',
  '/#a',
]

/** An existing backend, as far as the proxy can tell. */
/** What is about the body, and what is not its to say. */
const FORGED = {
  'content-type': 'application/json',
  server: 'secret/1.2',
  'x-powered-by': 'x',
  'content-security-policy': 'none',
  connection: 'x-hop',
  'x-hop': '1',
  etag: '"1"',
  'cache-control': 'public, max-age=9999',
  'x-content-type-options': 'any',
  'x-frame-options': 'ALLOWALL',
  'referrer-policy': 'unsafe-url',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'set-cookie': 'Token=theirs; path=/',
  'service-worker-allowed': '/',
  'clear-site-data': '"*"',
  'www-authenticate': 'Basic realm="x"',
  refresh: '0; url=https://evil.example/',
  link: '<https://evil.example/x.css>; rel=stylesheet',
  'x-own': '1',
}

const MOVED = [300, 301, 302, 303, 305, 307, 308, 399]
const JSON_TYPE = { 'content-type': 'application/json' }
interface Plain {
  status: number
  headers: Record<string, string>
  text: string
}
const PLAIN: Readonly<Record<string, Plain>> = {
  '/backend/page': { status: 503, headers: { 'content-type': 'text/html' }, text: '<h1>nginx at 10.0.0.7</h1>' },
  '/backend/fault': { status: 500, headers: JSON_TYPE, text: '{"resultCode":"500","resultMsg":"数据库错误"}' },
  '/backend/teapot': { status: 218, headers: JSON_TYPE, text: '{"resultMsg":"slow down"}' },
  ...Object.fromEntries(
    MOVED.map((status): [string, Plain] => [
      `/backend/moved/${status}`,
      { status, headers: { location: 'https://evil.example/' }, text: 'moved' },
    ]),
  ),
}

function backend(): Server {
  return createServer(async (request, response) => {
    asked.push(request.url ?? '')
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const signedIn = request.headers.authorization === 'Bearer good'
    if (request.url === '/backend/api-im/echo?x=1')
      return send(200, { method: request.method, body: await bodyOf(request), type: request.headers['content-type'] })
    if (request.url === '/backend/headers')
      return void response.writeHead(200, FORGED).end(JSON.stringify(request.headers))
    const plain = PLAIN[request.url ?? '']
    if (plain) return void response.writeHead(plain.status, plain.headers).end(plain.text)
    if (request.url === '/backend/never') return undefined
    if (request.url === '/backend/file') {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=a.bin',
      })
      for (let i = 0; i < BLOCKS; i++) if (!response.write(Buffer.alloc(BLOCK, i))) await once(response, 'drain')
      return void response.end()
    }
    if (request.url === '/backend/broken') {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"resultCode":"0"')
      return void setTimeout(() => request.socket.destroy(), 20)
    }
    if (!signedIn) return send(401, { resultCode: '401', resultMsg: '未登录' })
    if (request.url === '/backend/api-auth/oauth/userinfo') return send(200, { resultCode: '0', data: USER })
    if (request.url === '/backend/api-user/menus/current') return send(200, { resultCode: '0', data: MENU })
    if (/^\/backend\/(api-im\/website\/delete|api-auth\/oauth\/remove)/.test(String(request.url)))
      return send(200, {
        method: request.method,
        url: request.url,
        body: await bodyOf(request),
        client: request.headers['client_id'],
        type: request.headers['content-type'],
      })
    return send(404, {})
  })
}

/** Calls of the backend's own, as its configuration would name them: no other passes. */
const CALLS = [
  ...['POST', 'PUT', 'GET'].map(method => [method, '/api-im/echo']),
  ...MOVED.map(status => ['GET', `/moved/${status}`]),
  ...['headers', 'page', 'fault', 'never', 'file', 'broken', 'teapot'].map(name => ['GET', `/${name}`]),
]

async function configured(): Promise<Configuration> {
  const lines = CALLS.map(
    ([method, path], i) =>
      `  backend.call${i}: {label: 登录, method: ${method}, path: ${path}, in: ${method === 'GET' ? 'query' : 'body'}, access: staff, because: 由后端判断}\n`,
  )
  const files = (await readConfigFolder(ROOT)).map(file =>
    file.path === 'schemas/endpoints.yaml'
      ? { ...file, text: file.text.replace(/^endpoints:\n/m, `endpoints:\n${lines.join('')}`) }
      : file,
  )
  const { compiled, diagnostics } = compile(files)
  if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
  return compiled.configuration
}

describe('the menu of an existing backend', () => {
  it('R4.04 hides and empties entries whose roles leave the user out', () => {
    const below = [{ id: 3, name: '下级', url: '/b' }]
    const items = [
      { id: 1, name: '市级', url: '/a', meta: { roles: [2] }, subMenus: below },
      { id: 2, name: '省级', url: '/c', meta: { roles: ['1'] }, subMenus: below },
      { id: 4, name: '本地', url: '/d', hidden: true, meta: { roles: ['340200'] }, subMenus: below },
    ]
    const user = { id: '7', nickName: '', customerId: '', areaCode: '340200', areaLevel: 2, roles: [], orgId: '' }
    expect(menuOf(items, user).map(({ id, hidden, subMenus }) => [id, hidden, subMenus.length])).toEqual([
      ['1', false, 1],
      ['2', true, 0],
      ['4', true, 1],
    ])
  })
})

describe('in front of an existing backend', () => {
  const server = backend()
  // what is slow on a busy machine is no backend that does not answer: one of the two has patience
  const opened: { app?: FastifyInstance; hasty?: FastifyInstance; settings?: UpstreamOptions } = {}
  const settings = (): UpstreamOptions => opened.settings as UpstreamOptions
  const app = (): FastifyInstance => opened.app as FastifyInstance

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const configuration = await configured()
    const upstream = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/backend`)
    opened.settings = { upstream, configuration: () => configuration, log: () => {} }
    opened.app = await upstreamApp(settings())
    opened.hasty = await upstreamApp({ ...settings(), patience: 400 })
    await opened.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app().close()
    await opened.hasty?.close()
    server.closeAllConnections()
    server.close()
  })

  it('R7.02 passes calls on as they are, whatever their body', async () => {
    const json = await app().inject({ method: 'POST', url: '/prod-api/api-im/echo?x=1', payload: { a: '值' } })
    expect(json.json()).toEqual({ method: 'POST', body: '{"a":"值"}', type: 'application/json' })
    const upload = await app().inject({
      method: 'PUT',
      url: '/prod-api/api-im/echo?x=1',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b--',
    })
    expect(upload.json()).toMatchObject({ method: 'PUT', body: '--b--' })
    expect((await app().inject({ method: 'GET', url: '/prod-api/api-im/echo?x=1' })).json()).toMatchObject({
      method: 'GET',
      body: '',
    })
  })

  /** A request line as nobody's library would write it; what comes back. */
  const line = (said: string): Promise<string> =>
    new Promise(resolve => {
      const socket = connect((app().server.address() as AddressInfo).port, '127.0.0.1', () =>
        socket.write(`${said}\r\nhost: x\r\nconnection: close\r\n\r\n`),
      )
      let all = ''
      socket
        .on('data', data => {
          all += String(data)
        })
        .on('close', () => resolve(all))
        .on('error', () => resolve(all))
    })

  const url = (path: string): string =>
    `http://127.0.0.1:${(app().server.address() as AddressInfo).port}/prod-api${path}`

  it('R7.07 streams a large file: the first of it is here before the last is made', async () => {
    const answer = await fetch(url('/file'))
    expect([answer.headers.get('content-disposition'), answer.headers.get('x-content-type-options')]).toEqual([
      'attachment; filename=a.bin',
      'nosniff',
    ])
    let size = 0
    let most = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      most = Math.max(most, chunk.length)
    }
    expect(size).toBe(BLOCK * BLOCKS)
    expect(most).toBeLessThan(size / 4)
  })

  it('lets whoever does not take what they asked for go', async () => {
    const hasty = await upstreamApp(settings(), { patience: { slowMs: 1000, bytesPerSecond: 1e9 } })
    await hasty.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((hasty.server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write('GET /prod-api/file HTTP/1.1\r\nhost: x\r\n\r\n'),
    )
    socket.on('error', () => undefined)
    await once(socket, 'data')
    socket.pause()
    const left = (): Promise<number> =>
      new Promise((resolve, reject) =>
        hasty.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      )
    await expect.poll(left).toBe(0)
    socket.destroy()
    await hasty.close()
  })

  it('passes of a backend’s headers what is about the body: all others are its own, or ours', async () => {
    const own = await app().inject({ url: '/healthz' })
    const answer = await app().inject({
      url: '/prod-api/headers',
      headers: { connection: 'x-mine', 'x-mine': '1', 'x-other': '2' },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      etag: '"1"',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const ours = new Set([...Object.keys(own.headers), 'etag', 'cache-control', 'transfer-encoding', 'connection'])
    expect(Object.keys(answer.headers).filter(name => !ours.has(name))).toEqual([])
    for (const name of ['x-frame-options', 'referrer-policy', 'content-security-policy'])
      expect(answer.headers[name], name).toBe(own.headers[name])
    const seen = answer.json() as Record<string, string>
    expect(seen).toMatchObject({
      'x-other': '2',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-request-id': answer.headers['x-request-id'],
    })
    expect(seen['x-mine']).toBeUndefined()
  })

  it("R8.03 passes a fault on in its own words, and puts ours in the place of a gateway's page", async () => {
    const fault = await app().inject({ url: '/prod-api/fault' })
    expect([fault.statusCode, fault.json()]).toEqual([500, { resultCode: '500', resultMsg: '数据库错误' }])
    const page = await app().inject({ url: '/prod-api/page' })
    expect([page.statusCode, page.json()]).toEqual([503, { resultCode: '503', resultMsg: '服务器错误，请联系管理员' }])
  })

  it('R8.03 does not wait for ever, and breaks off with an answer that breaks off', async () => {
    const slow = await opened.hasty!.inject({ url: '/prod-api/never' })
    expect([slow.statusCode, slow.json()]).toEqual([504, { resultCode: '504', resultMsg: '请求超时请重试' }])
    await expect(fetch(url('/broken')).then(answer => answer.text())).rejects.toThrow()
    expect((await fetch(url('/fault'))).status).toBe(500)
  })

  it('leads to the backend it was given and to nothing else', async () => {
    const at = (base: string, path: string): string | undefined => addressIn(new URL(base), path)?.href
    expect(at('http://backend.example/api/', '/a/b?x=%26&y=a?b')).toBe('http://backend.example/api/a/b?x=%26&y=a?b')
    expect(at('http://backend.example', '/@evil.example/x')).toBe('http://backend.example/@evil.example/x')
    for (const path of TWISTED) expect(at('http://backend.example/api', path), path).toBeUndefined()
  })

  it('passes no other spelling of an address on, neither of a call nor of a file, and no call that is not configured', async () => {
    const before = asked.length
    for (const prefix of ['/prod-api/api-im', '/file', '/config', '']) {
      for (const path of TWISTED)
        expect(await line(`GET ${prefix}${path} HTTP/1.1`), `${prefix}${path}`).toMatch(/^HTTP\/1.1 40[04] /)
    }
    for (const said of [
      'GET http://evil.example/prod-api/headers HTTP/1.1',
      'GET prod-api/headers HTTP/1.1',
      'GET /prod%2dapi/headers HTTP/1.1',
      'GET /prod-api/header%73 HTTP/1.1',
      'GET /prod-api/admin/users HTTP/1.1',
      'DELETE /prod-api/headers HTTP/1.1',
      'CONNECT 127.0.0.1:1 HTTP/1.1',
    ]) {
      expect(await line(said), said).toMatch(/^HTTP\/1.1 40[04] |^$/)
    }
    expect(asked.slice(before)).toEqual([])
    for (const name of ['证据；一.pdf', '50%20off.pdf', 'a;b.pdf', '100%.pdf', '..pdf'])
      await app().inject({ url: `/file/x/${encodeURIComponent(name)}` })
    expect(asked.slice(before)).toEqual(
      ['证据；一.pdf', '50%20off.pdf', 'a;b.pdf', '100%.pdf', '..pdf'].map(
        name => `/file/x/${encodeURIComponent(name)}`,
      ),
    )
  })

  it('R7.03 passes what changes something on as the specification has it, and no GET that any link could have sent', async () => {
    const bearer = { authorization: 'Bearer good' }
    const sent = { method: 'GET', body: '', client: 'webApp' }
    const post = await app().inject({
      method: 'POST',
      url: '/prod-api/api-im/website/delete',
      headers: bearer,
      payload: { uniqueId: '7', del_content: '重复&x=1', none: null },
    })
    expect(post.json()).toEqual({
      ...sent,
      url: `/backend/api-im/website/delete?uniqueId=7&del_content=${encodeURIComponent('重复&x=1')}`,
    })
    const out = await app().inject({
      method: 'POST',
      url: '/prod-api/api-auth/oauth/remove/token',
      headers: bearer,
      payload: { access_token: 'good' },
    })
    expect(out.json()).toEqual({ ...sent, url: '/backend/api-auth/oauth/remove/token?access_token=good' })
    for (const payload of ['null', '[]', '"x"', '{"a":']) {
      const wrong = await app().inject({
        method: 'POST',
        url: '/prod-api/api-im/website/delete',
        headers: { ...bearer, 'content-type': 'application/json' },
        payload,
      })
      expect([wrong.statusCode, wrong.json().resultMsg], payload).toEqual([400, '请求内容应为 JSON 对象'])
    }
    const deletion = '/prod-api/api-im/website/delete?uniqueId=7'
    for (const who of [bearer, { cookie: 'Token=good' }, {}])
      expect((await app().inject({ url: deletion, headers: who })).statusCode).toBe(403)
    for (const url of [
      '/prod-api/api-im/website/%64elete?uniqueId=7',
      '/prod-api/api-user/menus/..%2f..%2fapi-im%2fwebsite%2fdelete/menus',
      '/prod-api//api-im/website/delete',
      '/prod-api/api-im/website/delete;a=1',
    ]) {
      expect([400, 404], url).toContain((await app().inject({ url, headers: bearer })).statusCode)
    }
    expect((await app().inject({ url: deletion, headers: { ...bearer, ...CLIENT } })).json()).toMatchObject({
      method: 'GET',
      url: '/backend/api-im/website/delete?uniqueId=7',
    })
    // reading goes on without them
    expect((await app().inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: bearer })).statusCode).toBe(200)
  })

  it.each(MOVED)('leads nobody away from the console by a %i', async status => {
    const answer = await app().inject({ url: `/prod-api/moved/${status}` })
    expect([answer.statusCode, answer.headers['location'], answer.json()]).toEqual([
      502,
      undefined,
      expect.objectContaining({ resultMsg: expect.stringContaining('上游接口要求转到别处') }),
    ])
  })

  it('passes statuses and 401 on', async () => {
    expect((await app().inject({ url: '/prod-api/api-user/menus/current' })).statusCode).toBe(401)
    expect(
      (await app().inject({ url: '/prod-api/teapot', headers: { authorization: 'Bearer good' } })).statusCode,
    ).toBe(218)
  })

  it('takes user and menu from there, and the configuration from here', async () => {
    const answer = await app().inject({
      url: '/config/boot?route=dataCenter/onlineShop',
      headers: { cookie: 'Token=good' },
    })
    const boot = answer.json()
    expect(boot.user).toMatchObject({ id: '7', nickName: '上游用户', customerId: '203402', areaCode: '340200' })
    expect(boot.menu).toMatchObject([
      { name: '上游菜单', url: '/dataCenter/onlineShop', meta: { title: '上游菜单' }, subMenus: [] },
    ])
    expect(boot).toMatchObject({ page: { kind: 'list' }, changesByPost: true })
    // who administers is the backend's to know: no page is kept from whom its menu leads there
    expect(Object.keys(boot.manifest.pages)).toEqual(
      expect.arrayContaining(['caseClues/user', 'caseClues/role', 'caseClues/org', 'caseClues/xtrz']),
    )
    const call = await app().inject({
      url: '/prod-api/api-auth/oauth/userinfo',
      headers: { authorization: 'Bearer good' },
    })
    expect(call.headers['x-config-version']).toBe(boot.manifest.version)
  })

  it('keeps configuration from those whom the backend does not know', async () => {
    expect((await app().inject({ url: '/config/boot', headers: { cookie: 'Token=bad' } })).statusCode).toBe(401)
  })

  it('R8.03 says so when the backend does not answer', async () => {
    const { compiled } = compile(await readConfigFolder(ROOT))
    if (!compiled) throw new Error('the configuration has errors')
    const lines: string[] = []
    const alone = await upstreamApp({
      upstream: new URL('http://127.0.0.1:1/'),
      configuration: () => compiled.configuration,
      log: line => lines.push(line),
    })
    const answer = await alone.inject({ url: '/prod-api/api-auth/oauth/userinfo' })
    expect([answer.statusCode, answer.json().resultMsg]).toEqual([502, '请求超时请重试'])
    expect(lines).toHaveLength(1)
    await alone.close()
  })
})
