import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import type { Api } from '../../../server/support/api.ts'
import { ended } from '../../../server/support/wait.ts'

const CITY = 'huainan_admin'
const GOODS = {
  monitorKind: '1',
  goodsUrl: 'https://shop-000001.example/item/8',
  freq: '2',
  shopName: '重判样例店',
  areaCode: '340402',
}

export function judgeAgainContract(api: () => Api): void {
  const send = async <T = string>(path: string, body: object, user = CITY) => {
    const answer = await api().ask<T>('POST', `/api-im/${path}`, await api().token(user), body)
    return { status: answer.status, data: answer.body.data as T }
  }
  const watched = async (goodsName: string): Promise<string> =>
    (await send('priceItem/save', { ...GOODS, goodsName, category: '99' })).data
  const ago = (days: number): string => `${chinaTime(Date.now() - days * 86_400_000).slice(0, 10)} 08:00:00`
  const priced = async (itemId: string, days: number, salePrice: number): Promise<void> => {
    const { status } = await send('priceRecord/save', { itemId, collectTime: ago(days), salePrice })
    expect(status).toBe(200)
  }
  const findings = async (itemId: string): Promise<Row[]> =>
    (await api().list('/api-im/priceAbnormal/list', await api().token(CITY), { itemId, orderBy: 'foundTime asc' })).list
  const judged = async (itemId: string): Promise<void> => {
    expect(await send('priceItem/judge', { itemId })).toEqual({ status: 200, data: itemId })
  }
  const item = (itemId: string): Promise<Row> =>
    api().db.selectFrom('priceItem').selectAll().where('itemId', '=', itemId).executeTakeFirstOrThrow()
  const trail = async (): Promise<number> =>
    (await api().db.selectFrom('sys_audit').select('id').where('action', '=', 'priceItem.judge').execute()).length

  describe('rules applied to prices that are there', () => {
    it('add what they find, take back what no longer holds, leave what was judged; twice comes to the same', async () => {
      const itemId = await watched('重判样例')
      for (const [days, price] of [
        [3, 100],
        [2, 119],
        [1, 150],
      ] as const)
        await priced(itemId, days, price)
      // what rules that have been changed since would have left behind
      await api().db.updateTable('priceAbnormal').set({ rule: 'P2' }).where('itemId', '=', itemId).execute()
      await api().db.updateTable('priceRecord').set({ rules: 'P2' }).where('itemId', '=', itemId).execute()
      const before = await trail()
      await judged(itemId)
      const [found, ...more] = await findings(itemId)
      expect([found, more]).toMatchObject([{ rule: 'P4', abnormalPrice: 150, basePrice: 119, judge: '0' }, []])
      expect((await item(itemId))['abnormalCount']).toBe(1)
      const sent = { itemId, orderBy: 'collectTime desc' }
      const { list } = await api().list('/api-im/priceRecord/list', await api().token(CITY), sent)
      expect(list.map(({ rules }) => rules ?? '')).toEqual(['P4', '', ''])
      // one entry for each finding, and one for the goods
      expect(await trail()).toBe(before + 3)
      await judged(itemId)
      // that it was judged again is told, and nothing else is
      expect([await findings(itemId), await trail()]).toEqual([[found], before + 4])
      const opinion = { id: found?.['id'], action: 'exclude', opinion: '正常' }
      expect((await send('priceAbnormal/act', opinion)).status).toBe(200)
      await judged(itemId)
      expect(await findings(itemId)).toMatchObject([{ id: found?.['id'], judge: '2' }])
    })

    it('see a history that came in late, and say that the goods wait for it', async () => {
      const itemId = await watched('补录样例')
      await priced(itemId, 3, 130)
      await priced(itemId, 1, 130)
      await judged(itemId)
      expect([await findings(itemId), (await item(itemId))['judgedTime']]).toEqual([[], expect.any(String)])
      await priced(itemId, 4, 100)
      expect([await findings(itemId), (await item(itemId))['judgedTime']]).toEqual([[], null])
      await judged(itemId)
      expect(await findings(itemId)).toMatchObject([
        { rule: 'P4', foundTime: ago(3), abnormalPrice: 130, basePrice: 100 },
      ])
      expect(await item(itemId)).toMatchObject({ curPrice: 130, changeRate: 0, collectTime: ago(1) })
    })

    it('compare with what others cost then, not with what they cost now', async () => {
      const [here, there] = [await watched('同款样例'), await watched('同款样例')]
      await priced(there, 10, 30)
      await priced(there, 1, 100)
      await priced(here, 1, 99)
      expect(await findings(here)).toEqual([])
      await priced(here, 10, 96)
      expect(await findings(here)).toMatchObject([{ rule: 'P8', foundTime: ago(10), basePrice: 30 }])
    })

    it('come as one batch over the goods within reach, which nobody else can send for them', async () => {
      const itemId = await watched('批量样例')
      await priced(itemId, 2, 100)
      await priced(itemId, 1, 150)
      await api().db.deleteFrom('priceAbnormal').where('itemId', '=', itemId).execute()
      const { data } = await send<{ id: string; total: number }>('priceItem/judgeAll', { monitorKind: '1' })
      const { totalRecord: total } = await api().list('/api-im/priceItem/list', await api().token(CITY), {
        monitorKind: ['1'],
      })
      const state = await ended(api(), await api().token(CITY), '/api-console/batches', data.id)
      expect([data.total, state]).toMatchObject([total, { finished: true, ok: total, total }])
      expect(await findings(itemId)).toMatchObject([{ rule: 'P4' }])
      expect((await send('priceItem/judge', { itemId }, 'fj_fuzhou')).status).toBe(404)
    })
  })
}
