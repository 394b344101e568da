import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import type { Api } from '../../../server/support/api.ts'
import { madeClue } from '../tasks/made-clue.ts'

const CITY = 'huainan_admin'
const GOODS = {
  monitorKind: '1',
  goodsUrl: 'https://shop-000001.example/item/9',
  category: '99',
  freq: '2',
  shopName: '测价样例店',
  areaCode: '340402',
}

export function pricesContract(api: () => Api): void {
  const saved = async (path: string, body: object): Promise<{ status: number; data: string }> => {
    const { status, body: answer } = await api().ask<string>('POST', path, await api().token(CITY), body)
    return { status, data: answer.data ?? answer.resultMsg ?? '' }
  }
  const watched = async (goodsName: string): Promise<string> => {
    const { status, data } = await saved('/api-im/priceItem/save', { ...GOODS, goodsName })
    expect([status, data]).toEqual([200, data])
    return data
  }
  const ago = (days: number): string => `${chinaTime(Date.now() - days * 86_400_000).slice(0, 10)} 08:00:00`
  const priced = (itemId: string, days: number, salePrice: number | null): Promise<{ status: number; data: string }> =>
    saved('/api-im/priceRecord/save', { itemId, collectTime: ago(days), salePrice })
  const findings = async (itemId: string): Promise<Row[]> =>
    (await api().list('/api-im/priceAbnormal/list', await api().token(CITY), { itemId })).list

  describe('a price that comes in', () => {
    it('P4 P5 is judged at once, goes where its goods are, and says what they cost now', async () => {
      const itemId = await watched('测价样例')
      for (const [days, price] of [
        [3, 100],
        [2, 119],
        [1, 150],
      ] as const)
        expect((await priced(itemId, days, price)).status).toBe(200)
      expect(await findings(itemId)).toMatchObject([
        { rule: 'P4', abnormalPrice: 150, basePrice: 119, judge: '0', areaCode: '340402', goodsName: '测价样例' },
      ])
      // an older record that comes late changes nothing of the present
      await priced(itemId, 9, 90)
      const item = await api().db.selectFrom('priceItem').selectAll().where('itemId', '=', itemId).executeTakeFirst()
      expect(item).toMatchObject({ curPrice: 150, changeRate: 26.05, abnormalCount: 1, collectTime: ago(1) })
      await priced(itemId, 0.5, null)
      expect((await findings(itemId)).map(({ rule }) => rule).sort()).toEqual(['P4', 'P5'])
      expect(await priced('nothing', 1, 5)).toMatchObject({ status: 400 })
    })

    it('typed in wrongly is taken back by whoever typed it, and the goods are judged without it', async () => {
      const itemId = await watched('录错样例')
      await priced(itemId, 3, 100)
      const { data: before } = await priced(itemId, 2, 119)
      const { data: wrong } = await priced(itemId, 1, 1999)
      const item = () =>
        api().db.selectFrom('priceItem').selectAll().where('itemId', '=', itemId).executeTakeFirstOrThrow()
      expect(await item()).toMatchObject({ curPrice: 1999, abnormalCount: 1 })
      const drop = (id: string) => saved('/api-im/priceRecord/delete', { id })
      expect((await drop(wrong)).status).toBe(200)
      expect(await item()).toMatchObject({ curPrice: 119, changeRate: 19, abnormalCount: 0, collectTime: ago(2) })
      expect(await findings(itemId)).toEqual([])
      // what was collected stays
      await api().db.updateTable('priceRecord').set({ createBy: 'system' }).where('id', '=', before).execute()
      const { status, body } = await api().ask('POST', '/api-im/priceRecord/delete', await api().token(CITY), {
        id: before,
      })
      expect([status, body.resultMsg]).toEqual([403, expect.stringContaining('自己录入')])
      await api().db.updateTable('priceRecord').set({ delFlag: 1 }).where('id', '=', before).execute()
      const [{ id: first }] = (await api().list('/api-im/priceRecord/list', await api().token(CITY), { itemId }))
        .list as [Row]
      expect((await drop(String(first))).status).toBe(200)
      expect(await item()).toMatchObject({ curPrice: null, changeRate: null, collectTime: null })
    })

    it('is a clue of source 11 when somebody confirms what was found, once, and nothing when it is excluded', async () => {
      const itemId = await watched('转线索样例')
      await priced(itemId, 2, 100)
      await priced(itemId, 1, 140)
      const [found] = await findings(itemId)
      const act = (action: string, more: object): Promise<{ status: number; data: string }> =>
        saved('/api-im/priceAbnormal/act', { id: found?.['id'], action, ...more })
      expect((await act('exclude', {})).status).toBe(400)
      expect((await act('confirm', { illegalDesc: '无理由涨价四成', riskLevel: '2' })).status).toBe(200)
      const [judged] = await findings(itemId)
      const clue = await madeClue(api(), judged?.['resultId'])
      expect(clue).toMatchObject({
        illegalSource: '11',
        illegalCategory: '08',
        resultStatus: '10',
        illegalDesc: '无理由涨价四成',
        objectName: '测价样例店',
        customerId: '87190',
      })
      expect(String(clue['clueNo'])).toMatch(/^XS340402\d{13}$/)
      expect((await act('confirm', { illegalDesc: '再来一次', riskLevel: '2' })).status).toBe(409)
    })
  })
}
