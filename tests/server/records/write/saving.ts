import { describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../../src/core/contract/api.ts'
import type { CallContext } from '../../../../src/server/call/context.ts'
import { list } from '../../../../src/server/records/read/list.ts'
import type { Api } from '../../support/api.ts'
import { SUBJECT } from '../../support/site.ts'

const SITES = '/api-im/website/websiteList'

export function savingContract(api: () => Api): void {
  describe('a save', () => {
    it('is refused with what stands there now, when somebody else has saved since one read', async () => {
      const token = await api().token('huainan_datong')
      const uniqueId = String((await api().first(SITES, token))['uniqueId'])
      const read = async (): Promise<Row> =>
        (await api().ask<Row>('POST', '/api-im/website/queryOne', token, { uniqueId })).body.data ?? {}
      const { updateTime } = await read()
      const save = (body: object): ReturnType<Api['ask']> =>
        api().ask('POST', '/api-im/website/save', token, { uniqueId, ...body })
      expect((await save({ updateTime, siteName: '第一个人' })).status).toBe(200)
      const late = await save({ updateTime, siteName: '第二个人' })
      expect([late.status, late.body.resultCode, late.body.resultMsg]).toEqual([409, '409', '该记录已被他人修改'])
      expect(late.body.data).toEqual({ current: await read() })
      expect((await read())['siteName']).toBe('第一个人')
      // within one second the two times still differ
      expect((await save({ updateTime: (await read())['updateTime'], siteName: '第三个人' })).status).toBe(200)
      expect((await save({ siteName: '不比较' })).status).toBe(200)
    })

    it('begins a new record with what its form does, as worked out for who saves', async () => {
      const token = await api().token('huainan_datong')
      const save = (body: object): ReturnType<Api['ask']> =>
        api().ask('POST', '/api-console/complaints/save', token, {
          complaintNo: 'TS-默认值',
          kind: '1',
          subjectName: '某某商行',
          areaCode: '340402',
          content: '价格与标示的不符',
          ...body,
        })
      const { body } = await save({})
      expect(body.errors).toBeUndefined()
      const row = await api()
        .db.selectFrom('complaint')
        .select(['handleOrg', 'source', 'receiveTime'])
        .where('id', '=', String(body.data))
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ handleOrg: 'org-340402', source: '1' })
      expect(Date.parse(`${String(row['receiveTime']).replace(' ', 'T')}+08:00`) / 1000).toBeCloseTo(
        Date.now() / 1000,
        -3,
      )
      await api().db.deleteFrom('complaint').where('id', '=', String(body.data)).execute()
    })

    it('of two at the same moment, the second is told', async () => {
      const token = await api().token('huainan_datong')
      const { uniqueId, updateTime } = await api().first(SITES, token)
      const both = await Promise.all(
        ['甲', '乙'].map(siteName =>
          api().ask('POST', '/api-im/website/save', token, { uniqueId, updateTime, siteName }),
        ),
      )
      expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
    })
  })

  describe('a conflict inside a transaction', () => {
    it('is told with the names of now, changes nothing, and keeps no connection', async () => {
      const token = await api().token('huainan_admin')
      const id = 'user-huainan_bagongshan'
      const trail = async (): Promise<number> =>
        (await api().db.selectFrom('sys_audit').select('id').where('objectId', '=', id).execute()).length
      const before = await trail()
      const late = await Promise.all(
        Array.from({ length: 12 }, () =>
          api().ask<{ current: Row }>('POST', '/api-user/users/saveOrUpdate', token, {
            id,
            nickName: '晚到的名字',
            updateTime: '2000-01-01 00:00:00',
          }),
        ),
      )
      expect(late.map(({ status }) => status)).toEqual(late.map(() => 409))
      expect(late[0]?.body.data?.current).toMatchObject({
        id,
        nickName: '八公山区局演示',
        orgName: '八公山区市场监管局',
        phone: expect.stringMatching(/^138\*{4}/) as string,
      })
      expect(await trail()).toBe(before)
      expect((await api().ask('GET', `/api-user/users/${id}`, token)).status).toBe(200)
    })
  })

  describe('the history of a record', () => {
    const history = async (
      user: string,
      entity: string,
      key: unknown,
    ): Promise<{ status: number; data: { title: string; by: string; time: string; changes: Row[] }[] }> => {
      const answer = await api().ask<{ title: string; by: string; time: string; changes: Row[] }[]>(
        'GET',
        `/api-console/history?entity=${entity}&key=${String(key)}`,
        await api().token(user),
      )
      return { status: answer.status, data: answer.body.data ?? [] }
    }

    it('tells who did what, the latest first, each change by label and name', async () => {
      const token = await api().token('huainan_panji')
      const site = {
        siteName: '经过样例',
        domain: 'history.example',
        siteUrl: 'https://history.example/',
        siteType: '1',
        ...SUBJECT,
      }
      const {
        body: { data: key },
      } = await api().ask<string>('POST', '/api-im/website/save', token, site)
      await api().ask('POST', '/api-im/website/save', token, {
        uniqueId: key,
        siteType: '2',
        signsLicenses: 1,
        showType: '1',
      })
      await api().ask('POST', '/api-im/website/save', token, { uniqueId: key, siteName: '经过样例' })
      const { data } = await history('huainan_panji', 'website', key)
      expect(data.map(({ title, by }) => [title, by])).toEqual(
        Array.from({ length: 3 }, () => ['保存网站', '潘集区局演示']),
      )
      const types = api().services.configuration().scope({}).dictionary('siteType') ?? []
      expect(data.map(({ changes }) => changes)).toEqual([
        [],
        expect.arrayContaining([
          { label: '网站类型', before: types[0]?.[1], after: types[1]?.[1] },
          { label: '是否亮照', before: '', after: '是' },
        ]),
        [],
      ])
      expect(
        data
          .map(({ time }) => time)
          .sort()
          .reverse(),
      ).toEqual(data.map(({ time }) => time))
    })

    it('names the records that were meant, to whom may open them', async () => {
      const token = await api().token('huainan_panji')
      const site = await api().first(SITES, token)
      const { uscc_dim: code } = await api().first('/api/register/registerList', token)
      await api().ask('POST', '/api-im/website/save', token, { uniqueId: site['uniqueId'], uscc_dim: SUBJECT.uscc_dim })
      await api().ask('POST', '/api-im/website/save', token, { uniqueId: site['uniqueId'], uscc_dim: code })
      const { data } = await history('huainan_panji', 'website', site['uniqueId'])
      const change = data[0]?.changes.find(({ after }) => after === code)
      expect(change).toMatchObject({ before: SUBJECT.uscc_dim, afterRecord: { entity: 'register', key: code } })
      expect(change).not.toHaveProperty('beforeRecord')
    })

    it('is of records that one may read, on pages that one has', async () => {
      const { uniqueId } = await api().first(SITES, await api().token('huainan_panji'))
      expect((await history('huainan_panji', 'website', uniqueId)).status).toBe(200)
      expect((await history('huainan_xiejiaji', 'website', uniqueId)).status).toBe(404)
      expect((await history('huainan_panji', 'sys_session', uniqueId)).status).toBe(404)
      expect((await history('huainan_shangyao', 'role', 'role-999')).status).toBe(404)
    })
  })

  describe('totals of a list', () => {
    /** No page lists clues yet: the handler is asked as the dispatcher would ask it. */
    const clues = (args: object): Promise<ListAnswer> => {
      const { services } = api()
      const endpoint = {
        name: 'x',
        label: '',
        method: 'POST',
        path: '',
        in: 'body',
        entity: 'illegalResult',
      } as const
      const call = { ...services, endpoint, args: { pageRowNo: 5, ...args }, rows: { own: '3404', customer: [] } }
      return list(call as unknown as CallContext)
    }

    it('are over all rows that match, not those of the page', async () => {
      const { totals, totalRecord } = await clues({})
      const { rows } = await api()
        .db.selectFrom('illegalResult')
        .select(eb => [eb.fn.countAll().as('n'), eb.fn.sum('amountInvolved').as('sum')])
        .where('areaCode', 'like', '3404%')
        .where('delFlag', '=', 0)
        .execute()
        .then(found => ({ rows: found }))
      expect(totalRecord).toBe(Number(rows[0]?.n))
      expect(totals).toEqual({ amountInvolved: Number(rows[0]?.sum) })
      const none = await clues({ clueNo: 'nothing' })
      expect([none.totalRecord, none.totals]).toEqual([0, {}])
    })

    it('are absent where no field asks for them', async () => {
      expect((await api().list(SITES, await api().token('admin')))['totals']).toBeUndefined()
    })
  })
}
