import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { embeddedApp, type AppOptions } from '../../../src/server/http/app.ts'
import { Pace } from '../../../src/server/http/guard/pace.ts'
import { Buckets } from '../../../src/server/http/guard/rate-limit.ts'
import { SharedRate } from '../../../src/server/http/guard/shared-rate.ts'
import { startApi, type Api } from '../support/api.ts'
import { consolePagesContract } from './console-pages.ts'
import { healthContract } from './health.ts'

const CLIENT = { client_id: 'webApp', client_secret: 'webApp' }
const TOKEN_CALL = '/prod-api/api-auth/oauth/user/token'
const INSIDE = /node_modules|\.ts:\d|at \w+ \(|SELECT|select "|syntax error/

describe('HTTP', () => {
  const opened: { api?: Api } = {}
  const api = (): Api => opened.api as Api
  const lines: string[] = []
  const logged: { app?: FastifyInstance } = {}
  const app = (): FastifyInstance => logged.app as FastifyInstance
  let token = ''

  beforeAll(async () => {
    opened.api = await startApi('PGlite')
    token = await api().token('huainan_admin')
    logged.app = await embeddedApp(api().services, {
      trustProxy: 1,
      log: { level: 'info', stream: { write: line => lines.push(line) } },
    })
  })
  afterAll(async () => {
    await app().close()
    await api().close()
  })
  const bearer = (): Record<string, string> => ({ authorization: `Bearer ${token}` })

  describe('headers', () => {
    it('tell browsers to keep strangers out, on every kind of answer', async () => {
      for (const url of [
        '/prod-api/api-auth/oauth/userinfo',
        '/config/public',
        '/healthz',
        '/nothing.js',
        '/prod-api/nothing',
        '/%zz',
      ]) {
        const { headers } = await app().inject({ url })
        if (url === '/%zz') continue
        expect(headers, url).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'same-origin',
          'x-frame-options': 'SAMEORIGIN',
          'cross-origin-resource-policy': 'same-origin',
        })
        expect(headers['content-security-policy'], url).toMatch(
          /script-src 'self';.*frame-ancestors 'self';.*object-src 'none'/,
        )
        expect(headers['permissions-policy'], url).toContain('camera=()')
        expect(headers['x-request-id'], url).toMatch(/^[\w-]{36}$/)
      }
    })

    it('ask for https only where it is spoken', async () => {
      expect((await app().inject({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined()
      expect(
        (await app().inject({ url: '/healthz', headers: { 'x-forwarded-proto': 'https' } })).headers[
          'strict-transport-security'
        ],
      ).toMatch(/max-age=\d{7,}/)
    })

    it('keep answers of the API out of every cache, the token most of all', async () => {
      const signIn = await app().inject({
        method: 'POST',
        url: `${TOKEN_CALL}?username=gz_guiyang&password=Wangjian2025`,
        headers: CLIENT,
      })
      const list = await app().inject({
        method: 'POST',
        url: '/prod-api/api-im/eshop/eshopList',
        headers: bearer(),
        payload: {},
      })
      const broken = await app().inject({
        method: 'POST',
        url: '/prod-api/api-im/eshop/eshopList',
        headers: { ...bearer(), 'content-type': 'application/json' },
        payload: '{',
      })
      expect([signIn, list, broken].map(one => [one.statusCode, one.headers['cache-control']])).toEqual([
        [200, 'no-store'],
        [200, 'no-store'],
        [400, 'no-store'],
      ])
    })

    it('believe one proxy about who calls, and no more than it says', async () => {
      await app().inject({
        method: 'POST',
        url: TOKEN_CALL,
        headers: { ...CLIENT, 'x-forwarded-for': '1.2.3.4, 10.9.8.7' },
        payload: { username: 'gz_guiyang', password: 'Wangjian2025' },
      })
      const rows = await api()
        .db.selectFrom('loginLog')
        .select('ip')
        .where('username', '=', 'gz_guiyang')
        .where('ip', '=', '10.9.8.7')
        .execute()
      expect(rows).toHaveLength(1)
    })
  })

  describe('log lines', () => {
    it('are JSON with the name of the request, and have nothing of what it says', async () => {
      lines.length = 0
      const given = `from-the-proxy-${randomUUID().slice(0, 8)}`
      const secret = 'Secret-Word-99'
      const answer = await app().inject({
        method: 'POST',
        url: `${TOKEN_CALL}?username=geheim_name&password=${secret}`,
        headers: { ...CLIENT, 'x-request-id': given },
      })
      await app().inject({
        url: `/prod-api/api-common/apis/v1/business/query-uscc/91340400MA2N00000X?name=${secret}`,
        headers: bearer(),
      })
      expect(answer.headers['x-request-id']).toBe(given)
      const [first, second] = lines.map(line => JSON.parse(line) as Record<string, unknown>)
      expect(first).toMatchObject({ reqId: given, method: 'POST', call: 'auth.login', status: 400, msg: 'answered' })
      expect(second).toMatchObject({ method: 'GET', call: 'business.byUscc' })
      expect(lines.join('')).not.toMatch(/Secret|geheim|91340400|\?|127\.0\.0\.1/)
    })

    it('tell who was refused what, at the level that every server has, and nothing else of them', async () => {
      const told: string[] = []
      const watched = await embeddedApp(api().services, {
        log: { level: 'warn', stream: { write: line => told.push(line) } },
      })
      const headers = { authorization: `Bearer ${await api().token('gz_xinhua')}` }
      const answer = await watched.inject({
        method: 'POST',
        url: '/prod-api/api-user/users/resetPassword',
        headers,
        payload: { id: 'user-geheim' },
      })
      await watched.inject({ url: '/prod-api/api-auth/oauth/userinfo', headers })
      await watched.close()
      expect(answer.statusCode).toBe(403)
      expect(told.map(line => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ call: 'user.resetPassword', status: 403, person: 'user-gz_xinhua', msg: 'refused' }),
      ])
      expect(told.join('')).not.toMatch(/geheim/)
    })

    it('name a fault, which the answer does not', async () => {
      lines.length = 0
      const broken = await embeddedApp(
        {
          ...api().services,
          configuration: () => {
            throw new Error('inner trouble')
          },
        },
        { log: { level: 'error', stream: { write: line => lines.push(line) } } },
      ).catch((error: Error) => error)
      expect(broken).toBeInstanceOf(Error)
      let calls = 0
      const half = await embeddedApp(
        {
          ...api().services,
          configuration: () => {
            // opened with a good one, asked with a broken one
            if (calls++ > 20) throw new Error('inner trouble')
            return api().services.configuration()
          },
        },
        { log: { level: 'error', stream: { write: line => lines.push(line) } } },
      )
      calls = 100
      const answer = await half.inject({ url: '/config/public' })
      await half.close()
      expect([answer.statusCode, answer.json().resultMsg]).toEqual([500, '服务器错误，请联系管理员'])
      expect(answer.body).not.toContain('inner trouble')
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        reqId: answer.headers['x-request-id'],
        err: { message: 'inner trouble', type: 'Error' },
      })
    })
  })

  describe('signing in', () => {
    const signIn = (username: string, password: string, ip: string): Promise<LightMyRequestResponse> =>
      app().inject({
        method: 'POST',
        url: TOKEN_CALL,
        headers: { ...CLIENT, 'x-forwarded-for': ip },
        payload: { username, password },
      })

    it('R7.03 takes the password in the body too, and not in both places', async () => {
      const answer = await app().inject({
        method: 'POST',
        url: `${TOKEN_CALL}?username=huainan_admin&password=Wrong1`,
        headers: CLIENT,
        payload: { username: 'huainan_admin', password: 'Wangjian2025' },
      })
      expect([answer.statusCode, answer.json().data.token_type]).toEqual([200, 'bearer'])
      expect((await app().inject({ url: '/config/public' })).json().credentials).toBe('body')
    })

    it('R8.02 is refused to an address that has guessed a hundred times, whatever the account and the instance', async () => {
      const other = await embeddedApp(api().services, { trustProxy: 1 })
      await api()
        .db.insertInto('sys_throttle')
        .values({ client: 'login 10.1.1.1', tries: 99, since: Date.now() - 1000 })
        .execute()
      expect((await signIn('nobody_a', 'Wrong123', '10.1.1.1')).statusCode).toBe(400)
      for (const instance of [app(), other]) {
        const answer = await instance.inject({
          method: 'POST',
          url: TOKEN_CALL,
          headers: { ...CLIENT, 'x-forwarded-for': '10.1.1.1' },
          payload: { username: 'huainan_admin', password: 'Wangjian2025' },
        })
        expect([answer.statusCode, answer.json().resultMsg]).toEqual([218, '您的访问过于频繁，请售后再试'])
      }
      expect((await signIn('huainan_admin', 'Wangjian2025', '10.1.1.2')).statusCode).toBe(200)
      await api()
        .db.updateTable('sys_throttle')
        .set({ since: Date.now() - 11 * 60_000 })
        .where('client', '=', 'login 10.1.1.1')
        .execute()
      expect((await signIn('huainan_admin', 'Wangjian2025', '10.1.1.1')).statusCode).toBe(200)
      await other.close()
    })

    it('treats a name that nobody has as an account: words, counts, waits and what is kept tell of none', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const told = async (name: string, ip: string): Promise<unknown[]> => {
        const all: unknown[] = []
        for (let i = 0; i < 8; i++) {
          const answer = await signIn(name, `Wrong${i}abc`, ip)
          all.push([answer.statusCode, answer.json(), answer.headers['retry-after'], answer.headers['set-cookie']])
          if (i > 5) vi.setSystemTime(Date.now() + 5000)
        }
        return all
      }
      const [nobody, somebody] = [await told('nobody_here', '10.1.1.5'), await told('wulanchabu_jining', '10.1.1.6')]
      expect(nobody).toEqual(somebody)
      expect(new Set(nobody.map(one => JSON.stringify(one))).size).toBe(2)
      const kept = async (name: string): Promise<unknown> =>
        await api()
          .db.selectFrom('sys_throttle')
          .select('tries')
          .where('client', 'like', `% ${name}`)
          .orderBy('client')
          .execute()
      expect(await kept('nobody_here')).toEqual(await kept('wulanchabu_jining'))
      vi.useRealTimers()
    })

    it('says of the cookie that it is for encrypted connections, where this is one', async () => {
      const set = async (proto: string): Promise<string> =>
        String(
          (
            await app().inject({
              method: 'POST',
              url: TOKEN_CALL,
              headers: { ...CLIENT, 'x-forwarded-for': '10.1.1.7', 'x-forwarded-proto': proto },
              payload: { username: 'huainan_admin', password: 'Wangjian2025', bound: 1 },
            })
          ).headers['set-cookie'],
        )
      expect([await set('https'), await set('http')].map(cookie => cookie.endsWith('; Secure'))).toEqual([true, false])
    })

    it('does not count right passwords', async () => {
      await signIn('huainan_admin', 'Wangjian2025', '10.1.1.3')
      const row = await api()
        .db.selectFrom('sys_throttle')
        .select('tries')
        .where('client', '=', 'login 10.1.1.3')
        .executeTakeFirst()
      expect(Number(row?.['tries'])).toBe(0)
    })

    it('counts guesses at once as well: only the first few of many are judged, on all instances together', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const other = await embeddedApp(api().services, { trustProxy: 1 })
      const guess = (on: typeof other, i: number) =>
        on.inject({
          method: 'POST',
          url: TOKEN_CALL,
          headers: { ...CLIENT, 'x-forwarded-for': '10.1.1.4' },
          payload: { username: 'wulanchabu_jining', password: `Wrong${i}abc` },
        })
      const words = (
        await Promise.all(Array.from({ length: 12 }, (_, i) => guess(i % 2 === 0 ? app() : other, i)))
      ).map(answer => answer.json().resultMsg as string)
      expect(words.filter(said => said === '用户名或密码错误')).toHaveLength(5)
      expect(words.filter(said => said.startsWith('密码错误次数过多'))).toHaveLength(7)
      const answer = await signIn('wulanchabu_jining', 'Wangjian2025', '10.1.1.4')
      expect([answer.statusCode, answer.json().resultMsg]).toEqual([400, '密码错误次数过多，请5秒后再试'])
      vi.useRealTimers()
      await other.close()
    })
  })

  describe('the HTML of a page', () => consolePagesContract(api))
  healthContract(api)

  describe('asking too often', () => {
    it('R8.02 is answered with 218, for one person and no other, and gets less with time', async () => {
      // what was used up comes back in time, which stands still here
      vi.useFakeTimers({ toFake: ['performance'] })
      const few = await embeddedApp(api().services, { rateLimit: 5 })
      const other = await api().token('gz_guiyang')
      const ask = async (by: string): Promise<number> =>
        (await few.inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: { authorization: `Bearer ${by}` } }))
          .statusCode
      // the first request of a token counts for its address, since nobody knows yet whose it is
      const statuses: number[] = []
      for (let i = 0; i < 8; i++) statuses.push(await ask(token))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 218, 218])
      expect(await ask(other)).toBe(200)
      const refused = await few.inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: bearer() })
      expect([refused.json().resultMsg, refused.headers['cache-control']]).toEqual([
        '您的访问过于频繁，请售后再试',
        'no-store',
      ])
      for (let i = 0; i < 5; i++) await ask(randomUUID())
      expect(await ask(randomUUID())).toBe(218)
      // however the address is spelled
      for (const url of ['/config/public', '/confi%67/public', '/%63onfig/boot'])
        expect((await few.inject({ url })).statusCode, url).toBe(218)
      expect((await few.inject({ url: '/healthz' })).statusCode).toBe(200)
      await few.close()
      vi.useRealTimers()
      const buckets = new Buckets(60)
      for (let i = 0; i < 60; i++) expect(buckets.take('a', 0)).toBe(true)
      expect([buckets.take('a', 10), buckets.take('b', 10), buckets.take('a', 1500), buckets.take('a', 1510)]).toEqual([
        false,
        true,
        true,
        false,
      ])
    })
  })

  describe('asking several instances too often', () => {
    it('R8.02 counts together: each learns what the others have counted, of those who ask much', async () => {
      const { db } = api().services
      let minute = 1000
      const databaseMinute = (): RawBuilder<number> => sql<number>`${minute}::bigint`
      const [one, two] = [new SharedRate(db, 3, databaseMinute), new SharedRate(db, 3, databaseMinute)]
      const now = 5_000_000
      const note = (rate: SharedRate, client: string, times: number): boolean[] =>
        Array.from({ length: times }, () => rate.note(client, now))
      expect([note(one, 'busy', 3), note(one, 'calm', 2), note(two, 'busy', 4)]).toEqual([
        [false, false, true],
        [false, false],
        [false, false, true, true],
      ])
      expect(await one.share(now)).toEqual(new Map())
      expect(await two.share(now)).toEqual(new Map([['busy', 3]]))
      expect(note(one, 'busy', 1)).toEqual([false])
      expect(await one.share(now)).toEqual(new Map([['busy', 4]]))
      expect(await one.share(now)).toEqual(new Map())
      expect(
        await db.selectFrom('sys_rate').select(['client', 'n']).where('client', 'in', ['busy', 'calm']).execute(),
      ).toEqual([{ client: 'busy', n: 8 }])
      // the minutes of an instance begin when it likes: what it has told in a minute of the database it knows
      note(one, 'calm', 1)
      for (let i = 0; i < 3; i++) one.note('busy', now + 60_000)
      expect(await one.share(now + 60_000)).toEqual(new Map())
      // and the database's clock may be set back
      for (const next of [1001, 941]) {
        minute = next
        const later = now + minute * 60_000
        for (let i = 0; i < 3; i++) two.note('busy', later)
        expect(await two.share(later)).toEqual(new Map())
      }
      expect(await db.selectFrom('sys_rate').select('minute').where('client', '=', 'busy').execute()).toEqual([
        { minute: 941 },
      ])
      const buckets = new Buckets(10)
      buckets.take('busy', now)
      buckets.spend('busy', 9)
      expect(buckets.take('busy', now)).toBe(false)
    })
  })

  describe('a clock that is set', () => {
    const HOUR = 3600_000
    const PER_MINUTE = 60
    afterEach(() => {
      vi.useRealTimers()
    })

    it.each([
      [-HOUR, 'huainan_admin'],
      [HOUR, 'huainan_datong'],
      [-10_000, 'gz_guiyang'],
    ])('by %i ms locks nobody out, gives nobody more, and ends no session', async (by, username) => {
      const limited = await embeddedApp(api().services, { rateLimit: PER_MINUTE })
      const session = await api().token(username)
      const ask = (): Promise<number> =>
        limited
          .inject({ url: '/prod-api/api-auth/oauth/userinfo', headers: { authorization: `Bearer ${session}` } })
          .then(answer => answer.statusCode)
      const untilRefused = async (): Promise<number> => {
        for (let n = 0; ; n++) {
          const status = await ask()
          if (status === 218) return n
          expect(status).toBe(200)
        }
      }
      expect(await untilRefused()).toBeGreaterThanOrEqual(PER_MINUTE - 1)
      const began = performance.now()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
      // what was used up comes back in the time that passes, and not in the time that is said
      expect(await untilRefused()).toBeLessThanOrEqual(2 + ((performance.now() - began) / 60_000) * PER_MINUTE)
      await expect.poll(ask).toBe(200)
      const meanwhile = (await api().signIn(username)).body.data?.access_token ?? ''
      vi.useRealTimers()
      await expect.poll(ask).toBe(200)
      for (const token of [session, meanwhile])
        expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).status).toBe(200)
      await limited.close()
    })
  })

  describe('nonsense', () => {
    const list = '/prod-api/api-im/eshop/eshopList'
    const json = { 'content-type': 'application/json' }
    const cases: [
      string,
      { method?: 'GET' | 'POST' | 'PUT'; url: string; headers?: Record<string, string>; payload?: string | Buffer },
      number,
      string,
    ][] = [
      ['half a JSON', { method: 'POST', url: list, headers: json, payload: '{"a":' }, 400, '请求内容不是合法的 JSON'],
      [
        'a list for a body',
        { method: 'POST', url: list, headers: json, payload: '[1]' },
        400,
        '请求内容应为 JSON 对象',
      ],
      [
        'a huge body',
        { method: 'POST', url: list, headers: json, payload: JSON.stringify({ a: 'x'.repeat(3_000_000) }) },
        413,
        '请求内容过大',
      ],
      [
        'a body of another type',
        { method: 'POST', url: list, headers: { 'content-type': 'text/plain' }, payload: 'shopName=x' },
        415,
        '请求内容应为 JSON',
      ],
      [
        'a form where JSON is due',
        {
          method: 'POST',
          url: list,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'shopName=x',
        },
        415,
        '请求内容应为 JSON',
      ],
      [
        'another encoding',
        { method: 'POST', url: list, headers: { 'content-type': 'application/json; charset=gbk' }, payload: '{}' },
        415,
        'UTF-8',
      ],
      [
        'deep JSON',
        {
          method: 'POST',
          url: list,
          headers: json,
          payload: `{"shopName":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
        },
        400,
        '嵌套过深',
      ],
      [
        '__proto__',
        { method: 'POST', url: list, headers: json, payload: '{"__proto__":{"areaCode":""}}' },
        400,
        'JSON',
      ],
      [
        'an escaped __proto__',
        { method: 'POST', url: list, headers: json, payload: '{"\\u005f_proto__":{"x":1}}' },
        400,
        'JSON',
      ],
      [
        'constructor.prototype',
        { method: 'POST', url: list, headers: json, payload: '{"constructor":{"prototype":{"x":1}}}' },
        400,
        'JSON',
      ],
      [
        'an inherited name as a filter',
        { method: 'POST', url: list, headers: json, payload: '{"toString":"x"}' },
        400,
        'toString',
      ],
      [
        'NUL bytes',
        { method: 'POST', url: list, headers: json, payload: '{"shopName":"a\\u0000b"}' },
        400,
        '格式不正确',
      ],
      ['NUL bytes in a path', { url: '/prod-api/api-user/users/%00' }, 400, ''],
      ['a path that is no text', { url: '/prod-api/api-user/users/%ff' }, 400, '请求地址不合法'],
      ['half an escape', { url: '/prod-api/%zz' }, 400, '请求地址不合法'],
      ['half an escape in a file address', { url: '/file/%e0%a4%a' }, 400, '请求地址不合法'],
      [
        'a cookie that is no text',
        { url: '/config/boot', headers: { authorization: '', cookie: 'Token=%zz' } },
        401,
        '',
      ],
      [
        'an upload that is none',
        { method: 'POST', url: '/prod-api/api-im/file/uploads', headers: json, payload: '{}' },
        415,
        '请用表单上传文件',
      ],
      [
        'an upload without an end',
        {
          method: 'POST',
          url: '/prod-api/api-im/file/uploads',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          payload: '--x\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc',
        },
        400,
        '',
      ],
      [
        'a form without its boundary',
        {
          method: 'POST',
          url: '/prod-api/api-im/file/uploads',
          headers: { 'content-type': 'multipart/form-data' },
          payload: 'x',
        },
        400,
        '',
      ],
      [
        'a method that the call does not know',
        { method: 'PUT', url: list, headers: json, payload: '{}' },
        404,
        '接口不存在',
      ],
      ['a page far away', { method: 'POST', url: list, headers: json, payload: '{"pageNo":"1e99"}' }, 400, 'pageNo'],
      [
        'a structure in a filter',
        { method: 'POST', url: list, headers: json, payload: '{"areaCode":[{"a":1}]}' },
        400,
        'areaCode',
      ],
      [
        'too many choices',
        {
          method: 'POST',
          url: list,
          headers: json,
          payload: JSON.stringify({ jurisdictionOrg: Array.from({ length: 60_000 }, (_, i) => `k${i}`) }),
        },
        400,
        '最多 5000 项',
      ],
      [
        'a book to look for',
        { method: 'POST', url: list, headers: json, payload: JSON.stringify({ shopName: 'x'.repeat(1_900_000) }) },
        400,
        '不能超过1000个字',
      ],
      [
        'thousands of arguments',
        {
          method: 'POST',
          url: list,
          headers: json,
          payload: JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]))),
        },
        400,
        '参数不能超过',
      ],
      [
        'thousands of columns to sort by',
        {
          method: 'POST',
          url: list,
          headers: json,
          payload: JSON.stringify({ orderBy: Array.from({ length: 60_000 }, () => 'shopName').join(',') }),
        },
        400,
        '最多按 10 列',
      ],
      [
        'half a sign',
        { method: 'POST', url: list, headers: json, payload: '{"shopName":"\\ud83d"}' },
        400,
        '格式不正确',
      ],
      ['a route given twice', { url: '/config/boot?route=a&route=b' }, 400, 'route'],
      [
        'structure where text is due',
        { method: 'POST', url: '/prod-api/api-im/eshop/queryOne', headers: json, payload: '{"uniqueId":{"$ne":""}}' },
        400,
        'uniqueId',
      ],
    ]
    it.each(cases)('R8.03 %s is refused in words, without a look inside', async (_name, request, status, message) => {
      const answer = await app().inject({ ...request, headers: { ...bearer(), ...request.headers } })
      expect([answer.statusCode, answer.json().resultMsg]).toEqual([status, expect.stringContaining(message)])
      expect(answer.json().resultMsg).toMatch(/[\u4e00-\u9fff]/)
      expect(answer.body).not.toMatch(INSIDE)
    })

    const listening = async (): Promise<number> => {
      if (!app().server.listening) await app().listen({ port: 0, host: '127.0.0.1' })
      return (app().server.address() as AddressInfo).port
    }

    it('that is refused before all of it was read leaves its connection to the next request', async () => {
      const body = `--x\r\ncontent-disposition: form-data; name="f"; filename="a.exe"\r\n\r\n${'a'.repeat(300_000)}\r\n--x--\r\n`
      const upload = `POST /prod-api/api-im/file/uploads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      const socket = connect(await listening(), '127.0.0.1')
      let all = ''
      const heard = (words: RegExp): Promise<void> =>
        new Promise((resolve, reject) => {
          socket
            .on('data', () => {
              if (words.test(all)) resolve()
            })
            .on('close', () => reject(new Error(`closed after:\n${all}`)))
        })
      socket.on('data', data => {
        all += String(data)
      })
      socket.write(upload)
      await heard(/^HTTP\/1.1 400 [^]*不支持的文件类型/)
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await heard(/HTTP\/1.1 200 [^]*"status":"ok"/)
      socket.removeAllListeners('close').destroy()
    })

    it('that is no HTTP at all is told so, too', async () => {
      const port = await listening()
      const said = (text: string): Promise<string> =>
        new Promise(resolve => {
          const socket = connect(port, '127.0.0.1', () => socket.write(text))
          let all = ''
          socket
            .on('data', data => {
              all += String(data)
            })
            .on('close', () => resolve(all))
            .on('error', () => resolve(all))
        })
      expect(await said('BLA bla\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*请求不合法/)
      expect(await said(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 431 [^]*请求头过大/,
      )
    })
  })

  describe('whoever holds a connection', () => {
    const servers: FastifyInstance[] = []
    afterEach(async () => {
      for (const one of servers.splice(0)) await one.close()
    })
    /** Nobody is quick enough for this one: it needs no waiting to be too slow. */
    const HASTY = { slowMs: 200, bytesPerSecond: 1e9 }
    const serving = async (options: AppOptions): Promise<FastifyInstance> => {
      const one = await embeddedApp(api().services, options)
      servers.push(one)
      await one.listen({ port: 0, host: '127.0.0.1' })
      return one
    }
    const portOf = (one: FastifyInstance): number => (one.server.address() as AddressInfo).port
    const connections = (one: FastifyInstance): Promise<number> =>
      new Promise((resolve, reject) =>
        one.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      )
    const nobodyLeft = (one: FastifyInstance): Promise<void> => expect.poll(() => connections(one)).toBe(0)

    /** Sends a text, then its last bytes one by one for ever; what comes back until the server ends it. */
    const trickled = (port: number, text: string): Promise<string> =>
      new Promise(resolve => {
        let all = ''
        let drip: NodeJS.Timeout | undefined
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
          if (text !== '') drip = setInterval(() => socket.write('a'), 10)
          socket.write(text)
        })
        socket
          .on('data', data => {
            all += String(data)
          })
          .on('error', () => undefined)
          .on('end', () => socket.destroy())
          .on('close', () => {
            clearInterval(drip)
            resolve(all)
          })
      })
    const post = (more: string): string =>
      `POST /prod-api/api-im/eshop/eshopList HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${more}`

    it('with a head that does not end is told so, and let go', async () => {
      const one = await serving({ patience: { slowMs: 300, bytesPerSecond: 1 } })
      for (const text of ['', 'GET /healthz HTTP/1.1\r\nx-a: ', post('x-a: ')])
        expect(await trickled(portOf(one), text), text).toMatch(/^HTTP\/1.1 408 [^]*请求发送得太慢/)
      await nobodyLeft(one)
    })

    it('with a body that trickles is told so, and let go, also when the answer has long been given', async () => {
      const one = await serving({ patience: HASTY })
      for (const how of ['content-length: 100000', 'transfer-encoding: chunked'])
        expect(
          await trickled(portOf(one), post(`${how}\r\n\r\n${how.startsWith('t') ? 'ffff\r\n' : ''}{"a":"`)),
          how,
        ).toMatch(/^HTTP\/1.1 408 [^]*请求发送得太慢/)
      // the answer is given long before this one is too slow
      const patient = await serving({ patience: { ...HASTY, slowMs: 5000 } })
      const upload =
        'POST /prod-api/api-im/file/uploads HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\n'
      expect(await trickled(portOf(patient), upload)).toMatch(/^HTTP\/1.1 401 /)
      await nobodyLeft(one)
      await nobodyLeft(patient)
    })

    it('by closing half of it is let go', async () => {
      const one = await serving({})
      const socket = connect({ port: portOf(one), host: '127.0.0.1', allowHalfOpen: true }, () =>
        socket.write('BLA bla\r\n\r\n'),
      )
      socket.on('error', () => undefined)
      await once(socket, 'data')
      await nobodyLeft(one)
      socket.destroy()
      const other = connect({ port: portOf(one), host: '127.0.0.1', allowHalfOpen: true }, () =>
        other.end(post('content-length: 10\r\n\r\n{')),
      )
      other.on('error', () => undefined)
      await once(other, 'data')
      await nobodyLeft(one)
      other.destroy()
    })

    it('does not take all of them from one address; behind a proxy that counts for itself', async () => {
      const open = async (port: number): Promise<[Socket, string]> => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
        const [data] = (await once(socket, 'data')) as [Buffer]
        return [socket, String(data).slice(0, 12)]
      }
      const one = await serving({ connections: 8 })
      const said = []
      const sockets: Socket[] = []
      for (let i = 0; i < 3; i++) {
        const [socket, status] = await open(portOf(one))
        sockets.push(socket)
        said.push(status)
      }
      expect(said).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 503'])
      sockets.forEach(socket => socket.destroy())
      await nobodyLeft(one)
      expect((await open(portOf(one)))[1]).toBe('HTTP/1.1 200')
      const behind = await serving({ connections: 8, trustProxy: 1 })
      for (let i = 0; i < 3; i++) expect((await open(portOf(behind)))[1]).toBe('HTTP/1.1 200')
    })

    it('speaks HTTP on it and nothing else', async () => {
      for (const upgrade of ['websocket', 'h2c, websocket', 'tls/1.0'])
        expect(
          (await app().inject({ url: '/healthz', headers: { connection: 'upgrade', upgrade } })).statusCode,
          upgrade,
        ).toBe(400)
      expect(
        (await app().inject({ url: '/healthz', headers: { connection: 'upgrade', upgrade: 'h2c' } })).statusCode,
      ).toBe(200)
    })

    it('has to move bytes at a pace, whatever comes at once, and may take its time where we are the slow ones', () => {
      // 1000 bytes a second: 2000 in each two seconds
      const pace = new Pace(1000, 2000, 0)
      expect([pace.isTooSlow(1000, 10), pace.isTooSlow(2000, 1000), pace.isTooSlow(2001, 1999)]).toEqual([
        false,
        false,
        true,
      ])
      const honest = new Pace(1000, 2000, 0)
      expect(Array.from({ length: 50_000 }, (_, s) => honest.isTooSlow(s * 1000, s * 1024)).filter(Boolean)).toEqual([])
      const fastThenIdle = new Pace(1000, 2000, 0)
      expect([
        fastThenIdle.isTooSlow(500, 50_000_000),
        fastThenIdle.isTooSlow(2500, 50_000_001),
        fastThenIdle.isTooSlow(2501, 50_000_002),
      ]).toEqual([false, false, true])
      const waited = new Pace(1000, 2000, 0)
      waited.rest(60_000, 5)
      expect([waited.isTooSlow(62_000, 5), waited.isTooSlow(62_001, 5)]).toEqual([false, true])
      // a large piece that is on its way as a whole
      const large = new Pace(1000, 2000, 0)
      expect([large.isTooSlow(11_000, 0, 10_000), large.isTooSlow(12_001, 0, 10_000)]).toEqual([false, true])
    })
  })

  describe('a server that ends', () => {
    it('says so while it still serves, answers what it has begun, and then cuts what does not end', async () => {
      const one = await embeddedApp(api().services, { drain: { announceMs: 1, limitMs: 60_000 } })
      let release = (): void => {}
      const begun = new Promise<void>(resolve => {
        one.get('/slow', async () => {
          resolve()
          await new Promise<void>(go => {
            release = go
          })
          return 'done'
        })
      })
      await one.listen({ port: 0, host: '127.0.0.1' })
      const base = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`
      const slow = fetch(`${base}/slow`)
      await begun
      const closed = one.close()
      // nobody new is let in once it has said so; whoever waits is answered
      await expect.poll(() => one.server.listening).toBe(false)
      await expect(fetch(`${base}/healthz`)).rejects.toThrow()
      release()
      expect(await (await slow).text()).toBe('done')
      await closed
    })

    it('tells /healthz, and has no connection kept', async () => {
      const one = await embeddedApp(api().services, { drain: { announceMs: 2 ** 31 - 1, limitMs: 0 } })
      await one.listen({ port: 0, host: '127.0.0.1' })
      const base = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`
      expect((await fetch(`${base}/healthz`)).status).toBe(200)
      void one.close()
      await expect.poll(async () => (await fetch(`${base}/healthz`)).status).toBe(503)
      const health = await fetch(`${base}/healthz`)
      expect([health.headers.get('connection'), await health.json()]).toMatchObject([
        'close',
        { status: 'draining', resultCode: '503' },
      ])
      const served = await fetch(`${base}/prod-api/api-auth/oauth/userinfo`, { headers: bearer() })
      expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
      // what the framework allows by itself would break off an announcement of more than ten seconds
      expect(one.initialConfig.pluginTimeout).toBe(0)
      one.server.close()
      one.server.closeAllConnections()
    })

    it('waits for nobody longer than it may', async () => {
      const one = await embeddedApp(api().services, { drain: { announceMs: 0, limitMs: 1 } })
      const begun = new Promise<void>(resolve => {
        one.get('/never', () => {
          resolve()
          return new Promise(() => {})
        })
      })
      await one.listen({ port: 0, host: '127.0.0.1' })
      const never = fetch(`http://127.0.0.1:${(one.server.address() as AddressInfo).port}/never`).catch(() => 'cut')
      await begun
      await one.close()
      expect(await never).toBe('cut')
    })
  })
})
