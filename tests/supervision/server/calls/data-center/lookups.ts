import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { Api } from '../../../../server/support/api.ts'

export function lookupContract(api: () => Api): void {
  describe('a subject by its code', () => {
    const ask = async (user: string, code: string): ReturnType<Api['ask']> =>
      api().ask('GET', `/api-common/apis/v1/business/query-uscc/${code}`, await api().token(user))

    it('is found in any area, with what its licence says and nothing else', async () => {
      const shops = (await api().list('/api-im/eshop/eshopList', await api().token('fj_fuzhou'), { pageRowNo: 100 }))
        .list
      const shop = shops.find(row => !row['customerId']) ?? {}
      const { status, body } = await ask('huainan_datong', String(shop['uscc_dim']))
      expect(status).toBe(200)
      const facts = body.data as Row
      expect(facts).toMatchObject({
        uscc_dim: shop['uscc_dim'],
        name: shop['subjectName'],
        subjectName: shop['subjectName'],
        regAddress: shop['regAddress'],
      })
      expect(facts['legalPerson']).toMatch(/^.某+$/)
      expect(Object.keys(facts).sort()).toEqual([
        'companyStatus',
        'companyStatusName',
        'legalPerson',
        'name',
        'regAddress',
        'regOrg',
        'subjectName',
        'subjectType',
        'uscc_dim',
      ])
    })
    it('is not read from the rows of another customer', async () => {
      const shop = await api().first('/api-im/eshop/eshopList', await api().token('fj_fuzhou'), {
        customerId: '200035',
      })
      expect((await ask('fj_fuzhou', String(shop['uscc_dim']))).status).toBe(200)
      expect((await ask('huainan_datong', String(shop['uscc_dim']))).status).toBe(404)
    })
    it('is read of the own area by whoever stands above its customers, and of no customer elsewhere', async () => {
      const of = async (user: string, customerId: string): Promise<string> =>
        String((await api().first('/api-im/eshop/eshopList', await api().token(user), { customerId }))['uscc_dim'])
      const [near, far] = [await of('fj_fuzhou', '200035'), await of('huainan_admin', '87190')]
      const supervisor = {
        id: 'user-above_fujian',
        username: 'above_fujian',
        nickName: '省外督导',
        areaCode: '350000',
        customerId: '',
        orgId: 'org-350000',
        roleIds: 'role-province_admin',
        enabled: 1,
        delFlag: 0,
      }
      await api().db.insertInto('user').values(supervisor).execute()
      expect([(await ask('above_fujian', near)).status, (await ask('above_fujian', far)).status]).toEqual([200, 404])
      await api().db.deleteFrom('user').where('id', '=', supervisor.id).execute()
    })
    it('that nobody knows is 404, and one that is none 400', async () => {
      const unknown = await ask('huainan_datong', '91340400MA2N000009')
      expect([unknown.status, unknown.body.resultMsg]).toEqual([
        404,
        '没有查到统一社会信用代码 91340400MA2N000009 对应的主体',
      ])
      expect((await ask('huainan_datong', '123')).status).toBe(400)
    })
  })
}
