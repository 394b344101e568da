import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_GRANTED, DUTIES } from '../../../src/core/model/roles.ts'
import type { ListAnswer, Row } from '../../../src/core/contract/api.ts'
import type { Api } from '../support/api.ts'
import { SUBJECT } from '../support/site.ts'

const SITES = '/api-im/website/websiteList'
const COUNTY = '340421'
const OWN = '87190'

/** Whose a row is, beside its area: a customer's, a unit's, a person's. */
export function scopeContract(api: () => Api): void {
  const site = (key: string, more: object): Row => ({
    provinceCode: '34',
    uniqueId: `scope-${key}`,
    siteName: `范围${key}`,
    domain: `${key}.scope.example`,
    areaCode: COUNTY,
    customerId: OWN,
    delFlag: 0,
    ...more,
  })
  const user = (name: string, more: object): Row => ({
    id: `user-${name}`,
    username: name,
    nickName: name,
    areaCode: COUNTY,
    customerId: OWN,
    orgId: `org-${COUNTY}`,
    roleIds: 'role-quxianjuji',
    enabled: 1,
    delFlag: 0,
    ...more,
  })
  const seen = async (name: string): Promise<string[]> =>
    (await api().list(SITES, await api().token(name), { domain: '.scope.example', orderBy: 'uniqueId' })).list.map(
      row => String(row['uniqueId']).slice(6),
    )

  describe('rows of a customer, a unit and a person', () => {
    beforeAll(async () => {
      const { db } = api()
      const role = (scope: string): Row => ({
        id: `role-scope${scope}`,
        code: `scope${scope}`,
        name: `范围${scope}`,
        level: '3',
        dataScope: scope,
        customerId: OWN,
        buttons: JSON.stringify([ALL_GRANTED, ...DUTIES]),
        delFlag: 0,
      })
      await db
        .insertInto('role')
        .values([role('1'), role('2'), role('4')])
        .execute()
      await db
        .insertInto('user')
        .values([
          user('scope_one', { roleIds: 'role-scope1' }),
          user('scope_unit', { roleIds: 'role-scope2' }),
          user('scope_all', { roleIds: 'role-scope4' }),
          user('scope_two', { roleIds: 'role-scope1,role-scope2' }),
          user('scope_above', { customerId: '', areaCode: '340000' }),
          user('scope_other', { customerId: '115621' }),
        ])
        .execute()
      await db
        .insertInto('website')
        .values(
          [
            site('a-own', { createBy: 'user-scope_one' }),
            site('b-unit', { jurisdictionOrg: `org-${COUNTY}` }),
            site('c-area', {}),
            site('d-shared', { customerId: null }),
            site('e-other', { customerId: 'another' }),
            site('f-city', { areaCode: '340402' }),
            site('g-blank', { customerId: '', createBy: 'user-scope_two' }),
          ].map(row => ({ createBy: null, jurisdictionOrg: null, ...row })),
        )
        .execute()
    })

    it('are seen by customer, and what belongs to none by all of the area', async () => {
      expect(await seen('huainan_fengtai')).toEqual(['a-own', 'b-unit', 'c-area', 'd-shared', 'g-blank'])
      expect(await seen('huainan_admin')).toEqual(['a-own', 'b-unit', 'c-area', 'd-shared', 'f-city', 'g-blank'])
    })

    it('are seen from above by whoever belongs to no customer', async () => {
      expect(await seen('scope_above')).toEqual([
        'a-own',
        'b-unit',
        'c-area',
        'd-shared',
        'e-other',
        'f-city',
        'g-blank',
      ])
    })

    it('of one area are not those of a customer that covers others', async () => {
      expect(await seen('scope_other')).toEqual([])
    })

    it('are one’s own, the unit’s, the area’s or all, by the widest of one’s roles', async () => {
      expect(await seen('scope_one')).toEqual(['a-own'])
      expect(await seen('scope_unit')).toEqual(['b-unit'])
      expect(await seen('scope_two')).toEqual(['b-unit', 'g-blank'])
      expect(await seen('scope_all')).toEqual(['a-own', 'b-unit', 'c-area', 'd-shared', 'f-city', 'g-blank'])
    })

    it('that one adds are one’s own, one’s unit’s and one’s customer’s', async () => {
      const token = await api().token('scope_one')
      const { body } = await api().ask<string>('POST', '/api-im/website/save', token, {
        siteName: '自建',
        domain: 'mine.scope.example',
        siteUrl: 'https://mine.scope.example/',
        siteType: '1',
        ...SUBJECT,
      })
      const {
        body: { data },
      } = await api().ask<Row>('POST', '/api-im/website/queryOne', token, { uniqueId: body.data })
      expect(data).toMatchObject({
        customerId: OWN,
        createBy: 'user-scope_one',
        jurisdictionOrg: `org-${COUNTY}`,
        areaCode: COUNTY,
      })
      await api().db.deleteFrom('website').where('uniqueId', '=', String(body.data)).execute()
    })
  })

  describe('people, units and logs', () => {
    const people = async (name: string): Promise<string[]> =>
      (
        (await api().ask<ListAnswer>('GET', '/api-user/users?username=scope_&pageRowNo=50', await api().token(name)))
          .body.data?.list ?? []
      )
        .map(row => String(row['username']))
        .sort()

    it('obey the same: who stands above a customer is not that customer’s to change', async () => {
      expect(await people('huainan_fengtai')).toEqual(['scope_all', 'scope_one', 'scope_two', 'scope_unit'])
      expect(await people('scope_unit')).toEqual(['scope_all', 'scope_one', 'scope_two', 'scope_unit'])
      expect(await people('scope_one')).toEqual(['scope_one'])
      expect(await people('scope_above')).toEqual([
        'scope_above',
        'scope_all',
        'scope_one',
        'scope_other',
        'scope_two',
        'scope_unit',
      ])
    })

    it('are named in a record only where one may read them', async () => {
      const token = await api().token('huainan_fengtai')
      const save = async (handleOrg: string): Promise<[number, unknown]> => {
        const { status, body } = await api().ask('POST', '/api-im/wjCase/save', token, {
          caseName: '甲案',
          caseSource: '1',
          party: '甲',
          cause: '甲',
          areaCode: COUNTY,
          handleOrg,
        })
        return [status, body.errors]
      }
      expect(await save('org-350000')).toEqual([400, { handleOrg: '办案单位不存在，或不在您的管辖范围内' }])
      expect(await save('no-such-unit')).toEqual([400, { handleOrg: '办案单位不存在，或不在您的管辖范围内' }])
      expect(await save(`org-${COUNTY}`)).toEqual([200, undefined])
    })

    it('of another customer stay unnamed, even where a record names them', async () => {
      await api()
        .db.updateTable('website')
        .set({ jurisdictionOrg: 'org-350000' })
        .where('uniqueId', '=', 'scope-c-area')
        .execute()
      const { body } = await api().ask<Row>('POST', '/api-im/website/queryOne', await api().token('huainan_fengtai'), {
        uniqueId: 'scope-c-area',
      })
      expect(body.data).toMatchObject({ jurisdictionOrg: 'org-350000' })
      expect(body.data).not.toHaveProperty('jurisdictionOrgName')
      const above = await api().ask<Row>('POST', '/api-im/website/queryOne', await api().token('scope_above'), {
        uniqueId: 'scope-c-area',
      })
      expect(above.body.data?.['jurisdictionOrgName']).toBe('福建省市场监管局')
    })

    it('get no role of more rows than whoever gives it has, nor another customer’s', async () => {
      const save = async (by: string, roleIds: string): Promise<unknown> =>
        (
          await api().ask('POST', '/api-user/users/saveOrUpdate', await api().token(by), {
            id: 'user-scope_one',
            roleIds,
          })
        ).body.errors
      expect(await save('huainan_fengtai', 'role-scope1,role-scope4')).toEqual({
        roleIds: '不能给出您自己没有的：数据范围大于您自己的',
      })
      await api()
        .db.insertInto('role')
        .values({
          id: 'role-foreign',
          code: 'foreign',
          name: '外客户角色',
          level: '3',
          dataScope: '3',
          customerId: 'another',
          delFlag: 0,
        })
        .execute()
      expect(await save('huainan_fengtai', 'role-foreign')).toEqual({ roleIds: '角色不存在，或不在您的管辖范围内' })
      expect(await save('huainan_fengtai', 'role-scope1')).toBeUndefined()
      const role = async (by: string, code: string): ReturnType<Api['ask']> =>
        api().ask('POST', '/api-user/roles/saveOrUpdate', await api().token(by), {
          code,
          name: '全客户',
          level: '3',
          dataScope: '4',
        })
      const [city, whole] = [await role('gz_guiyang', 'too_wide'), await role('huainan_admin', 'as_wide')]
      // whose own area is all that the customer covers gives nothing more by it
      expect([city.body.errors, whole.status]).toEqual([
        { dataScope: '不能给出您自己没有的：数据范围大于您自己的' },
        200,
      ])
    })

    it('are added by the platform to the customer of their unit', async () => {
      const { body } = await api().ask<{ id: string }>(
        'POST',
        '/api-user/users/saveOrUpdate',
        await api().token('admin'),
        {
          username: 'scope_new',
          nickName: '新用户',
          areaCode: COUNTY,
          orgId: `org-${COUNTY}`,
          roleIds: 'role-quxianjuji',
        },
      )
      expect(
        (
          await api()
            .db.selectFrom('user')
            .select('customerId')
            .where('id', '=', String(body.data?.id))
            .executeTakeFirst()
        )?.['customerId'],
      ).toBe(OWN)
    })

    it('that all areas of a customer read are changed by who keeps them: the platform, or a higher unit', async () => {
      await api()
        .db.insertInto('illegalItem')
        .values([
          { illegalId: 'wide-nation', itemCode: 'wide-nation', itemName: '共用事项', customerId: '', delFlag: 0 },
          {
            illegalId: 'wide-province',
            itemCode: 'wide-province',
            itemName: '省级事项',
            customerId: '200035',
            areaCode: '350000',
            delFlag: 0,
          },
        ])
        .execute()
      const save = async (user: string, illegalId: string): Promise<number> =>
        (
          await api().ask('POST', '/api-im/wjIllegalItem/save', await api().token(user), {
            illegalId,
            itemName: '改名事项',
          })
        ).status
      expect([
        await save('fj_province', 'wide-nation'),
        await save('fj_fuzhou', 'wide-nation'),
        await save('fj_fuzhou', 'wide-province'),
      ]).toEqual([403, 403, 403])
      expect([
        await save('admin', 'wide-nation'),
        await save('fj_province', 'wide-province'),
        await save('gz_province', 'wide-province'),
      ]).toEqual([200, 200, 404])
    })
  })
}
