import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MenuItem, Row } from '../../../../src/core/contract/api.ts'
import { DUTIES } from '../../../../src/core/model/roles.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { reachOf } from '../../../../src/server/access/reach.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import type { Api } from '../../support/api.ts'

const USERS = '/api-user/users'
const CUSTOMER = '87190'

/** Administering is a right that a role names; a customer may keep its kinds apart. */
export function dutyContract(api: () => Api): void {
  /** Of those who are made here: they have signed in. */
  const tokens = new Map<string, string>()
  const ask = async (user: string, path: string, body: object): Promise<{ status: number; body: Row }> => {
    const answer = await api().ask('POST', path, tokens.get(user) ?? (await api().token(user)), body)
    return { status: answer.status, body: answer.body as Row }
  }
  const grant = (role: string, buttons: readonly string[]): Promise<unknown> =>
    api()
      .db.updateTable('role')
      .set({ buttons: JSON.stringify(buttons) })
      .where('id', '=', `role-${role}`)
      .execute()
  const listed = async (user: string): Promise<number> =>
    (await api().ask('GET', `${USERS}?pageRowNo=1`, await api().token(user))).status
  const menuOf = async (user: string): Promise<string[]> => {
    const ids = (items: readonly MenuItem[]): string[] => items.flatMap(({ id, subMenus }) => [id, ...ids(subMenus)])
    const { body } = await api().ask<MenuItem[]>('GET', '/api-user/menus/current', await api().token(user))
    return ids(body.data ?? [])
  }
  const saveUser = (by: string, user: object): ReturnType<typeof ask> => ask(by, `${USERS}/saveOrUpdate`, user)
  const saveRole = (by: string, role: object): ReturnType<typeof ask> =>
    ask(by, '/api-user/roles/saveOrUpdate', { level: '2', dataScope: '3', menuIds: ['*'], ...role })
  const OF_CITY = { orgId: 'org-340400', areaCode: '340400' }

  describe('a duty of administrators', () => {
    it('comes from no level, and is in neither all menus nor all buttons', async () => {
      // a section of the same level as the city’s administrator, with all menus
      const [plain, charged] = ['huainan_yaopin', 'huainan_admin']
      expect([await listed(plain), await listed(charged)]).toEqual([403, 200])
      const own = (await menuOf(charged)).filter(id => !['caseClues.xsPaiFa', 'caseClues'].includes(id))
      const admins = own.filter(id => id.startsWith('caseClues.'))
      expect(admins).toEqual(['caseClues.user', 'caseClues.role', 'caseClues.org', 'caseClues.xtrz'])
      expect((await menuOf(plain)).filter(id => admins.includes(id))).toEqual([])
      await grant('yaopinkeguanliyuanji', ['*', 'logs'])
      expect((await menuOf(plain)).filter(id => admins.includes(id))).toEqual(['caseClues.xtrz'])
      expect(await listed(plain)).toBe(403)
      await grant('yaopinkeguanliyuanji', ['*', 'accounts'])
      expect(await listed(plain)).toBe(200)
    })

    it('is given by nobody who does not have it', async () => {
      await grant('yaopinkeguanliyuanji', ['*', 'accounts'])
      const refused = await saveUser('huainan_yaopin', {
        username: 'duty_given',
        nickName: '受托人',
        ...OF_CITY,
        roleIds: 'role-huainan_admin',
      })
      expect([refused.status, refused.body['resultMsg']]).toEqual([
        400,
        expect.stringMatching(/^不能给出您自己没有的：.*可打开页面/),
      ])
      const role = await saveRole('huainan_admin', { code: 'duty_none', name: '无此职责', buttons: ['nobody'] })
      expect(role.body['errors']).toHaveProperty('buttons')
    })
  })

  describe('a page that only some customers have', () => {
    it('is opened by nobody where the customer has not chosen it, whatever their roles, nor by way of another', async () => {
      for (const { username } of await api().db.selectFrom('user').select('username').execute()) {
        const user = await userByName(api().db, String(username))
        const reach = user && reachOf(api().services.configuration().scope(scopeOf(user)), user)
        expect([username, reach?.pages.has('system/userRoles') ?? false]).toEqual([username, false])
      }
    })
  })

  describe('a customer that keeps duties apart', () => {
    beforeAll(() => grant('yaopinkeguanliyuanji', ['*']))

    const made: string[] = []
    const keepers: Record<string, { id: string; role: string }> = {}
    let spy: { mockRestore: () => void }
    const set = new Set<Record<string, unknown>>()
    beforeAll(() => {
      const configuration = api().services.configuration()
      const scopeOf = configuration.scope.bind(configuration)
      spy = vi.spyOn(configuration, 'scope').mockImplementation(wanted => {
        const scoped = scopeOf(wanted)
        if (wanted.customer === CUSTOMER) {
          scoped.app.options['separateDuties'] = true
          set.add(scoped.app.options)
        }
        return scoped
      })
    })
    afterAll(async () => {
      spy.mockRestore()
      for (const options of set) delete options['separateDuties']
      await api().db.updateTable('user').set({ delFlag: 1 }).where('id', 'in', made).execute()
      await api().db.updateTable('user').set({ delFlag: 0 }).where('id', '=', 'user-huainan_admin').execute()
    })

    const role = async (code: string, ...duties: string[]): Promise<string> =>
      String((await saveRole('huainan_admin', { code, name: code, buttons: ['*', ...duties] })).body['data'])
    const added = async (by: string, username: string): Promise<string> => {
      const { body } = await saveUser(by, { username, nickName: username, ...OF_CITY })
      const { id, password } = body['data'] as { id: string; password: string }
      made.push(id)
      await api().db.updateTable('sys_credential').set({ mustChange: 0 }).where('userId', '=', id).execute()
      tokens.set(username, await api().token(username, password))
      return id
    }

    it('lets nobody have two, by their roles or by a change of one of them', async () => {
      const ids = Object.fromEntries(
        await Promise.all(DUTIES.map(async duty => [duty, await role(`duty_${duty}`, duty)] as const)),
      )
      const id = await added('huainan_admin', 'duty_both')
      const both = await saveUser('huainan_admin', { id, roleIds: `${ids['accounts']},${ids['roles']}` })
      const text = '三员分立：duty_both将兼任两种管理职责（用户和单位、角色、日志），每人至多一种'
      expect([both.status, both.body['resultMsg'], both.body['errors']]).toEqual([400, text, { roleIds: text }])
      for (const duty of DUTIES) {
        const one = await added('huainan_admin', `duty_of_${duty}`)
        const given = await saveUser('huainan_admin', { id: one, roleIds: String(ids[duty]) })
        expect(given.status, duty).toBe(200)
        keepers[duty] = { id: one, role: String(ids[duty]) }
      }
      const widened = await saveRole('huainan_admin', {
        id: ids['accounts'],
        buttons: ['*', 'accounts', 'logs'],
      })
      expect([widened.status, Object.keys((widened.body['errors'] ?? {}) as object)]).toEqual([400, ['buttons']])
      // who had them all from before may be changed as before
      expect((await saveUser('admin', { id: 'user-huainan_admin', nickName: '淮南管理员' })).status).toBe(200)
    })

    it('has accounts made by one, and their roles given by another, who does nothing else with them', async () => {
      const [maker, giver] = ['duty_of_accounts', 'duty_of_roles']
      const plain = await role('duty_plain')
      const id = await added(maker, 'duty_new')
      const refused = await saveUser(maker, { id, roleIds: plain })
      expect([refused.status, Object.keys((refused.body['errors'] ?? {}) as object)]).toEqual([400, ['roleIds']])
      const made = await saveUser(maker, { username: 'duty_newer', nickName: '新人', ...OF_CITY, roleIds: plain })
      expect([made.status, Object.keys((made.body['errors'] ?? {}) as object)]).toEqual([400, ['roleIds']])
      expect((await saveUser(giver, { id, nickName: '改名' })).status).toBe(400)
      expect((await ask(giver, `${USERS}/resetPassword`, { id })).status).toBe(403)
      const pagesOf = async (username: string) => {
        const user = (await userByName(api().db, username))!
        return reachOf(api().services.configuration().scope(scopeOf(user)), user).pages.has('system/userRoles')
      }
      expect([await pagesOf(giver), await pagesOf(maker)]).toEqual([true, false])
      expect((await saveUser(giver, { id, roleIds: plain })).body).toMatchObject({ data: id })
      const row = await api().db.selectFrom('user').select(['nickName', 'roleIds']).where('id', '=', id).execute()
      expect(row).toEqual([{ nickName: 'duty_new', roleIds: plain }])
    })

    it('does without the first administrator as soon as others do it together, and not before', async () => {
      const token = await api().token('admin')
      const remove = async (id: string): Promise<number> =>
        (await api().ask('DELETE', `${USERS}/delete/${id}`, token)).status
      const [system = '', security = ''] = [keepers['accounts']?.id, keepers['roles']?.id]
      // the first administrator's colleagues of the demonstration
      await api().db.updateTable('user').set({ enabled: 0 }).where('id', 'like', 'user-huainan_admin_%').execute()
      await api().db.updateTable('user').set({ enabled: 0 }).where('id', '=', security).execute()
      expect(await remove('user-huainan_admin')).toBe(400)
      await api().db.updateTable('user').set({ enabled: 1 }).where('id', '=', security).execute()
      expect(await remove('user-huainan_admin')).toBe(200)
      expect([await remove(system), await remove(security)]).toEqual([400, 400])
    })
  })
}
