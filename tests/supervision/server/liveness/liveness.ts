import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'
import { CARRIERS, fieldsFor } from '../calls/data-center/kinds.ts'
import { SUBJECT } from '../../../server/support/site.ts'

const RECORDS = '/api-im/dataCenter/livenessList'

export function livenessContract(api: () => Api): void {
  const points = async (user: string, objectId: unknown): Promise<Row[]> =>
    (await api().list(RECORDS, await api().token(user), { objectId, orderBy: 'month desc' })).list
  const saved = async (user: string, path: string, body: object): Promise<unknown> => {
    const answer = await api().ask('POST', path, await api().token(user), body)
    expect([answer.status, answer.body.resultMsg]).toEqual([200, answer.body.resultMsg])
    return answer.body.data
  }

  describe('a score', () => {
    it.each(CARRIERS)('$entity: says the level and leaves one point a month, the last of it', async carrier => {
      const { save, one, title, kind } = carrier
      const fields = await fieldsFor(api(), await api().token('huainan_datong'), carrier)
      const uniqueId = await saved('huainan_datong', save, {
        ...fields,
        [title]: '活跃样例',
        areaCode: '340402',
        livenessScore: 72,
        ...('domain' in fields ? { domain: 'scored.example' } : {}),
      })
      const [point] = await points('huainan_datong', uniqueId)
      expect(point).toMatchObject({ objectKind: kind, score: 72, level: '2', areaCode: '340402' })
      expect(String(point?.['measureTime']).slice(0, 7)).toBe(point?.['month'])
      await saved('huainan_datong', save, { uniqueId, livenessScore: 9 })
      const { body } = await api().ask<Row>('POST', one, await api().token('huainan_datong'), { uniqueId })
      expect(body.data).toMatchObject({ livenessScore: 9, livenessLevel: '5' })
      await saved('huainan_datong', save, { uniqueId, [title]: '活跃样例改名' })
      const after = await points('huainan_datong', uniqueId)
      expect(after.filter(({ month }) => month === point?.['month'])).toMatchObject([{ score: 9, level: '5' }])
      expect(after.length).toBeLessThanOrEqual(2)
    })

    it('is read by who may read the carrier, wherever that goes', async () => {
      const uniqueId = await saved('huainan_datong', '/api-im/eshop/save', {
        shopName: '搬家店',
        shopUrl: 'https://moving.example/',
        platformName: '1',
        ...SUBJECT,
        areaCode: '340402',
        livenessScore: 50,
      })
      expect(await points('huainan_datong', uniqueId)).toHaveLength(1)
      for (const stranger of ['huainan_xiejiaji', 'fj_gulou']) expect(await points(stranger, uniqueId)).toEqual([])
      await saved('huainan_admin', '/api-im/eshop/save', { uniqueId, areaCode: '340404' })
      expect(await points('huainan_datong', uniqueId)).toEqual([])
      expect(await points('huainan_xiejiaji', uniqueId)).toMatchObject([{ score: 50, areaCode: '340404' }])
    })

    it('of the demonstration goes back twelve months, and ends with what the carrier has', async () => {
      const demo = await api()
        .db.selectFrom('livenessRecord')
        .innerJoin('eshop', 'eshop.uniqueId', 'livenessRecord.objectId')
        .select(['eshop.uniqueId', 'livenessScore'])
        .where('eshop.areaCode', 'like', '3404%')
        .where('eshop.uniqueId', 'like', 'demo-%')
        .orderBy('eshop.firstFoundTime')
        .executeTakeFirstOrThrow()
      const all = await points('huainan_admin', demo['uniqueId'])
      expect(all).toHaveLength(12)
      expect(all[0]?.['score']).toBe(demo['livenessScore'])
      expect(new Set(all.map(({ month }) => month)).size).toBe(12)
    })
  })
}
