import type { ListAnswer } from '../../../../../src/core/contract/api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../../../server/support/api.ts'
import { clueIn, clueRow, formOf, take } from '../../../../server/workflow/clues.ts'

const BASE = '/api-im/ivIdIllegalResult'
const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }

export function clueCallContract(api: () => Api): void {
  const stored = async (where: string): Promise<number> => {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from "illegalResult" where "delFlag" = 0 and ${sql.raw(where)}`.execute(api().db)
    return Number(rows[0]?.n)
  }
  const get = async <T>(path: string, user: string): Promise<T | undefined> =>
    (await api().ask<T>('GET', path, await api().token(user))).body.data

  describe('calls about clues', () => {
    it('R7.01 repeats are the same address or subject in one category, within ninety days', async () => {
      const like = {
        ...COUNTY,
        objectUrl: 'https://twice.example/',
        illegalCategory: '05',
        uscc_dim: '91350102MA2XXXXX0U',
        foundTime: '2026-01-05 09:00:00',
      }
      const one = await clueIn(api(), '10', like)
      const sameUrl = await clueIn(api(), '60', { ...like, uscc_dim: null, foundTime: '2026-04-05 08:00:00' })
      const sameSubject = await clueIn(api(), '10', { ...like, objectUrl: 'https://other.example/' })
      await clueIn(api(), '10', { ...like, illegalCategory: '06' })
      await clueIn(api(), '10', { ...like, foundTime: '2026-04-06 09:00:00' })
      const found = await api().list(`${BASE}/repeatList`, await api().token('fj_gulou'), { resultId: one })
      expect(found.list.map(row => row['resultId']).sort()).toEqual([sameUrl, sameSubject].sort())
      expect(
        (await api().list(`${BASE}/repeatList`, await api().token('huainan_admin'), { resultId: one })).totalRecord,
      ).toBe(0)
      expect((await api().list(`${BASE}/repeatList`, await api().token('fj_gulou'))).totalRecord).toBe(0)
    })

    it('R4.09 are counted where they were found, as long as they stand', async () => {
      const token = await api().token('fj_gulou')
      const shop = await api()
        .db.selectFrom('eshop')
        .select(['uniqueId', 'illegalCount', 'updateTime'])
        .where('areaCode', 'like', '350102%')
        .where('delFlag', '=', 0)
        .limit(1)
        .executeTakeFirstOrThrow()
      const told = async (): Promise<unknown> =>
        await api()
          .db.selectFrom('eshop')
          .select(['illegalCount', 'updateTime'])
          .where('uniqueId', '=', shop['uniqueId'])
          .executeTakeFirst()
      const standing = await stored(
        `"objectKind" = '1' and "objectId" = '${String(shop['uniqueId'])}' and "resultStatus" <> '70'`,
      )
      const about = { objectKind: '1', objectId: shop['uniqueId'], illegalCategory: '03', illegalDesc: '夸大宣传' }
      const { body } = await api().ask<{ resultId: string }>('POST', `${BASE}/reportAdd`, token, about)
      const { updateTime } = shop
      expect(await told()).toEqual({ illegalCount: standing + 1, updateTime })
      expect((await take(api(), token, String(body.data?.resultId), 'cancel', { opinion: '重复登记' })).status).toBe(
        200,
      )
      expect(await told()).toEqual({ illegalCount: standing, updateTime })
    })

    it('R4.09 what a hired agency or a platform reports stands among the clues of third parties', async () => {
      const token = await api().token('fj_gulou')
      const told = async (orgType: string): Promise<string[]> => {
        const { body } = await api().ask<ListAnswer>('POST', `${BASE}/queryListNew`, token, {
          orgType: [orgType],
          pageRowNo: 50,
        })
        return (body.data?.list ?? []).map(row => String(row['resultId']))
      }
      expect((await told('7')).length, 'what the demonstration has of agencies').toBeGreaterThan(0)
      const unit = api().db.updateTable('org').where('orgId', '=', 'org-350102')
      await unit.set({ orgType: '8' }).execute()
      const about = {
        objectUrl: 'https://third.example/',
        objectName: '样例店',
        illegalCategory: '03',
        illegalDesc: '夸大宣传',
      }
      const { body } = await api().ask<{ resultId: string }>('POST', `${BASE}/reportAdd`, token, {
        ...about,
        areaCode: '350102',
      })
      await unit.set({ orgType: '1' }).execute()
      expect(await told('8')).toContain(body.data?.resultId)
      expect(await told('1')).not.toContain(body.data?.resultId)
    })

    it('R4.09 what repeats a clue ends with it and leaves its evidence there, and is told apart in the history', async () => {
      const token = await api().token('fj_gulou')
      const [proof, more] = ['https://a.example/one.png', 'https://a.example/two.png']
      const clue = await clueIn(api(), '30', { ...COUNTY, evidenceIds: proof })
      const hit = await clueIn(api(), '00', { ...COUNTY, evidenceIds: `${proof},${more}`, hitWords: '根治' })
      const merge = (repeatOf: string) => take(api(), token, hit, 'merge', { repeatOf })
      expect((await merge(hit)).body.resultMsg).toBe('不能并入线索自己')
      expect((await merge(await clueIn(api(), '70', COUNTY))).body.resultMsg).toMatch(/已撤销/)
      expect([400, 404]).toContain(
        (await merge(await clueIn(api(), '30', { customerId: '87190', areaCode: '340402' }))).status,
      )
      expect(await clueRow(api(), hit)).toMatchObject({ resultStatus: '00', repeatOf: null })
      expect((await merge(clue)).body.data).toMatchObject({ from: '00', to: '70' })
      expect(await clueRow(api(), hit)).toMatchObject({ resultStatus: '70', finishState: 1, repeatOf: clue })
      expect(await clueRow(api(), clue)).toMatchObject({ resultStatus: '30', evidenceIds: `${proof},${more}` })
      const told = await api()
        .db.selectFrom('suspectedHistory')
        .select(['judge', 'hitWords'])
        .where('resultId', '=', clue)
        .execute()
      expect(told).toEqual([{ judge: '4', hitWords: '根治' }])
    })

    it('R4.09 goes to a person of the unit that receives it, who is still there', async () => {
      const token = await api().token('fj_fuzhou')
      const clue = await clueIn(api(), '10', { customerId: '200035', areaCode: '350100', curOrg: 'org-350100' })
      const send = (toUser: string) => take(api(), token, clue, 'pf', { ...formOf('pf', 'org-350102'), toUser })
      const other = await send('user-fj_fuzhou')
      expect([other.status, other.body.errors]).toEqual([
        400,
        { toUser: '接收人不是接收单位的在用人员，请另选，或者留空' },
      ])
      const set = (enabled: number) =>
        api().db.updateTable('user').set({ enabled }).where('id', '=', 'user-fj_gulou').execute()
      await set(0)
      try {
        const gone = await send('user-fj_gulou')
        expect([gone.status, gone.body.errors]).toEqual([400, { toUser: '接收人已停用，请另选' }])
        const offered = async (usable?: 1) =>
          (
            await api().ask<{ list: { key: string }[] }>('POST', '/api-console/choices', token, {
              ref: 'user',
              text: '鼓楼',
              ...(usable ? { usable } : {}),
            })
          ).body.data?.list.map(({ key }) => key)
        expect(await offered()).toContain('user-fj_gulou')
        expect(await offered(1)).not.toContain('user-fj_gulou')
      } finally {
        await set(1)
      }
      expect((await send('user-fj_gulou')).body.data?.to).toBe('20')
      expect(await clueRow(api(), clue)).toMatchObject({ curOrg: 'org-350102', curUser: 'user-fj_gulou' })
    })

    it('R7.01 received is what other units gave to the own one', async () => {
      const given = await clueIn(api(), '20', COUNTY)
      const own = await clueIn(api(), '10', { ...COUNTY, sendOrg: null })
      const { list } = await api().list(`${BASE}/illegalReceiveList`, await api().token('fj_gulou'), { pageRowNo: 200 })
      const keys = list.map(row => row['resultId'])
      expect(keys).toContain(given)
      expect(keys).not.toContain(own)
      expect(new Set(list.map(row => row['curOrg']))).toEqual(new Set(['org-350102']))
    })

    it('R7.01 categories, platforms and the overview count what one may see', async () => {
      const { body } = await api().ask<{ key: string; value: string; count: number }[]>(
        'POST',
        `${BASE}/getIllegalCategory`,
        await api().token('fj_fuzhou'),
        {},
      )
      expect(body.data?.find(({ key }) => key === '03')).toEqual({
        key: '03',
        value: '虚假宣传',
        count: await stored(`"areaCode" like '3501%' and "illegalCategory" = '03'`),
      })
      const platforms = await get<{ count: number }[]>(`${BASE}/illegal-platform-name`, 'fj_fuzhou')
      expect(platforms?.reduce((sum, { count }) => sum + count, 0)).toBe(
        await stored(`"areaCode" like '3501%' and "platformName" is not null`),
      )
      const overview = await get<Record<string, number>>(`${BASE}/queryReportOverview`, 'fj_fuzhou')
      expect(overview).toMatchObject({
        total: await stored(`"areaCode" like '3501%'`),
        overdue: await stored(`"areaCode" like '3501%' and overdue = 1 and "finishState" = 0`),
      })
      expect((overview?.['open'] ?? 0) + (overview?.['closed'] ?? 0)).toBe(overview?.['total'])
    })

    it('R7.01 files are those of the clue, its steps and its records, each once', async () => {
      const key = await clueIn(api(), '30', { ...COUNTY, evidenceIds: 'https://a.example/one.png' })
      const token = await api().token('fj_gulou')
      await take(api(), token, key, 'cl', { ...formOf('cl', ''), files: await api().upload(token, 'two.pdf') })
      const files = await get<{ name: string; of: string }[]>(`${BASE}/fileList?resultId=${key}`, 'fj_gulou')
      expect(files?.map(({ name, of }) => [name, of])).toEqual([
        ['one.png', '证据'],
        ['two.pdf', '材料'],
      ])
      expect(await get<object[]>(`${BASE}/evidenceDetail?resultId=${key}`, 'fj_gulou')).toMatchObject([
        { name: 'one.png', url: 'https://a.example/one.png' },
      ])
      expect(
        (await api().ask('GET', `${BASE}/fileList?resultId=${key}`, await api().token('huainan_admin'))).status,
      ).toBe(404)
    })

    it('R7.05 the other counters are the same numbers', async () => {
      const token = await api().token('fj_fuzhou')
      const [one, other] = await Promise.all(
        ['countCornerMarkNum', 'wlcb/countMark'].map(path => api().ask('POST', `${BASE}/${path}`, token, {})),
      )
      expect(other?.body.data).toEqual(one?.body.data)
    })

    it('R7.01 a transfer comes with its letter, which the other unit signs and answers', async () => {
      const key = await clueIn(api(), '10', { ...COUNTY, curOrg: 'org-350100', sendOrg: null })
      const [city, county] = [await api().token('fj_fuzhou'), await api().token('fj_gulou')]
      const moved = await take(api(), city, key, 'ys', {
        toOrg: 'org-350102',
        transferReason: '1',
        letterNo: '榕市监移〔2026〕1号',
      })
      const letter = String(moved.body.data?.created['clueTransfer'])
      const row = () =>
        api().db.selectFrom('clueTransfer').selectAll().where('id', '=', letter).executeTakeFirstOrThrow()
      expect(await row()).toMatchObject({
        resultId: key,
        outOrg: 'org-350100',
        inOrg: 'org-350102',
        state: '1',
        letterNo: '榕市监移〔2026〕1号',
        fact: '涉嫌违法',
      })
      const act = async (who: string, action: string, more: object = {}): Promise<number> =>
        (await api().ask('POST', '/api-console/workflow/transfer', who, { id: letter, action, ...more })).status
      expect(await act(city, 'sign')).toBe(403)
      expect([await act(county, 'sign'), await act(county, 'reply', { replyText: '已立案' })]).toEqual([200, 200])
      expect(await row()).toMatchObject({ state: '3', replyText: '已立案' })
    })

    it('R7.01 items and features are kept for all, and read by their category', async () => {
      const { list, totalRecord } = await api().list('/api-im/wjIllegalItem/list', await api().token('fj_gudong'), {
        illegalCategory: '11',
      })
      expect(totalRecord).toBeGreaterThan(0)
      const { body } = await api().ask<Record<string, unknown>>(
        'POST',
        `/api-im/wjIllegalItem/queryOne?illegalId=${String(list[0]?.['illegalId'])}`,
        await api().token('fj_gudong'),
      )
      expect(body.data).toMatchObject({ illegalCategory: '11', itemCode: expect.any(String) })
    })
  })
}
