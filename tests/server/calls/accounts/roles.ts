import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, MenuItem, Row } from '../../../../src/core/contract/api.ts'
import type { Boot } from '../../../../src/core/contract/configuration.ts'
import { DUTIES } from '../../../../src/core/model/roles.ts'
import { ROLE_GRANTS } from '../../../../src/server/db/migrate/role-grants.ts'
import type { Api } from '../../support/api.ts'

const ROLES = '/api-user/roles'
interface Granted {
  menus: MenuItem[]
  menuIds: string[]
  buttons: string[]
  allButtons: { key: string; value: string }[]
}

export function roleContract(api: () => Api): void {
  const list = async (user: string, query = ''): Promise<Row[]> =>
    (await api().ask<ListAnswer>('GET', `${ROLES}?pageRowNo=100${query}`, await api().token(user))).body.data?.list
    ?? []
  const save = async (user: string, role: object): ReturnType<Api['ask']> =>
    api().ask('POST', `${ROLES}/saveOrUpdate`, await api().token(user), role)
  const made = async (user: string, code: string, level: string): Promise<string> =>
    String((await save(user, { code, name: `角色${code}`, level, dataScope: '3' })).body.data)

  describe('roles', () => {
    it('are the product’s and one’s own customer’s, with the number of their users', async () => {
      const id = await made('huainan_admin', 'hn_test', '3')
      const own = await list('huainan_admin')
      const users = await api()
        .db.selectFrom('user')
        .select('id')
        .where('roleIds', 'like', '%role-quxianjuji%')
        .where('delFlag', '=', 0)
        .execute()
      expect(users.length).toBeGreaterThan(0)
      expect(own.find(role => role['code'] === 'quxianjuji')?.['userCount']).toBe(users.length)
      expect(own.some(role => role['id'] === id)).toBe(true)
      expect((await list('fj_province')).some(role => role['id'] === id)).toBe(false)
      expect((await list('admin')).some(role => role['id'] === id)).toBe(true)
      for (const user of ['fj_province', 'wuhu_city']) {
        expect((await save(user, { id, name: '改名' })).status).toBe(404)
        expect((await api().ask('DELETE', `/api-user/hn/roles/${id}`, await api().token(user))).status).toBe(404)
        expect((await api().ask('GET', `${ROLES}/${id}`, await api().token(user))).status).toBe(404)
      }
      expect(
        (await api().ask<Row>('GET', `${ROLES}/${id}`, await api().token('huainan_admin'))).body.data,
      ).toMatchObject({ code: 'hn_test', customerId: '87190' })
      expect((await api().ask('DELETE', `/api-user/hn/roles/${id}`, await api().token('huainan_admin'))).status).toBe(
        200,
      )
    })

    it('of a customer are in the list of no other, and count those users alone whom their reader may see', async () => {
      const of = async (user: string) => new Map((await list(user)).map(role => [role['code'], role['userCount']]))
      const [wuhu, huainan] = [await of('wuhu_city'), await of('huainan_admin')]
      expect([wuhu.has('quxianjuji'), wuhu.has('xuancheng'), huainan.has('quxianjuji')]).toEqual([false, false, true])
      const users = `/api-user/users?roleIds=role-county_admin`
      expect(wuhu.get('county_admin')).toBe(
        (await api().ask<ListAnswer>('GET', users, await api().token('wuhu_city'))).body.data?.totalRecord,
      )
      expect(Number(wuhu.get('county_admin'))).toBeGreaterThan(0)
      expect(wuhu.get('county_admin')).toBeLessThan(Number((await of('admin')).get('county_admin')))
    })

    it('are changed by nobody below them, and those of all customers by the nation alone', async () => {
      expect((await save('huainan_admin', { id: 'role-county_admin', name: '改名' })).body.resultMsg).toBe(
        '该角色为平台通用角色，只有平台运维可以修改',
      )
      expect(
        (await save('huainan_admin', { code: 'too_high', name: '过高', level: '1', dataScope: '3' })).body.errors,
      ).toEqual({ level: '不能给出您自己没有的：角色高于本级：“过高”' })
      expect(
        (await save('huainan_datong', { code: 'county_made', name: '县级', level: '3', dataScope: '3' })).status,
      ).toBe(403)
      expect((await save('admin', { id: 'role-town_staff', remark: '平台通用' })).status).toBe(200)
      const inUse = await api().ask('DELETE', '/api-user/hn/roles/role-town_staff', await api().token('admin'))
      expect(inUse.body.resultMsg).toMatch(/^还有 \d+ 个用户使用该角色/)
    })

    it('are shown as changeable to those whose change the server accepts', async () => {
      const changeable = async (user: string): Promise<Record<string, unknown>> =>
        Object.fromEntries((await list(user)).map(role => [role['code'], role['editable']]))
      const id = await made('huainan_admin', 'hn_own', '3')
      expect(await changeable('huainan_admin')).toMatchObject({ hn_own: 1, county_admin: 0, '999': 0 })
      expect(await changeable('admin')).toMatchObject({ hn_own: 1, county_admin: 1 })
      expect(
        (await api().ask<Row>('GET', `${ROLES}/${id}`, await api().token('huainan_admin'))).body.data?.['editable'],
      ).toBe(1)
      // somebody who holds it has a role beside it that the administrator of the city has not
      const user = `held${Date.now()}`
      await api()
        .db.insertInto('user')
        .values({
          id: user,
          username: user,
          nickName: user,
          areaCode: '340402',
          customerId: '87190',
          orgId: '',
          roleIds: `${id},role-province_admin`,
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      expect(await changeable('huainan_admin')).toMatchObject({ hn_own: 0 })
      for (const person of ['huainan_admin', 'shandong_province', 'admin'])
        for (const role of await list(person)) {
          const saved = await save(person, { id: role['id'], remark: role['remark'] ?? '' })
          expect([role['code'], saved.status === 200 ? 1 : 0], person).toEqual([role['code'], role['editable']])
        }
      await api().db.deleteFrom('user').where('id', '=', user).execute()
    })
  })

  describe('roles of an earlier version, which meant all by naming none', () => {
    it('say so by a word of its own once, and grant what they granted', async () => {
      const { db } = api()
      const rows = [
        ['old-none', null, null],
        ['old-empty', null, []],
        ['old-some', ['dataCenter.website'], ['pf']],
      ] as const
      for (const [id, menuIds, buttons] of rows)
        await db
          .insertInto('role')
          .values({
            id,
            code: id,
            name: id,
            delFlag: 0,
            menuIds: menuIds && JSON.stringify(menuIds),
            buttons: buttons && JSON.stringify(buttons),
          })
          .execute()
      const stored = async (): Promise<Record<string, Row>> => {
        const all = await db.selectFrom('role').select(['id', 'menuIds', 'buttons']).execute()
        return Object.fromEntries(all.map(({ id, ...grants }) => [String(id), grants]))
      }
      const others = await stored()
      await db.transaction().execute(async tx => {
        await tx.deleteFrom('sys_meta').where('name', '=', 'role grants').execute()
        for (const _ of ['the first time', 'after a restore']) await sql.raw(ROLE_GRANTS.statement).execute(tx)
      })
      expect(await stored()).toMatchObject({
        'old-none': { menuIds: null, buttons: ['*'] },
        'old-empty': { menuIds: null, buttons: ['*'] },
        'old-some': { menuIds: ['dataCenter.website'], buttons: ['pf', '*'] },
      })
      await db
        .deleteFrom('role')
        .where(
          'id',
          'in',
          rows.map(([id]) => id),
        )
        .execute()
      for (const [id, { buttons }] of Object.entries(others))
        await db
          .updateTable('role')
          .set({ buttons: buttons ? JSON.stringify(buttons) : null })
          .where('id', '=', id)
          .execute()
    })
  })

  describe('menus of a role', () => {
    const of = async (user: string, id: string): ReturnType<Api['ask']> =>
      api().ask('GET', `/api-user/menus/${id}/menus`, await api().token(user))
    const grant = async (user: string, body: object): ReturnType<Api['ask']> =>
      api().ask('POST', '/api-user/menus/granted', await api().token(user), body)

    it('R4.04 R6.02 are what its users see, and may call: menus and buttons are the granter’s to give', async () => {
      const id = await made('huainan_admin', 'hn_menus', '3')
      const before = (await of('huainan_admin', id)).body.data as Granted
      expect(before).toMatchObject({ menuIds: [], buttons: [] })
      expect(before.allButtons.map(button => button.key)).toEqual(
        expect.arrayContaining(['ys', 'pf', 'sl', 'cl', 'th', 'dcwj']),
      )
      const website = before.menus
        .find(menu => menu.id === 'dataCenter')
        ?.subMenus.find(menu => menu.id === 'dataCenter.website')
      expect(website?.url).toBe('/dataCenter/website')

      await api()
        .db.insertInto('user')
        .values({
          id: 'user-menus',
          username: 'menus',
          nickName: '菜单',
          areaCode: '340402',
          customerId: '87190',
          orgId: '',
          roleIds: id,
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      const menu = async (): Promise<string[]> =>
        (
          (await api().ask<MenuItem[]>('GET', '/api-user/menus/current', await api().token('menus'))).body.data ?? []
        ).flatMap(item => [item.id, ...item.subMenus.map(sub => sub.id)])
      // nothing ticked is nothing
      expect(await menu()).toEqual([])
      expect(
        (
          await grant('huainan_admin', {
            roleId: id,
            menuIds: ['dataCenter', 'dataCenter.website'],
            buttons: ['pf', 'sl'],
          })
        ).status,
      ).toBe(200)
      expect(await menu()).toEqual(['dataCenter', 'dataCenter.website'])
      expect((await of('huainan_admin', id)).body.data).toMatchObject({
        menuIds: ['dataCenter', 'dataCenter.website'],
        buttons: ['pf', 'sl'],
      })
      const token = await api().token('menus')
      expect((await api().ask('GET', '/api-user/users', token)).status).toBe(403)
      expect((await api().ask('POST', '/api-im/website/websiteList', token, {})).status).toBe(200)
      expect((await grant('huainan_admin', { roleId: id, menuIds: [] })).status).toBe(200)
      expect(await menu()).toEqual([])
      expect((await grant('huainan_admin', { roleId: id, menuIds: ['*'] })).status).toBe(200)
      expect((await menu()).length).toBeGreaterThan(3)
      expect((await of('huainan_admin', id)).body.data).toMatchObject({ menuIds: ['*'] })
      const version = async (): Promise<unknown> =>
        (await api().ask('GET', '/api-auth/oauth/userinfo', token)).headers['x-config-version']
      const [all] = [await version(), await grant('huainan_admin', { roleId: id, menuIds: ['dataCenter.website'] })]
      const fewer = await version()
      expect(fewer).not.toBe(all)
      const { manifest } = (
        await api().app.inject({ url: '/config/boot?route=login', headers: { cookie: `Token=${token}` } })
      ).json<Boot>()
      expect(manifest.version).toBe(fewer)
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('action')
        .where('objectId', '=', id)
        .where('action', '=', 'menu.grant')
        .execute()
      expect(trail).toHaveLength(4)
    })

    it('are not granted beyond one’s own, to one’s own role, or by those without the page', async () => {
      const id = await made('huainan_admin', 'hn_beyond', '3')
      const refused: [string, object, number][] = [
        ['huainan_admin', { roleId: id, menuIds: ['no.such'] }, 400],
        ['huainan_admin', { roleId: id, menuIds: null, buttons: ['rm'] }, 400],
        ['huainan_admin', { roleId: id }, 400],
        ['huainan_admin', { roleId: id, menuIds: [{}] }, 400],
        ['huainan_admin', { roleId: id, menuIds: 'all' }, 400],
        ['huainan_admin', { roleId: 'role-huainan_admin', menuIds: null }, 403],
        ['huainan_datong', { roleId: id, menuIds: null }, 403],
        ['fj_province', { roleId: id, menuIds: null }, 404],
        ['admin', { roleId: 'role-999', menuIds: [] }, 403],
      ]
      for (const [user, body, status] of refused)
        expect((await grant(user, body)).status, `${user} ${JSON.stringify(body)}`).toBe(status)
      expect((await save('huainan_admin', { id, menuIds: ['no.such'] })).body.errors).toEqual({
        menuIds: '菜单“no.such”不存在，或您自己没有',
      })
      expect((await save('huainan_admin', { id, buttons: ['rm'] })).body.errors).toEqual({
        buttons: '按钮“rm”不存在，或您自己没有',
      })
      expect(
        (await save('admin', { id: 'role-999', menuIds: ['dataCenter.website'], buttons: ['pf'] })).body.errors,
      ).toEqual({ menuIds: '菜单不能由此修改', buttons: '按钮不能由此修改' })
      expect(
        (
          await save('admin', {
            id: 'role-999',
            menuIds: ['*'],
            buttons: ['*', 'unmask', ...DUTIES],
            remark: '权限不变',
          })
        ).status,
      ).toBe(200)
    })

    it('that go beyond one’s own keep the role from one’s hands, and nobody grants all who has not all', async () => {
      const id = await made('huainan_admin', 'hn_kept', '3')
      const narrow = await made('huainan_admin', 'hn_narrow', '2')
      const ids = ['dataCenter.website', 'caseClues.role', 'caseClues.user']
      expect(
        (await grant('huainan_admin', { roleId: narrow, menuIds: ids, buttons: ['accounts', 'roles'] })).status,
      ).toBe(200)
      await api()
        .db.insertInto('user')
        .values({
          id: 'user-narrow',
          username: 'narrow',
          nickName: '有限',
          areaCode: '340400',
          customerId: '87190',
          orgId: '',
          roleIds: narrow,
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      expect((await grant('huainan_admin', { roleId: id, menuIds: ['dataCenter.onlineShop'] })).status).toBe(200)
      const refused = await save('narrow', { id, remark: '改动' })
      expect([refused.status, refused.body.resultMsg]).toEqual([
        403,
        expect.stringMatching(/^该角色超出您自己的权限，不能由您管理：可打开页面“/),
      ])
      expect((await grant('narrow', { roleId: id, menuIds: [] })).status).toBe(403)
      expect((await api().ask('DELETE', `/api-user/hn/roles/${id}`, await api().token('narrow'))).status).toBe(403)
      expect((await grant('huainan_admin', { roleId: id, menuIds: ['dataCenter.website'] })).status).toBe(200)
      expect((await save('narrow', { id, menuIds: [] })).status).toBe(200)
      expect((await save('narrow', { id, menuIds: ['caseClues.xtrz'] })).body.errors).toEqual({
        menuIds: '菜单“caseClues.xtrz”不存在，或您自己没有',
      })
      expect((await save('narrow', { id, menuIds: ['*'] })).body.errors).toEqual({
        menuIds: expect.stringMatching(/^不能给出您自己没有的：可打开页面“/) as string,
      })
      expect(
        (await save('narrow', { code: 'hn_all', name: '全部', level: '3', dataScope: '3', menuIds: ['*'] })).body
          .errors,
      ).toEqual({
        menuIds: expect.stringMatching(/^不能给出您自己没有的：可打开页面“/) as string,
      })
    })
  })
}
