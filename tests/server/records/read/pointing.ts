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

  describe('what points at a record', () => {
    const CLUE = 'point-clue'
    const asked = async (user: string, body: object) =>
      api().ask<{ tabs: Row; related: Row[] }>('POST', '/api-console/related', await api().token(user), body)
    beforeAll(async () => {
      const here = { customerId: '87190', delFlag: 0, provinceCode: '34', areaCode: '340422' }
      const elsewhere = { ...here, areaCode: '340421' }
      await api()
        .db.insertInto('illegalResult')
        .values([
          { ...here, resultId: CLUE, objectName: '指向样例' },
          { ...elsewhere, resultId: 'point-other', objectName: '指向样例' },
        ])
        .execute()
      await api()
        .db.insertInto('complaint')
        .values([
          { ...here, id: 'point-1', complaintNo: 'P1', resultId: CLUE },
          { ...elsewhere, id: 'point-2', complaintNo: 'P2', resultId: CLUE },
          { ...here, id: 'point-3', complaintNo: 'P3', resultId: 'point-other' },
        ])
        .execute()
      await api()
        .db.insertInto('evidence')
        .values({ ...here, id: 'point-e', title: '样例', resultId: CLUE })
        .execute()
    })

    it('is counted as its lists would show it: within reach, and by the tabs that the page has', async () => {
      const { body } = await asked('huainan_shouxian', {
        page: 'illegalClues/particulars',
        key: CLUE,
        tabs: { evidence: { resultId: CLUE }, nonsense: { resultId: CLUE } },
      })
      expect(body.data?.tabs).toEqual({ evidence: { number: 1, capped: false } })
      expect(body.data?.related).toContainEqual({
        entity: 'complaint',
        label: '投诉举报',
        page: 'dataCenter/complaints',
        filters: { resultId: CLUE },
        number: 1,
        capped: false,
      })
      // evidence has a tab of its own
      expect(body.data?.related.map(({ entity }) => entity)).not.toContain('evidence')
    })
    it.each([
      ['of a record out of reach', { page: 'illegalClues/particulars', key: 'point-other' }],
      ['of a page that there is not', { page: 'illegalClues/none', key: CLUE }],
      ['of a list', { page: 'illegalClues/Case', key: CLUE }],
    ])('is not told %s', async (_, body) => {
      expect((await asked('huainan_shouxian', body)).status).toBe(404)
    })
  })
}
