import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../support/api.ts'

const LEFT = '107587'
const OPEN = '/api-user/customers/open'

/** A customer whose people cannot manage anything any more is as good as one that has none yet. */
export function customerContract(api: () => Api): void {
  const nation = (): Promise<string> => api().token('admin')
  const people = (enabled: 0 | 1): Promise<unknown> =>
    api()
      .db.updateTable('user')
      .set({ enabled })
      .where('customerId', '=', LEFT)
      .where('id', 'like', 'user-%')
      .where('areaCode', '=', '410300')
      .execute()
  const said = { customer: LEFT, orgName: '洛阳新局', username: 'luoyang_first', nickName: '首位' }
  const open = async (more: Row = {}, by = 'admin'): ReturnType<Api['ask']> =>
    api().ask('POST', OPEN, await api().token(by), { ...said, ...more })
  const listed = async (by = 'admin'): Promise<Row[]> => {
    const path = '/api-user/customers?pageNo=1&pageRowNo=100'
    return (await api().ask<ListAnswer>('GET', path, await api().token(by))).body.data?.list ?? []
  }
  const unitsAndPeople = async (): Promise<unknown> =>
    (await listed()).map(({ customer, units, people: n }) => [customer, units, n])

  describe('customers', () => {
    beforeAll(() => people(0))
    afterAll(() => people(1))

    it('are listed for the platform alone, with what each has', async () => {
      const rows = await listed()
      expect(rows.length).toBe(api().services.configuration().customers().length)
      expect(rows.find(({ customer }) => customer === LEFT)).toMatchObject({
        name: '洛阳市',
        areas: '洛阳市',
      })
      expect(rows.find(({ customer }) => customer === '87190')).toMatchObject({ name: '淮南市' })
      expect(Number(rows.find(({ customer }) => customer === '87190')?.['people'])).toBeGreaterThan(10)
      const first = await api().ask<ListAnswer>('GET', '/api-user/customers?pageNo=2&pageRowNo=5', await nation())
      expect(first.body.data?.list.map(({ customer }) => customer)).toEqual(
        rows.slice(5, 10).map(({ customer }) => customer),
      )
      for (const by of ['huainan_admin', 'fj_province']) expect(await listed(by)).toEqual([])
      expect((await open({}, 'huainan_admin')).status).toBe(403)
    })

    it('are refused in words what is wrong, and then nothing is made', async () => {
      const before = await unitsAndPeople()
      const errors = async (more: Row): Promise<unknown> => (await open(more)).body.errors
      expect((await open({ customer: '999999' })).body.resultMsg).toContain('配置里没有客户“999999”，现有：107587、')
      expect((await open({ customer: '87190' })).body.resultMsg).toContain('客户“淮南市”已有管理员：')
      expect(await errors({ username: 'huainan_admin' })).toEqual({ username: '登录名“huainan_admin”已存在' })
      expect(await errors({ username: '1x' })).toMatchObject({ username: expect.any(String) as string })
      expect(await errors({ areaCode: '350000' })).toEqual({
        areaCode: '所属地区应是该客户所辖的地区（4103），或包含它',
      })
      expect(await errors({ areaCode: '410399999' })).toMatchObject({ areaCode: expect.any(String) as string })
      expect(await errors({ role: 'town_staff' })).toMatchObject({
        role: expect.stringContaining('按该客户的配置，角色“town_staff”不能管理用户和角色') as string,
      })
      expect(await unitsAndPeople()).toEqual(before)
    })

    it('begin with a unit, a role and an administrator, told once and in the audit trail', async () => {
      const { status, body } = await open({ phone: '13800000000' })
      expect([status, body.resultMsg]).toEqual([200, expect.anything()])
      const { id, password } = body.data as { id: string; password: string }
      const token = (await api().signIn(said.username, password)).body.data?.access_token
      expect(token).toBeTruthy()
      const { body: info } = await api().ask<Row>('GET', '/api-auth/oauth/userinfo', token)
      expect(info.data).toMatchObject({ customerId: LEFT, areaCode: '410300', mustChangePassword: true })
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select(['entity', 'userId'])
        .where('action', '=', 'customer.open')
        .orderBy('id')
        .execute()
      expect(trail).toEqual(['org', 'role', 'user'].map(entity => ({ entity, userId: 'user-admin' })))
      expect(JSON.stringify(await api().db.selectFrom('sys_audit').selectAll().execute())).not.toContain(password)
      expect((await open({ username: 'luoyang_second' })).body.resultMsg).toContain('已有管理员：首位（luoyang_first）')
      // whoever begins makes the others
      await api().db.updateTable('sys_credential').set({ mustChange: 0 }).where('userId', '=', id).execute()
      const own = await api().db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const { orgId, roleIds, areaCode } = own
      const second = { username: 'luoyang_second', nickName: '第二位', orgId, roleIds, areaCode }
      expect((await api().ask('POST', '/api-user/users/saveOrUpdate', token, second)).status).toBe(200)
      const role = { code: 'luoyang_clerk', name: '办事员', dataScope: '3' }
      expect((await api().ask('POST', '/api-user/roles/saveOrUpdate', token, role)).status).toBe(200)
    })
  })
}
