import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedApp } from '../../../src/server/http/app.ts'
import { upstreamApp } from '../../../src/server/upstream/app.ts'
import { PASSWORD, type Api } from '../support/api.ts'
import { onOneDatabase } from '../support/both.ts'

const BOUNDARY = 'b0undary'
const FORM = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n内容\r\n--${BOUNDARY}--\r\n`

/** One instance that keeps no data in front of another that does. */
function inFrontContract(api: () => Api): void {
  describe('an instance in front of a second one', () => {
    const opened: { front?: FastifyInstance; behind?: FastifyInstance } = {}
    const front = (): FastifyInstance => opened.front as FastifyInstance
    let token = ''

    beforeAll(async () => {
      const { services } = api()
      opened.behind = await embeddedApp(services)
      await opened.behind.listen({ port: 0, host: '127.0.0.1' })
      const { port } = opened.behind.server.address() as AddressInfo
      opened.front = await upstreamApp({
        upstream: new URL(`http://127.0.0.1:${port}/prod-api`),
        configuration: services.configuration,
        log: () => {},
      })
      token = await api().token('wuhu_city')
    })
    afterAll(async () => {
      await front().close()
      await opened.behind?.close()
    })
    const signIn = (password: string) =>
      front().inject({
        method: 'POST',
        url: `/prod-api/api-auth/oauth/user/token?username=wuhu_city&password=${password}`,
        headers: { client_id: 'webApp', client_secret: 'webApp' },
      })
    const bearer = (of = token): Record<string, string> => ({ authorization: `Bearer ${of}` })

    it('R7.03 signs in there, and says what is wrong in its words', async () => {
      const wrong = await signIn('Wrong12345')
      expect([wrong.statusCode, wrong.json().resultMsg]).toEqual([400, '用户名或密码错误'])
      const right = await signIn(PASSWORD)
      expect([right.statusCode, right.headers['cache-control']]).toEqual([200, 'no-store'])
      const cookie = `Token=${right.json().data.access_token}`
      const boot = (
        await front().inject({ url: '/config/boot?route=dataCenter/onlineShop', headers: { cookie } })
      ).json()
      expect(boot).toMatchObject({ user: { username: 'wuhu_city', customerId: '203402' }, page: { kind: 'list' } })
      expect(JSON.stringify(boot.menu)).toContain('平台网店')
    })

    it('R7.02 R8.03 passes lists, refusals and the version of the configuration on', async () => {
      const list = await front().inject({
        method: 'POST',
        url: '/prod-api/api-im/eshop/eshopList',
        headers: bearer(),
        payload: { pageRowNo: 1 },
      })
      expect([
        list.statusCode,
        list.json().data.list[0].areaCode.slice(0, 4),
        typeof list.headers['x-config-version'],
      ]).toEqual([200, '3402', 'string'])
      const broken = await front().inject({
        method: 'POST',
        url: '/prod-api/api-im/eshop/eshopList',
        headers: bearer(),
        payload: { nothing: 1 },
      })
      expect([broken.statusCode, broken.json().resultMsg]).toEqual([400, '未知的筛选条件：nothing'])
      expect(
        (await front().inject({ method: 'POST', url: '/prod-api/api-im/eshop/eshopList', payload: {} })).statusCode,
      ).toBe(401)
    })

    it('R7.07 takes files to it and brings them back, to run nowhere', async () => {
      const taken = await front().inject({
        method: 'POST',
        url: '/prod-api/api-im/file/uploads',
        headers: { ...bearer(), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        payload: Buffer.from(FORM),
      })
      const file = await front().inject({ url: taken.json().data.url, headers: { cookie: `Token=${token}` } })
      expect([file.statusCode, file.body, file.headers['content-security-policy']]).toEqual([
        200,
        '内容',
        "default-src 'none'; sandbox",
      ])
      expect(file.headers['content-disposition']).toContain('attachment')
      expect((await front().inject({ url: taken.json().data.url })).statusCode).toBe(401)
    })

    it('signs out there: the token opens nothing here any more', async () => {
      const own = await api().token('wuhu_city')
      const cookie = `Token=${own}`
      const out = await front().inject({
        method: 'POST',
        url: '/prod-api/api-auth/oauth/remove/token',
        payload: { access_token: own },
        headers: bearer(own),
      })
      expect(out.headers['clear-site-data']).toBe('"cache"')
      const info = await front().inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: bearer(own) })
      expect(info.statusCode).toBe(401)
      expect((await front().inject({ url: '/config/boot', headers: { cookie } })).statusCode).toBe(401)
    })
  })
}

onOneDatabase(inFrontContract)
