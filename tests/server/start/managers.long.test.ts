import { beforeAll, describe, expect, it } from 'vitest'
import type { Configuration } from '../../../src/core/index.ts'
import { compile } from '../../../src/server/config/live.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { keepCustomers, keepCustomersAtStart } from '../../../src/server/start/keep-customers.ts'
import {
  keepManagers,
  keepManagersAtStart,
  lockedOut,
  rememberManaged,
} from '../../../src/server/start/keep-managers.ts'
import { ROOT } from '../../folders.ts'
import type { Api } from '../support/api.ts'
import { onEitherDatabase } from '../support/both.ts'

const LAST = '本客户将没有能管理用户和角色的人，请先指定另一位管理员'

/** Compiled once for both databases. */
const edits = new Map<string, Promise<Configuration>>()
function edited(path: string, text: string): Promise<Configuration> {
  const known = edits.get(path) ?? compiledWith(path, text)
  edits.set(path, known)
  return known
}

async function compiledWith(path: string, text: string): Promise<Configuration> {
  const files = await readConfigFolder(ROOT)
  const { compiled, diagnostics } = compile([...files.filter(file => file.path !== path), { path, text }])
  if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
  return compiled.configuration
}

/** Wuhu has one user of the whole city: it can be locked out. */
async function compiledWithout(folder: string): Promise<Configuration> {
  const { compiled, diagnostics } = compile(
    (await readConfigFolder(ROOT)).filter(({ path }) => !path.startsWith(folder)),
  )
  if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
  return compiled.configuration
}

function managersContract(api: () => Api): void {
  const nation = (): Promise<string> => api().token('admin')
  const saveUser = async (by: string, user: object): ReturnType<Api['ask']> =>
    api().ask('POST', '/api-user/users/saveOrUpdate', by, user)
  const remove = async (by: string, id: string): ReturnType<Api['ask']> =>
    api().ask('DELETE', `/api-user/users/delete/${id}`, by)
  const addUser = async (username: string): Promise<string> => {
    const { body } = await saveUser(await api().token('wuhu_city'), {
      username,
      nickName: '第二人',
      orgId: 'org-340200',
      areaCode: '340200',
      roleIds: 'role-city_admin',
    })
    return (body.data as { id: string }).id
  }
  const isThere = async (id: string): Promise<boolean> =>
    (
      await api()
        .db.selectFrom('user')
        .select('id')
        .where('id', '=', id)
        .where('delFlag', '=', 0)
        .where('enabled', '=', 1)
        .execute()
    ).length === 1

  // the colleagues of the one who is the last to manage them
  beforeAll(async () => {
    const others = api().db.updateTable('user').set({ enabled: 0 }).where('orgId', '=', 'org-340200')
    await others.where('id', '!=', 'user-wuhu_city').execute()
  })

  describe('the folder of a customer who has users', () => {
    it('does not go away without a word, while the server runs or before it starts', async () => {
      const now = api().services.configuration()
      const without = await (edits.get('customers/87190/') ?? compiledWithout('customers/87190/'))
      edits.set('customers/87190/', Promise.resolve(without))
      await expect(keepCustomers(api().db, now, without)).rejects.toMatchObject({ details: ['customers/87190/'] })
      await keepCustomersAtStart(api().db, now, true)
      await expect(keepCustomersAtStart(api().db, without, true)).rejects.toThrow('KEEP_CUSTOMERS=0')
      await keepCustomersAtStart(api().db, without, false)
      // said once, it is as it is meant
      await keepCustomersAtStart(api().db, without, true)
      await keepCustomersAtStart(api().db, now, true)
      await keepCustomers(api().db, now, now)
    })
  })

  describe('the last one who can manage users and roles', () => {
    it('of a customer is not deleted, disabled, moved or put into a role without these pages', async () => {
      const id = 'user-wuhu_city'
      const by = await nation()
      const saved = await api().ask<string>('POST', '/api-user/roles/saveOrUpdate', by, {
        code: 'reader',
        name: '只读',
        level: '2',
        dataScope: '3',
        menuIds: ['dataCenter.website'],
      })
      const refused = [
        remove(by, id),
        saveUser(by, { id, enabled: 0 }),
        saveUser(by, { id, areaCode: '340202', orgId: 'org-340202' }),
        saveUser(by, { id, roleIds: saved.body.data }),
      ]
      for (const answer of await Promise.all(refused))
        expect([answer.status, answer.body.resultMsg]).toEqual([400, LAST])
      expect(await isThere(id)).toBe(true)
      expect((await saveUser(by, { id, nickName: '芜湖市级演示' })).status).toBe(200)
    })

    it('does not lose the pages by a change of the role', async () => {
      const by = await nation()
      const role = { roleId: 'role-city_admin', menuIds: ['dataCenter.website'] }
      expect((await api().ask('POST', '/api-user/menus/granted', by, role)).body.resultMsg).toBe(LAST)
      expect(
        (await api().ask('POST', '/api-user/roles/saveOrUpdate', by, { id: role.roleId, menuIds: role.menuIds })).body
          .resultMsg,
      ).toBe(LAST)
      expect(
        (
          await api().ask('POST', '/api-user/menus/granted', by, {
            ...role,
            menuIds: ['caseClues.user', 'caseClues.role'],
          })
        ).status,
      ).toBe(200)
      expect((await api().ask('POST', '/api-user/menus/granted', by, { ...role, menuIds: ['*'] })).status).toBe(200)
    })

    it('is somebody after two that delete each other at the same moment', async () => {
      const second = await addUser('wuhu_second')
      await api()
        .db.insertInto('sys_session')
        .values({ tokenHash: 'x', userId: second, createdAt: 0, expiresAt: 0, ip: '' })
        .execute()
      const by = await nation()
      const both = await Promise.all([remove(by, second), remove(by, 'user-wuhu_city')])
      expect(both.map(answer => answer.status).sort()).toEqual([200, 400])
      expect([await isThere(second), await isThere('user-wuhu_city')].filter(Boolean)).toHaveLength(1)
      await api().db.updateTable('user').set({ delFlag: 0 }).where('id', '=', 'user-wuhu_city').execute()
    })

    it('is not locked out by an edit of the configuration, made while the server runs or while none does', async () => {
      const now = api().services.configuration()
      const without = 'menu:\n  caseClues: {children: {user: false}}\n'
      const locking = await edited('customers/203402/menu.yaml', without)
      expect(await lockedOut(api().db, now, locking)).toEqual(['203402'])
      await expect(keepManagers(api().db, now, locking)).rejects.toThrow('改动之后将没有人能管理用户和角色')
      await keepManagers(api().db, now, await edited('customers/areas/340202/menu.yaml', without))
      // what nobody could manage before is nobody's loss: the first start of all takes what it finds
      await api().db.deleteFrom('sys_meta').where('name', '=', 'managed customers').execute()
      await keepManagersAtStart(api().db, locking, { insist: true, print: '' })
      await rememberManaged(api().db, locking)
      await keepManagersAtStart(api().db, now, { insist: true, print: '' })
      await expect(keepManagersAtStart(api().db, locking, { insist: true, print: '' })).rejects.toMatchObject({
        message: expect.stringContaining('KEEP_MANAGERS=0') as string,
        details: ['客户 / customer 203402'],
      })
      await keepManagersAtStart(api().db, locking, { insist: false, print: '' })
      await keepManagersAtStart(api().db, locking, { insist: true, print: '' })
    })

    it('is looked for at a start only where something has been edited since', async () => {
      const now = api().services.configuration()
      const locking = await edited('customers/203402/menu.yaml', 'menu:\n  caseClues: {children: {user: false}}\n')
      const start = (configuration: Configuration, print: string): Promise<boolean> =>
        keepManagersAtStart(api().db, configuration, { insist: true, print })
      await rememberManaged(api().db, now, { print: 'first' })
      await start(locking, 'first')
      await expect(start(locking, 'second')).rejects.toThrow('KEEP_MANAGERS=0')
      // an earlier release knows the customers only: what it found is asked again
      const { value } = await api()
        .db.selectFrom('sys_meta')
        .select('value')
        .where('name', '=', 'managed customers')
        .executeTakeFirstOrThrow()
      const other = JSON.stringify([...(JSON.parse(String(value)) as string[]), 'other'])
      await api().db.updateTable('sys_meta').set({ value: other }).where('name', '=', 'managed customers').execute()
      await expect(start(locking, 'first')).rejects.toThrow('KEEP_MANAGERS=0')
    })

    it('of the platform stays too', async () => {
      const by = await nation()
      const made = await saveUser(by, {
        username: 'nation_two',
        nickName: '第二人',
        orgId: 'org-000000',
        areaCode: '000000',
        roleIds: 'role-999',
      })
      const id = (made.body.data as { id: string }).id
      await api().db.updateTable('sys_credential').set({ mustChange: 0 }).where('userId', '=', id).execute()
      const token = await api().token('nation_two', (made.body.data as { password: string }).password)
      expect((await remove(token, 'user-admin')).status).toBe(200)
      await api().db.updateTable('user').set({ delFlag: 0 }).where('id', '=', 'user-admin').execute()
      expect((await remove(await nation(), id)).status).toBe(200)
      const alone = await saveUser(await nation(), { id: 'user-admin', areaCode: '340000' })
      expect(alone.body.resultMsg).toBe('不能修改自己的所属地区')
    })
  })
}

onEitherDatabase(managersContract)
