import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { Api } from '../../../../server/support/api.ts'

const LIST = '/api-im/dataCenter/annualReportList'
const ONE = '/api-im/dataCenter/annualReportQueryOne'

export function annualReportContract(api: () => Api): void {
  describe('what subjects report', () => {
    it('says whether the subject has a carrier at the address, slash or none, and is parted by it', async () => {
      const token = await api().token('huainan_datong')
      const read = (args: object) => api().list(LIST, token, { ...args, pageRowNo: 500 })
      const [all, known, unknown] = [await read({}), await read({ known: 1 }), await read({ known: 0 })]
      expect(Math.min(known.totalRecord, unknown.totalRecord)).toBeGreaterThan(0)
      expect(known.totalRecord + unknown.totalRecord).toBe(all.totalRecord)
      for (const row of known.list)
        expect(row).toMatchObject({ known: 1, carrierKind: row['objectKind'], carrierName: row['webSitName'] })
      for (const row of unknown.list) expect([row['known'], row['carrierKey']]).toEqual([0, undefined])
      expect(new Set(known.list.map(row => String(row['webSite']).endsWith('/'))).size).toBe(2)
      const [stranger, id] = [await api().token('fj_gulou'), all.list[0]?.['id']]
      expect((await api().list(LIST, stranger, { id })).list).toEqual([])
      expect((await api().ask('POST', ONE, stranger, { id })).status).toBe(404)
    })

    it('asks anew each time: what leaves the carriers is known no more', async () => {
      const token = await api().token('huainan_datong')
      const [report] = (await api().list(LIST, token, { known: 1, objectKind: '1', orderBy: 'id' })).list
      const read = async () => (await api().ask<Row>('POST', ONE, token, { id: report?.['id'] })).body.data
      expect(await read()).toMatchObject({ known: 1, carrierKey: report?.['carrierKey'] })
      const gone = { uniqueId: report?.['carrierKey'], del_content: '测试删除' }
      expect((await api().ask('POST', '/api-im/eshop/delete', token, gone)).status).toBe(200)
      expect(await read()).toMatchObject({ known: 0 })
      expect((await api().list(LIST, token, { known: 0, id: report?.['id'] })).totalRecord).toBe(1)
    })
  })
}
