import { describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../src/core/contract/api.ts'
import type { CallContext } from '../../../src/server/calls/context.ts'
import { list } from '../../../src/server/calls/generic/list.ts'
import type { Api } from '../support/api.ts'

const SITES = '/api-im/website/websiteList'

export function savingContract(api: () => Api): void {
  describe('a save', () => {
    it('is refused with what stands there now, when somebody else has saved since one read', async () => {
      const token = await api().token('huainan_datong')
      const uniqueId = String((await api().first(SITES, token))['uniqueId'])
      const read = async (): Promise<Row> => (await api().ask<Row>('POST', '/api-im/website/queryOne', token, { uniqueId })).body.data ?? {}
      const { updateTime } = await read()
      const save = (body: object): ReturnType<Api['ask']> => api().ask('POST', '/api-im/website/save', token, { uniqueId, ...body })
      expect((await save({ updateTime, siteName: '第一个人' })).status).toBe(200)
      const late = await save({ updateTime, siteName: '第二个人' })
      expect([late.status, late.body.resultCode, late.body.resultMsg]).toEqual([409, '409', '该记录已被他人修改'])
      expect(late.body.data).toEqual({ current: await read() })
      expect((await read())['siteName']).toBe('第一个人')
      // within one second the two times still differ
      expect((await save({ updateTime: (await read())['updateTime'], siteName: '第三个人' })).status).toBe(200)
      expect((await save({ siteName: '不比较' })).status).toBe(200)
    })

    it('of two at the same moment, the second is told', async () => {
      const token = await api().token('huainan_datong')
      const { uniqueId, updateTime } = await api().first(SITES, token)
      const both = await Promise.all(['甲', '乙'].map(siteName => api().ask('POST', '/api-im/website/save', token, { uniqueId, updateTime, siteName })))
      expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
    })
  })

  describe('totals of a list', () => {
    /** No page lists clues yet: the handler is asked as the dispatcher would ask it. */
    const clues = (args: object): Promise<ListAnswer> => {
      const { services } = api()
      const endpoint = { name: 'x', label: '', method: 'POST', path: '', args: 'body', entity: 'illegalResult' } as const
      const call = { ...services, endpoint, args: { pageRowNo: 5, ...args }, rows: { own: '3404', customer: [] } }
      return list(call as unknown as CallContext)
    }

    it('are over all rows that match, not those of the page', async () => {
      const { totals, totalRecord } = await clues({})
      const { rows } = await api().db.selectFrom('illegalResult').select(eb => [eb.fn.countAll().as('n'), eb.fn.sum('amountInvolved').as('sum')])
        .where('areaCode', 'like', '3404%').where('delFlag', '=', 0).execute().then(found => ({ rows: found }))
      expect(totalRecord).toBe(Number(rows[0]?.n))
      expect(totals).toEqual({ amountInvolved: Number(rows[0]?.sum) })
      const none = await clues({ clueNo: 'nothing' })
      expect([none.totalRecord, none.totals]).toEqual([0, { amountInvolved: 0 }])
    })

    it('are absent where no field asks for them', async () => {
      expect((await api().list(SITES, await api().token('admin')))['totals']).toBeUndefined()
    })
  })
}
