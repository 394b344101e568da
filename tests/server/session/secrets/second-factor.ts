import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODE_NEEDED, MUST_ENROL } from '../../../../src/core/contract/api.ts'
import type { Boot } from '../../../../src/core/contract/configuration.ts'
import type { Api } from '../../support/api.ts'
import { PASSWORD } from '../../support/api.ts'
import { BrowserLike, codeAt, Phone } from '../../support/browser.ts'
import { withoutTable } from '../put-aside.ts'

const ME = '/api-auth/oauth/userinfo'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
interface State {
  on: boolean
  required: boolean
  recoveryLeft: number
}
interface Enrolled {
  own: BrowserLike
  phone: Phone
  codes: string[]
}

export function secondFactorContract(api: () => Api): void {
  const browser = (): BrowserLike => new BrowserLike(api())
  const state = async (one: BrowserLike): Promise<State | undefined> =>
    (await one.ask<State>('GET', '/api-console/totp')).body.data
  const post = <T = unknown>(one: BrowserLike, what: string, body: object) =>
    one.ask<T>('POST', `/api-console/totp/${what}`, body)
  const signIn = async (username: string, code?: string, one = browser()): Promise<unknown> => {
    const { status, body } = await one.signIn(username, code === undefined ? {} : { code })
    return status === 200 ? 200 : (body.data?.reason ?? body.resultMsg)
  }

  async function enrol(username: string): Promise<Enrolled> {
    const own = browser()
    await own.signIn(username)
    const secret =
      (await post<{ secret: string; uri: string }>(own, 'begin', { password: PASSWORD })).body.data?.secret ?? ''
    const phone = new Phone(secret)
    const codes = (await post<{ codes: string[] }>(own, 'confirm', { code: phone.next() })).body.data?.codes ?? []
    return { own, phone, codes }
  }
  const remove = async (username: string): Promise<void> => {
    await api().db.deleteFrom('sys_totp').where('userId', '=', `user-${username}`).execute()
    await api().db.deleteFrom('sys_throttle').execute()
  }

  const setClock = (now: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now })
  }
  // a code is good for a time: that time stands still
  beforeEach(() => setClock(Date.now()))
  afterEach(() => {
    vi.useRealTimers()
  })

  describe('a second factor', () => {
    it('is set up with password and first code, ends the sessions that began without it, and is asked for from then on', async () => {
      const [own, before] = [browser(), await api().token('fj_fuzhou')]
      await own.signIn('fj_fuzhou')
      expect((await post(own, 'begin', { password: 'Wrong123' })).body.resultMsg).toBe('密码错误')
      const { secret = '', uri = '' } =
        (await post<{ secret: string; uri: string }>(own, 'begin', { password: PASSWORD })).body.data ?? {}
      expect(decodeURIComponent(uri)).toContain('totp/大数据网络监测平台:fj_fuzhou?')
      const phone = new Phone(secret)
      expect((await post(own, 'confirm', { code: codeAt(secret, 0) })).status).toBe(400)
      expect([await state(own), await signIn('fj_fuzhou')]).toEqual([
        { on: false, required: false, recoveryLeft: 0 },
        200,
      ])
      const { codes = [] } = (await post<{ codes: string[] }>(own, 'confirm', { code: phone.next() })).body.data ?? {}
      expect([codes.length, new Set(codes).size, await state(own)]).toEqual([
        10,
        10,
        { on: true, required: false, recoveryLeft: 10 },
      ])
      expect((await api().ask('GET', ME, before)).status).toBe(401)
      expect((await own.ask('GET', ME)).status).toBe(200)
      expect([
        await signIn('fj_fuzhou'),
        await signIn('fj_fuzhou', '000000'),
        await signIn('fj_fuzhou', phone.next()),
      ]).toEqual([CODE_NEEDED, CODE_NEEDED, 200])
      expect((await post(own, 'begin', { password: PASSWORD })).status).toBe(400)
      expect(
        await api()
          .db.selectFrom('sys_audit')
          .select('action')
          .where('entity', '=', 'secondFactor')
          .where('objectId', '=', 'user-fj_fuzhou')
          .orderBy('id')
          .execute(),
      ).toEqual([{ action: 'totp.begin' }, { action: 'totp.confirm' }])
      await remove('fj_fuzhou')
    })

    it('takes each code once, however often it comes at the same moment, and none from before one it has had', async () => {
      const { phone } = await enrol('fj_fuzhou')
      const seen = phone.next()
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('fj_fuzhou', seen)))
      expect(answers.filter(one => one === 200)).toHaveLength(1)
      expect((await browser().signIn('fj_fuzhou', { code: seen })).body.resultMsg).toBe(
        '该验证码已经用过，请等手机上出现下一个',
      )
      await remove('fj_fuzhou')
    })

    it('has recovery codes, each good once, replaced all together, and never kept as they are', async () => {
      const { own, phone, codes } = await enrol('fj_fuzhou')
      const [first = '', second = ''] = codes
      expect([
        await signIn('fj_fuzhou', first),
        await signIn('fj_fuzhou', first),
        await signIn('fj_fuzhou', second.toUpperCase().replace('-', ' ')),
      ]).toEqual([200, CODE_NEEDED, 200])
      expect((await state(own))?.recoveryLeft).toBe(8)
      expect(JSON.stringify(await api().db.selectFrom('sys_recovery').selectAll().execute())).not.toContain(
        String(codes[2]).replace('-', ''),
      )
      expect((await post(own, 'recovery', { password: PASSWORD })).body.data).toEqual({ reason: CODE_NEEDED })
      expect((await post(own, 'recovery', { password: 'Wrong123', code: phone.next() })).status).toBe(400)
      const renewed =
        (await post<{ codes: string[] }>(own, 'recovery', { password: PASSWORD, code: String(codes[3]) })).body.data
          ?.codes ?? []
      expect([await signIn('fj_fuzhou', String(codes[4])), await signIn('fj_fuzhou', renewed[0])]).toEqual([
        CODE_NEEDED,
        200,
      ])
      await remove('fj_fuzhou')
    })

    it('is not used up by a sign-in or a change that fails for another reason', async () => {
      const { own, phone, codes } = await enrol('fj_fuzhou')
      const [first = '', second = ''] = codes
      const code = phone.next()
      const again = /另一个版本/
      await withoutTable(api(), 'loginLog', async () => {
        expect([await signIn('fj_fuzhou', code), await signIn('fj_fuzhou', first)]).toEqual([
          expect.stringMatching(again),
          expect.stringMatching(again),
        ])
      })
      await withoutTable(api(), 'sys_audit', async () => {
        expect((await post(own, 'recovery', { password: PASSWORD, code: second })).status).toBe(503)
      })
      expect((await state(own))?.recoveryLeft).toBe(10)
      expect([await signIn('fj_fuzhou', code), await signIn('fj_fuzhou', first)]).toEqual([200, 200])
      expect((await post(own, 'off', { password: PASSWORD, code: second })).status).toBe(200)
      await remove('fj_fuzhou')
    })

    it('is guessed at as slowly as a password: asking without a code forgets nothing, and a known device is held up by none', async () => {
      const { own, phone } = await enrol('fj_fuzhou')
      const guess = async (ip: string): Promise<string> => {
        await browser().signIn('fj_fuzhou', { ip })
        return String((await browser().signIn('fj_fuzhou', { ip, code: phone.wrong() })).body.resultMsg)
      }
      const words = [await guess('10.9.0.1')]
      await api().db.updateTable('sys_throttle').set({ tries: 4 }).where('client', '=', 'code user-fj_fuzhou').execute()
      for (let i = 2; i < 4; i++) words.push(await guess(`10.9.0.${i}`))
      expect(words).toEqual(['验证码错误', '验证码错误', '验证码错误次数过多，请5秒后再试'])
      expect(await signIn('fj_fuzhou', phone.next(), own)).toBe(200)
      await remove('fj_fuzhou')
    })

    it('is turned off with password and code, or by whoever may reset the password, who is told where there is none', async () => {
      const { own, codes } = await enrol('huainan_xiejiaji')
      expect((await post(own, 'off', { password: PASSWORD })).body.data).toEqual({ reason: CODE_NEEDED })
      expect((await post(own, 'off', { password: PASSWORD, code: String(codes[0]) })).status).toBe(200)
      expect([await state(own), await signIn('huainan_xiejiaji')]).toEqual([
        { on: false, required: false, recoveryLeft: 0 },
        200,
      ])
      const lost = await enrol('huainan_xiejiaji')
      const reset = async (by: string, id = 'user-huainan_xiejiaji') =>
        (await api().ask('POST', '/api-user/users/resetFactor', await api().token(by), { id })).status
      expect([
        await reset('huainan_shangyao'),
        await reset('suzhou_city'),
        await reset('huainan_admin'),
        await reset('huainan_admin'),
      ]).toEqual([403, 404, 200, 400])
      expect((await lost.own.ask('GET', ME)).status).toBe(401)
      expect(await signIn('huainan_xiejiaji')).toBe(200)
      await api().db.deleteFrom('sys_throttle').execute()
    })
  })

  describe('a second factor that a role requires', () => {
    const requiredBy = (role: string, flag: 0 | 1) =>
      api().db.updateTable('role').set({ secondFactor: flag }).where('id', '=', role).execute()

    it('is set up before anything else is open, and cannot be turned off', async () => {
      const { roleIds } = await api()
        .db.selectFrom('user')
        .select('roleIds')
        .where('id', '=', 'user-gz_guiyang')
        .executeTakeFirstOrThrow()
      await requiredBy(String(roleIds).split(',')[0] ?? '', 1)
      const own = browser()
      await own.signIn('gz_guiyang')
      const open = new Set([
        'auth.userinfo',
        'auth.logout',
        'user.password',
        'totp.state',
        'totp.begin',
        'totp.confirm',
      ])
      const closed = api()
        .services.configuration()
        .endpoints()
        .filter(one => one.handler && one.access !== 'open' && !open.has(one.name))
      const answers = await Promise.all(
        closed.map(async ({ name, method, path, in: args }) => {
          const type = args === 'multipart' ? { 'content-type': 'multipart/form-data; boundary=x' } : {}
          const body = args === 'body' ? { payload: {} } : args === 'multipart' ? { payload: '--x--' } : {}
          const { base, tenant } = api().services.configuration().scope({}).app.api
          const url = base + path.replace('{tenant}', tenant).replace(/\{\w+\}/g, 'x')
          const answer = await api().app.inject({
            method,
            url,
            headers: {
              authorization: `Bearer ${own.token}`,
              cookie: `Device=${own.device}`,
              client_id: 'webApp',
              client_secret: 'webApp',
              ...type,
            },
            ...body,
          })
          const reason = (answer.json() as { data?: { reason?: string } }).data?.reason
          return answer.statusCode === 403 && reason === MUST_ENROL ? [] : [`${name} ${answer.statusCode}`]
        }),
      )
      expect([closed.length > 200, answers.flat()]).toEqual([true, []])
      const boot = async (): Promise<Boot> =>
        (
          await api().app.inject({
            url: '/config/boot?route=dataCenter/website',
            headers: { cookie: `Token=${own.token}; Device=${own.device}` },
          })
        ).json<Boot>()
      const before = await boot()
      expect([before.menu, before.page, before.user.mustEnrol, 'caseClues/security' in before.manifest.pages]).toEqual([
        [],
        undefined,
        true,
        true,
      ])
      const { secret = '' } = (await post<{ secret: string }>(own, 'begin', { password: PASSWORD })).body.data ?? {}
      const phone = new Phone(secret)
      expect((await post(own, 'confirm', { code: phone.next() })).status).toBe(200)
      const after = await boot()
      expect([after.menu.length > 0, after.page?.route, after.user.mustEnrol]).toEqual([
        true,
        'dataCenter/website',
        undefined,
      ])
      expect((await post(own, 'off', { password: PASSWORD, code: phone.next() })).body.resultMsg).toContain('不能停用')
      await requiredBy(String(roleIds).split(',')[0] ?? '', 0)
      await remove('gz_guiyang')
    })
  })

  describe('a clock that is set', () => {
    it.each([
      ['an hour back', -HOUR],
      ['an hour ahead', HOUR],
      ['ten seconds back', -10_000],
    ])('%s locks nobody out: session, waits and codes', async (_, shift) => {
      const { own, phone } = await enrol('wulanchabu_jining')
      await browser().signIn('wulanchabu_jining', { password: 'Wrong123' })
      await api()
        .db.updateTable('sys_throttle')
        .set({ tries: 5 })
        .where('client', 'like', '% wulanchabu_jining')
        .execute()
      const real = Date.now()
      setClock(real + shift)
      expect((await own.ask('GET', ME)).status).toBe(200)
      const stranger = browser()
      const first = await stranger.signIn('wulanchabu_jining')
      const wait = first.body.data?.retryAfter ?? 0
      // a wait that is told is a wait that ends: no longer than it would have been
      expect(wait).toBeLessThanOrEqual(5)
      // the phone's own time goes on as ever
      const at = (minutes: number): number => real + wait * 1000 + minutes * MINUTE
      setClock(at(0) + shift)
      const said = [await signIn('wulanchabu_jining', codeAt(phone.secret, at(1)), stranger)]
      setClock(at(0.5) + shift)
      if (said[0] !== 200) said.push(await signIn('wulanchabu_jining', codeAt(phone.secret, at(1.5)), stranger))
      expect(said.at(-1)).toBe(200)
      // and set right again
      setClock(at(3))
      expect((await stranger.ask('GET', ME)).status).toBe(200)
      expect(await signIn('wulanchabu_jining', codeAt(phone.secret, at(3)), stranger)).toBe(200)
      await remove('wulanchabu_jining')
    })
  })
}
