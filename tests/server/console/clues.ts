import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Api } from '../support/api.ts'

const BASE = '/api-im/ivIdIllegalResult'
interface Counters { illegals: { number: number; type: string }; illegalCasePush: { number: number; type: string }; illegalDetail: { number: number; type: string } }

export function clueContract(api: () => Api): void {
  const stored = async (where: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from "illegalResult" where "delFlag" = 0 and ${sql.raw(where)}`.execute(api().db)
    return Number(rows[0]?.n)
  }

  describe('clues', () => {
    it('of the demonstration stand in every state and in many areas', async () => {
      expect(await stored('true')).toBeGreaterThan(350)
      const { rows } = await sql<{ s: number; a: number; numbers: number; n: number }>`select count(distinct "resultStatus") as s, count(distinct left("areaCode", 4)) as a,
        count(distinct "clueNo") as numbers, count(*) as n from "illegalResult"`.execute(api().db)
      expect(Number(rows[0]?.s)).toBe(12)
      expect(Number(rows[0]?.a)).toBeGreaterThan(10)
      expect(Number(rows[0]?.numbers)).toBe(Number(rows[0]?.n))
    })

    it('R7.05 are counted as new by the default call, in one’s own area', async () => {
      const count = async (user: string, more: object = {}): Promise<unknown> => {
        const { body } = await api().ask<{ totalRecord: number }>('POST', `${BASE}/countClues`, await api().token(user), { illegalSource: 9999, type: '', pageFlag: 1, pageNo: 1, pageRowNo: 10, ...more })
        return [body.resultCode, body.data?.totalRecord]
      }
      expect(await count('fj_province')).toEqual(['0', await stored(`"resultStatus" = '20' and "areaCode" like '35%'`)])
      expect(await count('fj_fuzhou')).toEqual(['0', await stored(`"resultStatus" = '20' and "areaCode" like '3501%'`)])
      expect(await count('admin', { illegalSource: '1' })).toEqual(['0', await stored(`"resultStatus" = '20' and "illegalSource" = '1'`)])
      expect((await api().ask('POST', `${BASE}/countClues`, undefined, {})).status).toBe(401)
    })

    it('R7.05 are counted as sent and unsent for the customer that asks so', async () => {
      const { body } = await api().ask<{ wjDataUnSendList: object[]; wjDataSendList: object[] }>('GET', `${BASE}/countSent`, await api().token('shandong_province'))
      expect(body.code).toBe(1)
      expect(body.data?.wjDataUnSendList).toHaveLength(await stored(`"resultStatus" in ('10','40') and "areaCode" like '37%'`))
      expect(body.data?.wjDataSendList).toHaveLength(await stored(`"resultStatus" in ('20','30','35','50') and "areaCode" like '37%'`))
    })

    it('R7.05 R6.03 are counted by role, from the customer’s day to tomorrow', async () => {
      const count = async (user: string, more: object = {}): Promise<unknown> => {
        const { body } = await api().ask('POST', `${BASE}/countByRole`, await api().token(user), { illegalSource: '9999', ...more })
        return [body.code, body.data]
      }
      const recent = `"areaCode" like '3404%' and "foundTime" >= '2025-01-01'`
      const illegals = await stored(`"resultStatus" in ('20','30','35') and ${recent}`)
      const illegalDetail = await stored(`"resultStatus" in ('00','10','15','40','50') and ${recent}`)
      expect(await count('huainan_admin')).toEqual([1, { illegals, illegalDetail }])
      expect(await count('huainan_zhidui')).toEqual([1, { illegals }])
      expect(await count('huainan_yaopin')).toEqual([1, { illegalDetail }])
      expect(await count('huainan_admin', { finishState: 1 })).toEqual([1, { illegals, illegalDetail: 0 }])
      expect(await count('huainan_admin', { startTime: '2099-01-01' })).toEqual([1, { illegals: 0, illegalDetail: 0 }])
      const wrong = await api().ask('POST', `${BASE}/countByRole`, await api().token('huainan_admin'), { startTime: 'soon' })
      expect(wrong.body).toMatchObject({ code: 0, msg: '参数 startTime 应为日期' })
    })

    it('R4.05 R3.05 make the badges of the menu, dangerous when one is overdue', async () => {
      const { body } = await api().ask<Counters>('POST', `${BASE}/countCornerMarkNum`, await api().token('fj_province'), {})
      const area = `"areaCode" like '35%'`
      expect(body.data).toEqual({
        illegals: { number: await stored(`"resultStatus" in ('20','30','35') and ${area}`), type: 'danger' },
        illegalCasePush: { number: await stored(`"resultStatus" in ('10','15','40','50') and ${area}`), type: 'danger' },
        illegalDetail: { number: await stored(`"resultStatus" = '00' and ${area}`), type: 'danger' },
      })
      const none = await api().ask<Counters>('POST', `${BASE}/countCornerMarkNum`, await api().token('fj_province'), { illegalSource: '13' })
      expect(none.body.data?.illegals.type).toBe(none.body.data?.illegals.number === 0 ? 'warning' : none.body.data?.illegals.type)
    })
  })
}
