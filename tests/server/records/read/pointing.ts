import { beforeAll, describe, expect, it } from 'vitest'
import { SHUT, type Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../support/api.ts'

const SITES = '/api-im/website/websiteList'
const HERE = '91340422MA0POINT01'
const ELSEWHERE = '91350100MA0POINT02'
const NOWHERE = '91340422MA0POINT03'

/** Whose record a row names, and whether its reader could open it. */
export function pointingContract(api: () => Api): void {
  const listed = async (user: string): Promise<Row[]> =>
    (await api().list(SITES, await api().token(user), { domain: '.point.example', orderBy: 'uniqueId' })).list

  describe('fields that name records', () => {
    beforeAll(async () => {
      const place = { customerId: '87190', delFlag: 0, provinceCode: '34' }
      const subject = { ...place, entName: '指向样例公司' }
      await api()
        .db.insertInto('register')
        .values([
          { ...subject, uscc_dim: HERE, areaCode: '340422' },
          { ...subject, uscc_dim: ELSEWHERE, areaCode: '350100', provinceCode: '35' },
        ])
        .execute()
      const site = { ...place, areaCode: '340422', siteName: '指向样例', subjectName: '指向样例公司' }
      await api()
        .db.insertInto('website')
        .values(
          [HERE, ELSEWHERE, NOWHERE, null].map((uscc_dim, i) => ({
            ...site,
            uniqueId: `point-${i}`,
            domain: `${i}.point.example`,
            uscc_dim,
            ...(i === 0 ? { auditBy: 'user-huainan_shouxian' } : { auditBy: 'user-who-is-gone' }),
          })),
        )
        .execute()
    })

    it('are marked in lists where their record is gone or lies in another area', async () => {
      const rows = await listed('huainan_shouxian')
      const gone = ['auditBy', 'subjectName', 'uscc_dim']
      expect(rows.map(row => [...((row[SHUT] ?? []) as string[])].sort())).toEqual([
        [],
        gone,
        gone,
        ['auditBy', 'subjectName'],
      ])
    })
    it('and so in the record itself', async () => {
      const one = async (uniqueId: string): Promise<Row> =>
        (await api().ask<Row>('POST', '/api-im/website/queryOne', await api().token('huainan_shouxian'), { uniqueId }))
          .body.data!
      expect((await one('point-0'))[SHUT]).toBeUndefined()
      expect((await one('point-1'))[SHUT]).toContain('uscc_dim')
    })
  })
}
