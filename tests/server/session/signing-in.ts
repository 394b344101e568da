import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuItem, UserInfo } from '../../../src/core/contract/api.ts'
import type { Boot, Manual, PublicBoot } from '../../../src/core/contract/configuration.ts'
import type { Api } from '../support/api.ts'
import { withoutTable } from './put-aside.ts'

const titles = (menu: MenuItem[]): string[] => menu.flatMap(item => [item.meta.title, ...titles(item.subMenus)])

interface SpecifiedItem extends MenuItem {
  perms: string
  children: SpecifiedItem[]
}

export function sessionContract(api: () => Api): void {
  describe('signing in', () => {
    it('R7.03 takes name and password as query and the client headers, and answers a bearer token', async () => {
      const { status, body } = await api().signIn('huainan_admin')
      expect(status).toBe(200)
      expect(body).toMatchObject({ resultCode: '0', data: { token_type: 'bearer' } })
      expect(body.data?.access_token.length).toBeGreaterThan(30)
    })

    it('R7.03 refuses another client, in either spelling of the headers', async () => {
      expect((await api().signIn('huainan_admin', undefined, { client_id: 'x', client_secret: 'y' })).status).toBe(401)
      expect((await api().signIn('huainan_admin', undefined, {})).status).toBe(401)
      expect(
        (await api().signIn('huainan_admin', undefined, { 'client-id': 'webApp', 'client-secret': 'webApp' })).status,
      ).toBe(200)
    })

    it('R8.03 says 400 for a wrong password and for a user that does not exist, in the same words', async () => {
      for (const [name, password] of [
        ['huainan_yaopin', 'Wrong123'],
        ['nobody', 'Wrong123'],
      ] as const) {
        const { status, body } = await api().signIn(name, password)
        expect([status, body.resultMsg]).toEqual([400, '用户名或密码错误'])
      }
    })

    it('says which argument is missing', async () => {
      const { status, body } = await api().ask(
        'POST',
        '/api-auth/oauth/user/token?username=admin',
        undefined,
        undefined,
        { client_id: 'webApp', client_secret: 'webApp' },
      )
      expect([status, body.resultMsg]).toEqual([400, '缺少参数：password'])
    })

    it('lets nobody guess on at once after five wrong passwords, and locks nobody out', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      for (let tries = 0; tries < 5; tries++) await api().signIn('wulanchabu_jining', 'Wrong123')
      const { status, body, headers } = await api().signIn('wulanchabu_jining')
      expect([status, body.resultMsg, headers['retry-after']]).toEqual([400, '密码错误次数过多，请5秒后再试', '5'])
      vi.setSystemTime(Date.now() + 5000)
      expect((await api().signIn('wulanchabu_jining')).status).toBe(200)
      vi.useRealTimers()
      await api().db.deleteFrom('sys_throttle').execute()
    })

    describe('whose outcome is not known', () => {
      const wrong = async (): Promise<number> => {
        const rows = await api().db.selectFrom('sys_throttle').select(['tries', 'pending']).execute()
        return rows.reduce((sum, { tries, pending }) => sum + Number(tries) + Number(pending), 0)
      }
      beforeEach(() => api().db.deleteFrom('sys_throttle').execute())
      afterEach(() => api().db.deleteFrom('sys_throttle').execute())

      it('is not counted as wrong: of many right ones that fail none holds up the next', async () => {
        for (const table of ['sys_session', 'sys_credential'])
          await withoutTable(api(), table, async () => {
            for (let i = 0; i < 6; i++) expect((await api().signIn('huainan_admin')).status).toBe(503)
          })
        expect(await wrong()).toBe(0)
        expect((await api().signIn('huainan_admin')).status).toBe(200)
      })

      it('counts while it is judged, so that nobody guesses many at once, and is forgotten if its process dies', async () => {
        const guesses = await Promise.all(
          Array.from({ length: 12 }, (_, i) => api().signIn('huainan_admin', `Wrong${i}2025`)),
        )
        const held = guesses.filter(({ body }) => /错误次数过多/.test(body.resultMsg ?? '')).length
        expect(held).toBeGreaterThanOrEqual(7)
        const now = Date.now()
        const dead = (pendingAt: number): Promise<unknown> =>
          api().db.updateTable('sys_throttle').set({ tries: 0, pending: 9, pendingAt, lastAt: now }).execute()
        await dead(now)
        expect((await api().signIn('huainan_admin')).body.resultMsg).toMatch(/错误次数过多/)
        // also if the clock was set back since
        for (const at of [now - 600_000, now + 600_000]) {
          await dead(at)
          expect((await api().signIn('huainan_admin')).status).toBe(200)
        }
      })
    })

    it('keeps neither tokens nor passwords in the clear', async () => {
      const token = await api().token('huainan_admin')
      const sessions = await api().db.selectFrom('sys_session').selectAll().execute()
      const credentials = await api().db.selectFrom('sys_credential').selectAll().execute()
      const stored = JSON.stringify([sessions, credentials])
      expect(stored).not.toContain(token)
      expect(stored).not.toContain('Wangjian2025')
    })
  })

  describe('a session', () => {
    it('R4.02 R2.01 answers 401 without a token, with a made-up one and with an expired one', async () => {
      const path = '/api-auth/oauth/userinfo'
      expect((await api().ask('GET', path)).status).toBe(401)
      expect((await api().ask('GET', path, 'made-up')).status).toBe(401)
      const token = await api().token('huainan_qixie')
      await api()
        .db.updateTable('sys_session')
        .set({ expiresAt: Date.now() - 1 })
        .where('userId', '=', 'user-huainan_qixie')
        .execute()
      expect((await api().ask('GET', path, token)).status).toBe(401)
    })

    it('R4.01 ends with the logout call', async () => {
      const token = await api().token('huainan_admin')
      const out = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api-auth/oauth/remove/token',
        headers: { authorization: `Bearer ${token}`, 'client-id': 'webApp', 'client-secret': 'webApp' },
        payload: { access_token: token },
      })
      expect([out.statusCode, out.headers['clear-site-data']]).toEqual([200, '"cache"'])
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).status).toBe(401)
    })

    it('R3.01 knows the user with the fields of the specification', async () => {
      const { body } = await api().ask<UserInfo>('GET', '/api-auth/oauth/userinfo', await api().token('huainan_datong'))
      expect(body.data).toMatchObject({
        id: 'user-huainan_datong',
        nickName: '大通区局演示',
        customerId: '87190',
        sysCustomer: { customerId: '87190', areaName: '淮南市' },
        sysOrg: { orgName: '大通区市场监管局' },
        sysRoles: [{ code: 'quxianjuji' }],
        sysArea: { areaCode: '340402', areaName: '大通区', areaLevel: 3 },
        areaCode: '340402',
        userLevel: 3,
      })
    })
  })

  describe('menu and configuration', () => {
    const menuOf = async (user: string): Promise<string[]> =>
      titles((await api().ask<MenuItem[]>('GET', '/api-user/menus/current', await api().token(user))).body.data ?? [])

    it('R4.04 R6.06 R6.07 differ by area and level', async () => {
      const [huainan, guizhou, town] = [
        await menuOf('huainan_admin'),
        await menuOf('gz_guiyang'),
        await menuOf('huainan_shangyao'),
      ]
      expect(huainan).toContain('用户管理')
      expect(guizhou).toContain('平台内经营者')
      expect(huainan).not.toContain('平台内经营者')
      expect(town).not.toContain('用户管理')
      expect(town).not.toContain('系统日志')
      expect(town).toContain('修改密码')
    })

    it('R4.04 has of each entry what the specification names', async () => {
      const { body } = await api().ask<SpecifiedItem[]>(
        'GET',
        '/api-user/menus/current',
        await api().token('huainan_admin'),
      )
      const all = (items: readonly SpecifiedItem[]): SpecifiedItem[] =>
        items.flatMap(one => [one, ...all(one.children)])
      const entries = all(body.data ?? [])
      expect(entries.length).toBeGreaterThan(50)
      expect(entries.map(({ perms }) => perms)).toEqual(entries.map(({ id }) => id))
      expect(entries.map(({ children }) => children)).toEqual(entries.map(({ subMenus }) => subMenus))
    })

    const boot = async (user: string, route: string, lang = 'zh'): Promise<Boot> => {
      const answer = await api().app.inject({
        url: `/config/boot?route=${route}&lang=${lang}`,
        headers: { cookie: `Token=${await api().token(user)}` },
      })
      expect(answer.statusCode).toBe(200)
      return answer.json() as Boot
    }

    it('boots with user, menu and the page asked for, and with texts of another language', async () => {
      const answer = await boot('huainan_admin', '/dataCenter/onlineShop', 'en')
      expect(answer.page).toMatchObject({ kind: 'list', route: 'dataCenter/onlineShop' })
      expect(answer.user.areaCode).toBe('340400')
      expect(Object.keys(answer.texts ?? {}).length).toBeGreaterThan(10)
      expect((await boot('huainan_admin', 'dataCenter/onlineShop')).texts).toBeUndefined()
    })

    it('R2.10 R6.01 leaves out pages that the user may not open, and refuses their content', async () => {
      const may = await boot('huainan_admin', 'caseClues/user')
      const mayNot = await boot('huainan_shangyao', 'caseClues/user')
      const hash = may.manifest.pages['caseClues/user']?.hash ?? ''
      expect(may.page).toBeDefined()
      expect(mayNot.page).toBeUndefined()
      expect(mayNot.manifest.pages['caseClues/user']).toBeUndefined()
      const ask = async (user: string): Promise<number> =>
        (
          await api().app.inject({
            url: `/config/page/${hash}`,
            headers: { cookie: `Token=${await api().token(user)}` },
          })
        ).statusCode
      expect([await ask('huainan_admin'), await ask('huainan_shangyao')]).toEqual([200, 404])
      expect((await api().app.inject(`/config/page/${hash}`)).statusCode).toBe(404)
    })

    it('R6.10 gives the manual of their level to whoever has signed in', async () => {
      const { manuals } = (await boot('huainan_shangyao', '')).manifest.app
      const manual = manuals?.['4']
      const url = `/config/manual/${typeof manual === 'object' ? manual.hash : ''}`
      expect((await api().app.inject(url)).statusCode).toBe(401)
      const headers = { cookie: `Token=${await api().token('huainan_shangyao')}` }
      const answer = await api().app.inject({ url, headers })
      expect(answer.headers['cache-control']).toContain('immutable')
      const { chapters } = answer.json<Manual>()
      expect(chapters[0]?.title).toBe('监管所的一天')
      expect(chapters.flatMap(({ sections }) => sections).length).toBeGreaterThan(30)
      const wrong = await api().app.inject({ url: '/config/manual/00000000000000000000', headers })
      expect(wrong.statusCode).toBe(404)
    })

    it('R2.01 shows strangers the open pages only', async () => {
      const answer = await api().app.inject('/config/public')
      const { pages, app } = (answer.json() as PublicBoot).manifest
      expect(Object.keys(pages)).toContain('login')
      expect(Object.keys(pages)).not.toContain('dataCenter/onlineShop')
      expect(app.title).toBe('大数据网络监测平台')
      expect((await api().app.inject('/config/boot?route=login')).statusCode).toBe(401)
    })

    it("names the caller's configuration version in every answer", async () => {
      const token = await api().token('gz_guiyang')
      const shown = (await boot('gz_guiyang', 'login')).manifest.version
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).headers['x-config-version']).toBe(shown)
      expect((await api().ask('POST', '/api/wjCase/list', token, {})).headers['x-config-version']).toBe(shown)
    })
  })
}
