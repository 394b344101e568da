import { describe, expect, it } from 'vitest'
import { MOST_VALUES, type AreaNode, type Row } from '../../../../src/core/contract/api.ts'
import { COUNT_CAP } from '../../../../src/server/records/read/plan-list.ts'
import type { Api } from '../../support/api.ts'

const SHOPS = '/api-im/eshop/eshopList'

export function listContract(api: () => Api): void {
  const city = (): Promise<string> => api().token('huainan_admin')

  describe('a list', () => {
    it('R7.04 R2.20 answers totalRecord and a page of rows with readable names', async () => {
      const { totalRecord, list } = await api().list(SHOPS, await city(), { pageRowNo: 10 })
      expect(list).toHaveLength(10)
      expect(totalRecord).toBeGreaterThan(300)
      expect(list.every(row => row['areaName'] !== '' && typeof row['jurisdictionOrgName'] === 'string')).toBe(true)
    })

    it('sends numbers as numbers, flags as 0 and 1, days and times as text', async () => {
      const row = await api().first(SHOPS, await city())
      expect(typeof row['goodsCount']).toBe('number')
      expect(typeof row['score']).toBe('number')
      expect([0, 1]).toContain(row['signsLicenses'])
      expect(row['openTime']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(row['updateTime']).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      expect(row['goodsList']).toBeUndefined()
    })

    it('pages through every row once, in a stable order', async () => {
      const token = await api().token('huainan_datong')
      const seen: unknown[] = []
      const { totalRecord } = await api().list(SHOPS, token)
      for (let pageNo = 1; pageNo <= Math.ceil(totalRecord / 30); pageNo++) {
        const { list } = await api().list(SHOPS, token, { pageNo, pageRowNo: 30, orderBy: 'platformName' })
        seen.push(...list.map(row => row['uniqueId']))
      }
      expect(new Set(seen).size).toBe(totalRecord)
      expect(seen).toHaveLength(totalRecord)
    })

    it('sorts by several fields, and refuses what it cannot sort by', async () => {
      const token = await city()
      const { list } = await api().list(SHOPS, token, { pageRowNo: 50, orderBy: 'monthSales desc,shopName' })
      const sales = list.map(row => Number(row['monthSales']))
      expect(sales).toEqual([...sales].sort((a, b) => b - a))
      for (const orderBy of ['nothing', 'shopName; drop table eshop', 'shopName up', 'goodsList']) {
        expect((await api().ask('POST', SHOPS, token, { orderBy })).status).toBe(400)
      }
    })

    it('filters by text, choice, several choices, area, flag and range', async () => {
      const token = await city()
      const all = (request: object): Promise<Row[]> =>
        api()
          .list(SHOPS, token, { pageRowNo: 1000, ...request })
          .then(answer => answer.list)
      expect((await all({ shopName: '药房' })).every(row => String(row['shopName']).includes('药房'))).toBe(true)
      expect((await all({ platformName: '1,2' })).every(row => ['1', '2'].includes(String(row['platformName'])))).toBe(
        true,
      )
      expect((await all({ areaCode: '340402' })).every(row => String(row['areaCode']).startsWith('340402'))).toBe(true)
      expect((await all({ signsLicenses: '1' })).every(row => row['signsLicenses'] === 1)).toBe(true)
      expect(
        (await all({ monthSalesStart: 100, monthSalesEnd: 500 })).every(
          row => Number(row['monthSales']) >= 100 && Number(row['monthSales']) <= 500,
        ),
      ).toBe(true)
      const day = String((await all({ pageRowNo: 1 }))[0]?.['updateTime']).slice(0, 10)
      const ofDay = await all({ updateTimeStart: day, updateTimeEnd: day })
      expect(ofDay.length).toBeGreaterThan(0)
      expect(ofDay.every(row => String(row['updateTime']).startsWith(day))).toBe(true)
    })

    it('takes % and _ in a filter for what they are', async () => {
      expect((await api().list(SHOPS, await city(), { shopName: '%' })).totalRecord).toBe(0)
      expect((await api().list(SHOPS, await city(), { shopName: '_' })).totalRecord).toBe(0)
    })

    it('R8.03 says 400 for a filter, a number, a day or a page that makes no sense', async () => {
      const token = await city()
      const wrong: object[] = [
        { nothing: '1' },
        { signsLicenses: 'x' },
        { monthSalesStart: 'many' },
        { updateTimeStart: '2025-02-30' },
        { openTimeEnd: 'yesterday' },
        { pageNo: 0 },
        { pageNo: 1.5 },
        { pageRowNo: 5000 },
        { pageNo: 'two' },
        { shopName: 'a\u0000b' },
        { monthSalesStart: '9'.repeat(40) },
      ]
      for (const request of wrong)
        expect((await api().ask('POST', SHOPS, token, request)).status, JSON.stringify(request)).toBe(400)
    })

    it('finds what has one of several whole texts, as many as staff paste, and refuses more', async () => {
      const token = await city()
      const rows = (await api().list(SHOPS, token, { pageRowNo: 30 })).list
      const names = [...new Set(rows.map(row => String(row['shopName'])))]
      const pasted = [...names, ...Array.from({ length: MOST_VALUES - names.length }, (_, i) => `没有的店${i}`)]
      const found = await api().list(SHOPS, token, { pageRowNo: 1000, shopName: pasted })
      expect(new Set(found.list.map(row => row['shopName']))).toEqual(new Set(names))
      expect(found.totalRecord).toBeGreaterThanOrEqual(rows.length)
      // a part of a name is not the name
      expect((await api().list(SHOPS, token, { shopName: [names[0]?.slice(1), '没有'] })).totalRecord).toBe(0)
      const { status, body } = await api().ask('POST', SHOPS, token, { shopName: [...pasted, '多了一个'] })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`一次最多按${MOST_VALUES}个值`)])
    })

    it('ignores empty filters', async () => {
      const all = await api().list(SHOPS, await city())
      expect(
        (await api().list(SHOPS, await city(), { shopName: '', platformName: null, areaCode: [] })).totalRecord,
      ).toBe(all.totalRecord)
    })

    it('masks names and telephone numbers, in the record too', async () => {
      const token = await city()
      const row = await api().first(SHOPS, token)
      expect(row['contactPhone']).toMatch(/^138\*{4}\d{4}$/)
      expect(row['legalPerson']).toMatch(/某/)
      const { body } = await api().ask<Row>('POST', '/api-im/eshop/queryOne', token, { uniqueId: row['uniqueId'] })
      expect(body.data).toMatchObject({ contactPhone: row['contactPhone'], legalPerson: row['legalPerson'] })
      expect((body.data?.['goodsList'] as unknown[] | undefined)?.length).toBeGreaterThan(0)
    })

    it(`counts up to ${COUNT_CAP} and says so`, async () => {
      const { db } = api()
      const make = async (): Promise<void> => {
        const rows = Array.from({ length: COUNT_CAP + 5 }, (_, i) => ({
          orgId: `many-${i}`,
          orgName: '很多',
          orgType: '1',
          areaCode: '110000',
          delFlag: 0,
        }))
        for (let from = 0; from < rows.length; from += 5000)
          await db
            .insertInto('org')
            .values(rows.slice(from, from + 5000))
            .execute()
      }
      await make()
      const { list } = await import('../../../../src/server/records/read/list.ts')
      const configuration = api().services.configuration()
      const endpoint = { ...configuration.endpoints()[0], name: 'org.list', entity: 'org' } as never
      const answer = await list({
        ...api().services,
        endpoint,
        args: {},
        headers: {},
        fault: () => {},
        ip: '',
        token: undefined,
        user: undefined,
        scoped: configuration.scope({}),
        rows: { own: '', customer: [] },
      })
      await db.deleteFrom('org').where('orgId', 'like', 'many-%').execute()
      expect(answer).toMatchObject({ totalRecord: COUNT_CAP, capped: true })
    })
  })

  describe('areas', () => {
    const areas = async (user: string, areaCode?: string): Promise<AreaNode[]> =>
      (
        await api().ask<AreaNode[]>(
          'POST',
          '/api-im/pub/area/list',
          await api().token(user),
          areaCode ? { areaCode } : {},
        )
      ).body.data ?? []

    it('R2.24 come level by level, beginning with the own one', async () => {
      expect(await areas('huainan_admin')).toEqual([{ areaCode: '340400', areaName: '淮南市', areaLevel: 2 }])
      const counties = await areas('huainan_admin', '340400')
      expect(counties.map(node => node.areaName)).toContain('大通区')
      const towns = await areas('huainan_admin', '340402')
      expect(towns[0]).toMatchObject({ areaLevel: 4, isLeaf: true })
      expect((await areas('admin')).length).toBeGreaterThan(30)
    })

    it('R3.02 have no list of children where there are none', async () => {
      const { body } = await api().ask<AreaNode[]>(
        'GET',
        '/api-im/pub/area/tree?areaCode=340402',
        await api().token('huainan_admin'),
      )
      const towns = body.data?.[0]?.children ?? []
      expect(towns.length).toBeGreaterThan(3)
      expect(towns.every(node => !('children' in node))).toBe(true)
    })

    it('R6.09 leave out the high-tech zone that its city hides, whoever lists them', async () => {
      for (const user of ['lianyungang_city', 'admin']) {
        const codes = (await areas(user, '320706')).map(node => node.areaCode)
        expect(codes.length, user).toBeGreaterThan(10)
        expect(codes, user).not.toContain('320706405')
      }
    })
  })

  describe('dictionaries', () => {
    it('come by code, under the tenant prefix too, and say when there is none', async () => {
      const token = await api().token('huainan_admin')
      const paths = [
        '/api-huainan/dict?code=liveness',
        '/api-luoyang/dict?code=liveness',
        '/api/dict?code=liveness',
        '/api-im/dict/getDictListByCode?code=liveness',
      ]
      for (const path of paths)
        expect((await api().ask('GET', path, token)).body.data, path).toContainEqual({ key: '1', value: '高活跃' })
      expect((await api().ask('GET', '/api-im/dict/getDictListByCode?code=nothing', token)).status).toBe(404)
      expect((await api().ask('GET', '/api-elsewhere/dict?code=liveness', token)).status).toBe(404)
    })
  })
}
