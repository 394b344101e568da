import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashToken } from '../../../src/server/session/secrets/hash.ts'
import { USUAL_LIMITS } from '../../../src/server/session/throttle/slowing.ts'
import type { Api } from '../support/api.ts'
import { BrowserLike } from '../support/browser.ts'

const ME = '/api-auth/oauth/userinfo'
interface Shown {
  id: string
  agent: string
  ip: string
  current: number
  bound: number
}

export function ownSessionsContract(api: () => Api): void {
  const browser = (): BrowserLike => new BrowserLike(api())
  const signedIn = async (username: string, one = browser()): Promise<BrowserLike> => {
    expect((await one.signIn(username)).status).toBe(200)
    return one
  }
  const sessionsOf = async (one: BrowserLike): Promise<Shown[]> =>
    (await one.ask<{ list: Shown[] }>('GET', '/api-console/sessions')).body.data?.list ?? []

  describe('a session that is bound to its browser', () => {
    it('is good with what only that browser has, at every way into the server, and worth nothing without', async () => {
      const own = await signedIn('wuhu_city')
      const ways = [`/prod-api${ME}`, '/config/boot?route=login', '/config/openapi.json', '/file/nothing']
      const ask = async (cookie: string): Promise<number[]> =>
        Promise.all(
          ways.map(
            async url =>
              (await api().app.inject({ url, headers: { authorization: `Bearer ${own.token}`, cookie } })).statusCode,
          ),
        )
      expect(await ask(`Device=${own.device}`)).toEqual([200, 200, 200, 404])
      for (const stolen of ['', 'Device=made-up', `Device=${hashToken(String(own.device))}`])
        expect(await ask(stolen)).toEqual([401, 401, 401, 401])
      expect(own.setCookie).toMatch(/^Device=[\w-]{40,}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    })

    it('is what the console asks for: whoever asks for none has one as the specification knows it', async () => {
      const client = browser()
      await client.signIn('wuhu_city', { bound: 0 })
      expect([client.device, (await client.ask('GET', ME)).status]).toEqual([undefined, 200])
      const kept = JSON.stringify(await api().db.selectFrom('sys_device').selectAll().execute())
      const own = await signedIn('wuhu_city')
      expect(kept).not.toContain(String(own.device))
    })

    it('goes on in the same browser with the next person, and gives neither the other’s place', async () => {
      const shared = await signedIn('wuhu_city')
      const [first, device] = [shared.token, shared.device]
      await signedIn('wuhu_fangcun', shared)
      // somebody may have laid the old one there: the next person gets another
      expect(shared.device).not.toBe(device)
      expect((await api().ask('GET', ME, first, undefined, { cookie: `Device=${shared.device}` })).status).toBe(401)
      expect((await shared.ask('GET', ME)).status).toBe(200)
      const [now] = [shared.device]
      await signedIn('wuhu_city', shared)
      expect(shared.device).toBe(now)
    })
  })

  describe('one’s own sessions', () => {
    it('are listed with device and address, this one marked, and end one by one or all others at once', async () => {
      const [here, there, elsewhere] = [
        await signedIn('suzhou_city'),
        await signedIn('suzhou_city'),
        await signedIn('suzhou_city'),
      ]
      const listed = await sessionsOf(here)
      expect(listed[0]).toMatchObject({ agent: 'Chrome 128 / Windows', ip: '10.7.7.7', current: 1, bound: 1 })
      expect(listed.filter(one => one.current === 1)).toHaveLength(1)
      const id = (await sessionsOf(there))[0]?.id
      expect((await here.ask('POST', '/api-console/sessions/end', { id })).status).toBe(200)
      expect([(await there.ask('GET', ME)).status, (await elsewhere.ask('GET', ME)).status]).toEqual([401, 200])
      expect((await here.ask('POST', '/api-console/sessions/end', { id })).status).toBe(404)
      expect((await here.ask('POST', '/api-console/sessions/end', { id: listed[0]?.id })).status).toBe(400)
      expect(Number((await here.ask('POST', '/api-console/sessions/endOthers', {})).body.data)).toBeGreaterThan(0)
      expect([(await elsewhere.ask('GET', ME)).status, (await sessionsOf(here)).length]).toEqual([401, 1])
      const ended = await api()
        .db.selectFrom('loginLog')
        .select('logoutTime')
        .where('id', '=', hashToken(elsewhere.token))
        .executeTakeFirst()
      expect(ended?.['logoutTime']).toBeTruthy()
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('action')
        .where('entity', '=', 'session')
        .where('objectId', '=', hashToken(elsewhere.token).slice(0, 12))
        .execute()
      expect(trail.map(one => one['action']).sort()).toEqual(['auth.login', 'session.endOthers'])
    })

    it('are nobody else’s to see or to end', async () => {
      const [mine, theirs] = [await signedIn('suzhou_city'), await signedIn('wuhu_city')]
      const id = hashToken(mine.token).slice(0, 12)
      expect((await sessionsOf(theirs)).map(one => one.id)).not.toContain(id)
      expect((await theirs.ask('POST', '/api-console/sessions/end', { id })).status).toBe(404)
      expect((await mine.ask('GET', ME)).status).toBe(200)
    })
  })

  describe('guesses', () => {
    const wrong = (username: string, ip: string, one = browser()) => one.signIn(username, { password: 'Wrong123', ip })
    /** Another account for each: what one test counts is no concern of the next. */
    const many = USUAL_LIMITS.spread
    // what is told in seconds does not hang on how long a test takes
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const elapsed = (ms: number) => vi.setSystemTime(Date.now() + ms)

    it('slow the one who makes them and nobody else: neither another address, nor a device that is known', async () => {
      const own = await signedIn('gz_guiyang')
      for (let i = 0; i < USUAL_LIMITS.tries; i++)
        expect((await wrong('gz_guiyang', '10.8.0.1')).body.resultMsg).toBe('用户名或密码错误')
      const refused = await browser().signIn('gz_guiyang', { ip: '10.8.0.1' })
      expect([
        refused.status,
        refused.body.resultMsg,
        refused.headers['retry-after'],
        refused.body.data?.retryAfter,
      ]).toEqual([400, '密码错误次数过多，请5秒后再试', '5', 5])
      expect((await browser().signIn('gz_guiyang', { ip: '10.8.0.2' })).status).toBe(200)
      expect((await own.signIn('gz_guiyang', { ip: '10.8.0.1' })).status).toBe(200)
      elapsed(5000)
      expect((await wrong('gz_guiyang', '10.8.0.1')).body.resultMsg).toBe('用户名或密码错误')
      expect((await wrong('gz_guiyang', '10.8.0.1')).body.data?.retryAfter).toBe(10)
      elapsed(10_000)
      expect((await browser().signIn('gz_guiyang', { ip: '10.8.0.1' })).status).toBe(200)
    })

    it('from everywhere make a strange device wait once, a known one never, and the right password always gets in', async () => {
      const own = await signedIn('admin')
      await api().db.updateTable('sys_throttle').set({ tries: many }).where('client', '=', 'name admin').execute()
      expect((await own.signIn('admin', { ip: '10.8.1.1' })).status).toBe(200)
      const stranger = await browser().signIn('admin', { ip: '10.8.1.1' })
      expect([stranger.status, stranger.body.data?.retryAfter]).toEqual([400, USUAL_LIMITS.spreadWait])
      // whoever guesses on from elsewhere lengthens nobody's wait
      for (let i = 0; i < 3; i++) await wrong('admin', `10.8.1.${10 + i}`)
      elapsed(USUAL_LIMITS.spreadWait * 1000)
      expect((await browser().signIn('admin', { ip: '10.8.1.1' })).status).toBe(200)
      await api().db.deleteFrom('sys_throttle').execute()
    })

    it('from a known device count for that device alone', async () => {
      const own = await signedIn('gz_guiyang')
      await wrong('gz_guiyang', '10.8.2.1', own)
      const counted = await api()
        .db.updateTable('sys_throttle')
        .set({ tries: USUAL_LIMITS.tries })
        .where('client', '=', `device ${hashToken(String(own.device))} gz_guiyang`)
        .returning('client')
        .execute()
      expect(counted).toHaveLength(1)
      expect((await own.signIn('gz_guiyang', { ip: '10.8.2.1' })).body.data?.retryAfter).toBe(5)
      expect((await browser().signIn('gz_guiyang', { ip: '10.8.2.1' })).status).toBe(200)
      // known to one person, strange to all others
      await wrong('fj_fuzhou', '10.8.2.2', own)
      expect(
        (
          await api()
            .db.selectFrom('sys_throttle')
            .select('tries')
            .where('client', '=', 'login 10.8.2.2 fj_fuzhou')
            .executeTakeFirst()
        )?.['tries'],
      ).toBe(1)
      await api().db.deleteFrom('sys_throttle').execute()
    })
  })

  describe('a changed password', () => {
    it('makes strangers of all devices but the one where it was changed', async () => {
      const [here, there] = [await signedIn('suzhou_tuohe'), await signedIn('suzhou_tuohe')]
      const known = async () =>
        (
          await api()
            .db.selectFrom('sys_device')
            .select('deviceHash')
            .where('userId', '=', 'user-suzhou_tuohe')
            .execute()
        )
          .map(one => one['deviceHash'])
          .sort()
      expect(await known()).toEqual([hashToken(String(here.device)), hashToken(String(there.device))].sort())
      const changed = await here.ask('PUT', '/api-user/users/password', {
        oldPassword: 'Wangjian2025',
        newPassword: 'Better 2025',
      })
      expect(changed.body.code).toBe(1)
      expect(await known()).toEqual([hashToken(String(here.device))])
      expect([(await here.ask('GET', ME)).status, (await there.ask('GET', ME)).status]).toEqual([401, 401])
    })

    it('is taken as it is typed: with its blanks, and a letter however it was made', async () => {
      const own = browser()
      const signIn = async (password: string): Promise<number> =>
        (await own.signIn('suzhou_tuohe', { password })).status
      expect(await signIn('Better 2025')).toBe(200)
      expect(
        (await own.ask('PUT', '/api-user/users/password', { oldPassword: 'Better 2025', newPassword: ' Bétter2025 ' }))
          .body.code,
      ).toBe(1)
      expect(await signIn('Bétter2025')).toBe(400)
      expect(await signIn(' Be\u0301tter\uff12025 ')).toBe(200)
    })
  })
}
