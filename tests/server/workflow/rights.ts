import { describe, expect, it } from 'vitest'
import type { Api } from '../support/api.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'

const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }

export function clueRightsContract(api: () => Api): void {
  describe('who confirms', () => {
    it('a clue of high risk are two different people, and one is told why it is not enough', async () => {
      const [county, city] = [await api().token('fj_gulou'), await api().token('fj_fuzhou')]
      const key = await clueIn(api(), '00', { ...COUNTY, riskLevel: '1' })
      expect((await take(api(), county, key, 'confirm', formOf('confirm', ''))).body.data?.to).toBe('00')
      expect(await mayOf(api(), county, key)).not.toContain('confirm')
      const again = await take(api(), county, key, 'confirm', formOf('confirm', ''))
      expect([again.status, again.body.resultMsg]).toEqual([403, '高风险线索须由另一人复核'])
      expect((await take(api(), city, key, 'confirm', formOf('confirm', ''))).body.data?.to).toBe('10')
      const trail = await api()
        .db.selectFrom('clueRoute')
        .select(['action', 'fromUser', 'toStatus'])
        .where('resultId', '=', key)
        .orderBy('actTime')
        .execute()
      expect(trail.map(row => [row['fromUser'], row['toStatus']])).toEqual([
        ['user-fj_gulou', '00'],
        ['user-fj_fuzhou', '10'],
      ])
    })

    it('any other clue is one person', async () => {
      const key = await clueIn(api(), '00', { ...COUNTY, riskLevel: '2' })
      expect(
        (await take(api(), await api().token('fj_gulou'), key, 'confirm', formOf('confirm', ''))).body.data?.to,
      ).toBe('10')
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '10' })
    })
  })

  describe('three levels of Guizhou', () => {
    it('R6.06 dispatch, urge and carry out: the city urges, nobody else, and each says so in its own words', async () => {
      const [province, city, county] = [
        await api().token('gz_province'),
        await api().token('gz_guiyang'),
        await api().token('gz_nanming'),
      ]
      const key = await clueIn(api(), '10', { customerId: '200052', areaCode: '520102', curOrg: 'org-520000' })
      expect((await take(api(), province, key, 'pf', formOf('pf', 'org-520102'))).body.data?.to).toBe('20')
      const urge = { opinion: '请按期落实' }
      expect([
        (await take(api(), province, key, 'urge', urge)).status,
        (await take(api(), county, key, 'urge', urge)).status,
        (await take(api(), city, key, 'urge', urge)).status,
      ]).toEqual([403, 403, 200])
      expect(await clueRow(api(), key)).toMatchObject({ supervise: 1, resultStatus: '20', curOrg: 'org-520102' })
      await take(api(), county, key, 'sl')
      expect((await take(api(), county, key, 'cl', formOf('cl', ''))).body.data?.to).toBe('50')
      const { body } = await api().ask<{ actionName: string }[]>(
        'GET',
        `/api-im/ivIdIllegalResult/illegalRoute?resultId=${key}`,
        city,
      )
      expect(body.data?.map(step => step.actionName)).toEqual(['落实', '受理', '督促', '派发'])
      const told = await api()
        .db.selectFrom('message')
        .select(['title', 'toOrgs'])
        .where('bizId', '=', key)
        .where('title', 'like', '督促%')
        .execute()
      expect(told).toEqual([{ title: '督促：样例网店', toOrgs: 'org-520102' }])
    })
  })

  describe('the buttons of a role', () => {
    it('are all that it grants: none where it names none, and all where it says so', async () => {
      const buttons = (codes: string[]) =>
        api()
          .db.updateTable('role')
          .set({ buttons: JSON.stringify(codes) })
          .where('id', '=', 'role-county_admin')
          .execute()
      // FJ_customer is a second role of theirs: it grants all
      await api()
        .db.updateTable('user')
        .set({ roleIds: 'role-county_admin' })
        .where('id', '=', 'user-fj_gulou')
        .execute()
      const county = await api().token('fj_gulou')
      const key = await clueIn(api(), '20', COUNTY)
      try {
        expect(await mayOf(api(), county, key)).toEqual(expect.arrayContaining(['pf', 'sl', 'th']))
        await buttons(['sl', 'unmask'])
        expect(await mayOf(api(), county, key)).toEqual(['sl'])
        const refused = await take(api(), county, key, 'th', formOf('th', ''))
        expect([refused.status, refused.body.resultMsg]).toEqual([403, '您的角色不能退回'])
        await buttons(['unmask'])
        expect(await mayOf(api(), county, key)).toEqual([])
        await buttons(['*', 'unmask'])
        expect(await mayOf(api(), county, key)).toEqual(expect.arrayContaining(['pf', 'sl', 'th']))
        await buttons(['*', 'sl'])
        expect(await mayOf(api(), county, key)).toEqual(['sl'])
      } finally {
        await buttons(['*'])
        await api()
          .db.updateTable('user')
          .set({ roleIds: 'role-county_admin,role-FJ_customer' })
          .where('id', '=', 'user-fj_gulou')
          .execute()
      }
    })
  })
}
