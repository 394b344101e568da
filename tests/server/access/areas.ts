import { describe, expect, it } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import type { Api } from '../support/api.ts'
import { SUBJECT } from '../support/site.ts'

const SHOPS = '/api-im/eshop/eshopList'
const SITES = '/api-im/website/websiteList'

/** A user of one county tries to reach the rows of its neighbour. */
export function areaContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_datong')
  const foreign = async (path: string): Promise<Row> => api().first(path, await api().token('huainan_tianjiaan'))

  describe('rows of another area', () => {
    it('are in no list, whatever the filter says', async () => {
      const token = await own()
      const shop = await foreign(SHOPS)
      const tricks: object[] = [
        {},
        { areaCode: '340403' },
        { areaCode: '340403,340402' },
        { areaCode: '' },
        { areaCode: '%' },
        { areaCode: '000000' },
        { areaCode: ['340403'] },
        { shopName: '%' },
        { shopName: "' or 1=1 --" },
        { uniqueId: shop['uniqueId'] },
        { pageRowNo: 1000 },
      ]
      for (const trick of tricks) {
        const { list } = await api().list(SHOPS, token, { pageRowNo: 1000, ...trick })
        expect(
          list.every(row => String(row['areaCode']).startsWith('340402')),
          JSON.stringify(trick),
        ).toBe(true)
      }
      const refused = [{ delFlag: '1' }, { 'areaCode" or 1=1 --': '1' }, { or: [], own: '', x: 1 }]
      for (const trick of refused) {
        const { body } = await api().ask<{ list: Row[] }>('POST', SHOPS, token, trick)
        expect((body.data?.list ?? []).filter(row => !String(row['areaCode']).startsWith('340402'))).toEqual([])
      }
    })

    it('are not found by key', async () => {
      const shop = await foreign(SHOPS)
      const { status, body } = await api().ask('POST', '/api-im/eshop/queryOne', await own(), {
        uniqueId: shop['uniqueId'],
      })
      expect([status, body.data]).toEqual([404, undefined])
      expect(
        (
          await api().ask('POST', '/api-im/eshop/queryOne', await api().token('huainan_admin'), {
            uniqueId: shop['uniqueId'],
          })
        ).status,
      ).toBe(200)
    })

    it('are not changed, deleted or taken over', async () => {
      const site = await foreign(SITES)
      const id = String(site['uniqueId'])
      const token = await own()
      const save = await api().ask('POST', '/api-im/website/save', token, { uniqueId: id, siteName: '改名' })
      const takeOver = await api().ask('POST', '/api-im/website/save', token, { uniqueId: id, areaCode: '340402' })
      const remove = await api().ask('POST', '/api-im/website/delete', token, { uniqueId: id, del_content: '不该成功' })
      expect([save.status, takeOver.status, remove.status]).toEqual([404, 404, 404])
      const after = await api().ask<Row>('POST', '/api-im/website/queryOne', await api().token('huainan_tianjiaan'), {
        uniqueId: id,
      })
      expect(after.body.data).toMatchObject({ siteName: site['siteName'], areaCode: site['areaCode'] })
    })

    it('cannot be planted there', async () => {
      const site = {
        siteName: '越界',
        domain: 'over.example',
        siteUrl: 'https://over.example/',
        siteType: '1',
        ...SUBJECT,
        areaCode: '340403',
      }
      const { status, body } = await api().ask('POST', '/api-im/website/save', await own(), site)
      expect([status, body.errors]).toEqual([400, { areaCode: '所属地区不在您的管辖范围内' }])
    })

    it('are closed to the users list, to changes of users and to password resets', async () => {
      const token = await own()
      const { body } = await api().ask<{ list: Row[] }>('GET', '/api-user/users?pageRowNo=1000', token)
      expect(body.data?.list.every(row => String(row['areaCode']).startsWith('340402'))).toBe(true)
      for (const id of ['user-huainan_admin', 'user-huainan_tianjiaan', 'user-admin']) {
        expect((await api().ask('POST', '/api-user/users/resetPassword', token, { id })).status).toBe(404)
        expect((await api().ask('POST', '/api-user/users/saveOrUpdate', token, { id, nickName: '改名' })).status).toBe(
          404,
        )
        expect((await api().ask('DELETE', `/api-user/users/delete/${id}`, token)).status).toBe(404)
      }
    })

    it('are open to those above: nation, province, city and county see the more the higher', async () => {
      const total = async (user: string): Promise<number> =>
        (await api().list(SHOPS, await api().token(user))).totalRecord
      const [nation, city, county, town] = [
        await total('admin'),
        await total('huainan_admin'),
        await total('huainan_datong'),
        await total('huainan_shangyao'),
      ]
      expect(nation).toBeGreaterThanOrEqual(2000)
      expect(nation).toBeGreaterThan(city)
      expect(city).toBeGreaterThan(county)
      expect(county).toBeGreaterThan(town)
    })
  })

  describe('the right to call', () => {
    it('R6.01 R8.03 follows from the pages within reach: 403 where none of them makes the call', async () => {
      const town = await api().token('huainan_shangyao')
      const { status, body } = await api().ask('GET', '/api-user/users', town)
      expect([status, body.resultMsg]).toEqual([403, '没有权限，请联系管理员'])
      expect((await api().ask('POST', '/api-user/users/saveOrUpdate', town, { username: 'mine' })).status).toBe(403)
      expect((await api().ask('POST', SHOPS, town, {})).status).toBe(200)
    })

    it('takes the token from the header alone: a cookie makes no call', async () => {
      const token = await own()
      const answer = await api().app.inject({
        method: 'POST',
        url: `/prod-api${SHOPS}`,
        headers: { cookie: `Token=${token}` },
        payload: {},
      })
      expect(answer.statusCode).toBe(401)
    })
  })
}
