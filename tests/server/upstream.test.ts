import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/server/config/live.ts'
import { readConfigFolder } from '../../src/server/start/config-folder.ts'
import { upstreamApp } from '../../src/server/upstream/app.ts'
import { ROOT } from './support/api.ts'

const USER = {
  id: 7, nickName: '上游用户', customerId: 203402, areaCode: '340200', sysCustomer: { areaName: '芜湖市' }, sysOrg: { orgName: '芜湖局' },
  sysRoles: [{ code: 'city_admin' }], sysArea: { areaLevel: 2, areaCode: '340200', areaName: '芜湖市' },
}
const MENU = [{ id: 1, name: '上游菜单', url: '/dataCenter/onlineShop', css: 'shop', subMenus: [] }]

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** An existing backend, as far as the proxy can tell. */
function backend(): Server {
  return createServer(async (request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const signedIn = request.headers.authorization === 'Bearer good'
    if (request.url === '/backend/api-im/echo?x=1') return send(200, { method: request.method, body: await bodyOf(request), type: request.headers['content-type'] })
    if (!signedIn) return send(401, { resultCode: '401', resultMsg: '未登录' })
    if (request.url === '/backend/api-auth/oauth/userinfo') return send(200, { resultCode: '0', data: USER })
    if (request.url === '/backend/api-user/menus/current') return send(200, { resultCode: '0', data: MENU })
    if (request.url === '/backend/teapot') return send(218, { resultMsg: 'slow down' })
    return send(404, {})
  })
}

describe('in front of an existing backend', () => {
  const server = backend()
  const opened: { app?: FastifyInstance } = {}
  const app = (): FastifyInstance => opened.app as FastifyInstance

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { compiled } = compile(await readConfigFolder(ROOT))
    if (!compiled) throw new Error('the configuration has errors')
    const upstream = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/backend`)
    opened.app = await upstreamApp({ upstream, configuration: () => compiled.configuration, log: () => {} })
  })
  afterAll(async () => {
    await app().close()
    server.close()
  })

  it('R7.02 passes calls on as they are, whatever their body', async () => {
    const json = await app().inject({ method: 'POST', url: '/prod-api/api-im/echo?x=1', payload: { a: '值' } })
    expect(json.json()).toEqual({ method: 'POST', body: '{"a":"值"}', type: 'application/json' })
    const upload = await app().inject({ method: 'PUT', url: '/prod-api/api-im/echo?x=1', headers: { 'content-type': 'multipart/form-data; boundary=b' }, payload: '--b--' })
    expect(upload.json()).toMatchObject({ method: 'PUT', body: '--b--' })
    expect((await app().inject({ method: 'GET', url: '/prod-api/api-im/echo?x=1' })).json()).toMatchObject({ method: 'GET', body: '' })
  })

  it('passes statuses and 401 on', async () => {
    expect((await app().inject({ url: '/prod-api/api-user/menus/current' })).statusCode).toBe(401)
    expect((await app().inject({ url: '/prod-api/teapot', headers: { authorization: 'Bearer good' } })).statusCode).toBe(218)
  })

  it('takes user and menu from there, and the configuration from here', async () => {
    const answer = await app().inject({ url: '/config/boot?route=dataCenter/onlineShop', headers: { cookie: 'Token=good' } })
    const boot = answer.json()
    expect(boot.user).toMatchObject({ id: '7', nickName: '上游用户', customerId: '203402', areaCode: '340200' })
    expect(boot.menu).toMatchObject([{ name: '上游菜单', url: '/dataCenter/onlineShop', meta: { title: '上游菜单' }, subMenus: [] }])
    expect(boot.page).toMatchObject({ kind: 'list' })
    const call = await app().inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: { authorization: 'Bearer good' } })
    expect(call.headers['x-config-version']).toBe(boot.manifest.version)
  })

  it('keeps configuration from those whom the backend does not know', async () => {
    expect((await app().inject({ url: '/config/boot', headers: { cookie: 'Token=bad' } })).statusCode).toBe(401)
  })

  it('R8.03 says so when the backend does not answer', async () => {
    const { compiled } = compile(await readConfigFolder(ROOT))
    if (!compiled) throw new Error('the configuration has errors')
    const lines: string[] = []
    const alone = await upstreamApp({ upstream: new URL('http://127.0.0.1:1/'), configuration: () => compiled.configuration, log: line => lines.push(line) })
    const answer = await alone.inject({ url: '/prod-api/api-auth/oauth/userinfo' })
    expect([answer.statusCode, answer.json().resultMsg]).toEqual([502, '上游接口没有响应，请联系管理员'])
    expect(lines).toHaveLength(1)
    await alone.close()
  })
})
