import { describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../../src/core/contract/api.ts'
import { deviceOf } from '../../../../src/server/session/login-log.ts'
import type { Api } from '../../support/api.ts'
import { SUBJECT } from '../../support/site.ts'

const LOGINS = '/api-im/log/selectLoginList'
const AREAS = '/api-im/log/selectLoginAreaList'
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36'

export function logContract(api: () => Api): void {
  const headers = { client_id: 'webApp', client_secret: 'webApp', 'user-agent': AGENT }
  const logins = async (user: string, query = ''): Promise<ListAnswer> => {
    const { body, status } = await api().ask<ListAnswer>(
      'GET',
      `${LOGINS}?pageNo=1&pageRowNo=50${query}`,
      await api().token(user),
    )
    return body.data ?? { totalRecord: status, list: [] }
  }

  const byResult = (a: Row, b: Row): number => (String(a['result']) < String(b['result']) ? -1 : 1)

  describe('the login log', () => {
    it('has every sign-in, with its end, and every refusal, with its reason', async () => {
      const token = (await api().signIn('huainan_shouxian', undefined, headers)).body.data?.access_token ?? ''
      await api().signIn('huainan_shouxian', 'wrong', headers)
      await api().signIn('nobody-at-all', 'wrong', headers)
      await api().ask('POST', '/api-auth/oauth/remove/token', token, { access_token: token })
      const known = await logins('huainan_admin', '&username=huainan_shouxian&orderBy=loginTime desc')
      // the demonstration has signed in from elsewhere
      const list = known.list.filter(row => row['ip'] === '127.0.0.1').sort(byResult)
      expect(list).toHaveLength(2)
      expect(list[0]).toMatchObject({
        result: '0',
        failReason: '用户名或密码错误',
        areaCode: '340422',
        areaName: '寿县',
      })
      expect(list[1]).toMatchObject({
        result: '1',
        nickName: '寿县局演示',
        device: 'Chrome 128 / Windows',
        ip: '127.0.0.1',
        logoutTime: expect.any(String) as string,
      })
      expect(list[1]).not.toHaveProperty('failReason')
      expect((await logins('admin', '&username=nobody-at-all')).list).toMatchObject([{ result: '0' }])
      expect(JSON.stringify(await api().db.selectFrom('loginLog').selectAll().execute())).not.toContain(token)
    })

    it('is read by area, by those who may open its page', async () => {
      expect((await logins('huainan_tianjiaan', '&username=huainan_shouxian')).list).toEqual([])
      expect((await logins('huainan_shangyao')).totalRecord).toBe(403)
      const areas = async (user: string): Promise<Row[] | undefined> =>
        (await api().ask<ListAnswer>('GET', AREAS, await api().token(user))).body.data?.list
      const county = async (): Promise<Row> =>
        (await areas('huainan_admin'))?.find(row => row['areaCode'] === '340422') ?? {}
      const before = await county()
      await api().signIn('huainan_shouxian', undefined, headers)
      await api().signIn('huainan_shouxian', 'wrong', headers)
      expect(await county()).toMatchObject({
        areaName: '寿县',
        loginCount: Number(before['loginCount']) + 1,
        failCount: Number(before['failCount']) + 1,
        userCount: before['userCount'],
      })
      expect((await areas('fj_province'))?.filter(row => !String(row['areaCode']).startsWith('35'))).toEqual([])
      expect((await api().ask('GET', AREAS, await api().token('huainan_shangyao'))).status).toBe(403)
    })

    it('names browsers and systems as people do', () => {
      expect(
        deviceOf(
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
        ),
      ).toBe('Safari 17 / macOS')
      expect(deviceOf('curl/8')).toBe('')
    })
  })

  describe('the operation log', () => {
    const read = async <T = Row>(
      user: string,
      what: 'one' | 'changes',
      id: unknown,
    ): Promise<{ status: number; data: T }> => {
      const { status, body } = await api().ask<T>(
        'GET',
        `/api-console/operLog/${what}?id=${String(id)}`,
        await api().token(user),
      )
      return { status, data: body.data as T }
    }
    const entryOf = async (objectId: unknown): Promise<unknown> =>
      (
        await api()
          .db.selectFrom('sys_audit')
          .select('id')
          .where('objectId', '=', String(objectId))
          .orderBy('id', 'desc')
          .executeTakeFirst()
      )?.['id']

    it('tells how a record was before and after, by labels, masked, to those who may see the entry', async () => {
      const token = await api().token('huainan_shouxian')
      const site = {
        siteName: '改前名称',
        domain: 'before.operlog.example',
        siteUrl: 'https://before.operlog.example/',
        siteType: '1',
        ...SUBJECT,
        contactPhone: '13800001234',
      }
      const { body } = await api().ask<string>('POST', '/api-im/website/save', token, site)
      await api().ask('POST', '/api-im/website/save', token, {
        uniqueId: body.data,
        siteName: '改后名称',
        siteType: '2',
        contactPhone: '13900005678',
      })
      const id = await entryOf(body.data)
      const one = await read('huainan_admin', 'one', id)
      expect(one.data).toMatchObject({
        id,
        action: 'website.save',
        username: 'huainan_shouxian',
        areaName: '寿县',
        objectId: body.data,
      })
      const {
        data: [told],
      } = await read<{ title: string; by: string; changes: Row[] }[]>('huainan_admin', 'changes', id)
      const types = api().services.configuration().scope({}).dictionary('siteType') ?? []
      const typeName = (key: string): string => types.find(([code]) => code === key)?.[1] ?? ''
      expect(told).toMatchObject({ title: '保存网站', by: '寿县局演示' })
      expect(told?.changes).toEqual(
        expect.arrayContaining([
          { label: '网站名称', before: '改前名称', after: '改后名称' },
          { label: '网站类型', before: typeName('1'), after: typeName('2') },
          { label: '联系电话', before: '138****1234', after: '139****5678' },
        ]),
      )
      expect(JSON.stringify([one, told])).not.toMatch(/1380000|1390000/)
      for (const what of ['one', 'changes'] as const) {
        expect((await read('huainan_tianjiaan', what, id)).status).toBe(404)
        expect((await read('huainan_shangyao', what, id)).status).toBe(403)
        expect((await read('huainan_admin', what, 'x')).status).toBe(400)
      }
    })

    it('compares structures by what they hold, however they were written', async () => {
      const by = {
        time: '2026-01-01 00:00:00',
        userId: 'user-huainan_shouxian',
        username: 'huainan_shouxian',
        areaCode: '340422',
        customerId: '87190',
        action: 'eshop.save',
        entity: 'eshop',
        ip: '',
      }
      const told = async (objectId: string, before: unknown, after: unknown): Promise<unknown> => {
        await api()
          .db.insertInto('sys_audit')
          .values({
            ...by,
            objectId,
            before: JSON.stringify({ goodsList: before }),
            after: JSON.stringify({ goodsList: after }),
          })
          .execute()
        return (await read<{ changes: Row[] }[]>('huainan_admin', 'changes', await entryOf(objectId))).data[0]?.changes
      }
      expect(await told('alike', [{ name: '甲', price: 1 }], '[{"price": 1, "name": "甲"}]')).toEqual([])
      expect(await told('unlike', [{ name: '甲', price: 1 }], '[{"name":"甲","price":2}]')).toEqual([
        { label: '商品', before: '…', after: '…' },
      ])
    })

    it('tells nothing of fields that nobody may see', async () => {
      const told = async (entity: string, before: Row, after: Row): Promise<string[][]> => {
        const by = {
          time: '2026-01-02 03:04:05',
          userId: 'u',
          areaCode: '340400',
          customerId: '87190',
          action: 'x',
          entity,
          objectId: `audit-secret-${entity}`,
        }
        await api()
          .db.insertInto('sys_audit')
          .values({ ...by, before: JSON.stringify(before), after: JSON.stringify(after) })
          .execute()
        const { data } = await read<{ changes: { before: string; after: string }[] }[]>(
          'huainan_admin',
          'changes',
          await entryOf(by.objectId),
        )
        return (data[0]?.changes ?? []).map(change => [change.before, change.after])
      }
      expect(
        await told('user', { nickName: '甲', password: 'hash-of-it' }, { nickName: '乙', password: 'other-hash' }),
      ).toEqual([['甲', '乙']])
      expect(await told('role', { name: '旧角色' }, { name: '新角色' })).toEqual([['旧角色', '新角色']])
      expect(await told('sys_credential', { nickName: '甲' }, { nickName: '乙' })).toEqual([])
    })

    it('is the audit trail by the area of who did it', async () => {
      const ask = (user: string, more: object = {}): Promise<ListAnswer> =>
        api()
          .token(user)
          .then(token => api().list('/api-console/operLog', token, { orderBy: 'time desc', pageRowNo: 50, ...more }))
      const site = {
        siteName: '日志样例',
        domain: 'operlog.example',
        siteUrl: 'https://operlog.example/',
        siteType: '1',
        ...SUBJECT,
      }
      const { body } = await api().ask<string>(
        'POST',
        '/api-im/website/save',
        await api().token('huainan_shouxian'),
        site,
      )
      expect((await ask('huainan_admin', { objectId: body.data })).list).toMatchObject([
        {
          action: 'website.save',
          username: 'huainan_shouxian',
          nickName: '寿县局演示',
          areaCode: '340422',
          areaName: '寿县',
          entity: 'website',
        },
      ])
      expect((await ask('huainan_admin', { objectId: body.data })).list[0]).not.toHaveProperty('after')
      expect((await ask('huainan_tianjiaan', { objectId: body.data })).list).toEqual([])
      expect((await api().ask('POST', '/api-console/operLog', await api().token('huainan_shangyao'), {})).status).toBe(
        403,
      )
    })
  })
}
