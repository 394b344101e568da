import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { runDue } from '../../../../src/supervision/server/directional/run.ts'
import type { Api } from '../../../server/support/api.ts'
import { madeClue } from './made-clue.ts'

const CITY = 'fj_fuzhou'
const COUNTY = 'fj_gulou'
const DAY_MS = 86_400_000
const day = (days: number): string => chinaTime(Date.now() + days * DAY_MS).slice(0, 10)
const TASK = {
  name: '样例定向监测',
  directKind: '3',
  areaCode: '350100',
  freq: '2',
  startDate: day(0),
  endDate: day(30),
}
const CONFIRM = { illegalCategory: '03', illegalDesc: '标题含虚假宣传用语', riskLevel: '2' }

export function directionalContract(api: () => Api): void {
  const ask = async <T = string>(path: string, body: object, user = CITY) =>
    api().ask<T>('POST', path, await api().token(user), body)
  const made = async (more: object): Promise<string> =>
    (await ask('/api/directional/save', { ...TASK, ...more })).body.data ?? ''
  const task = (taskId: string): Promise<Row> =>
    api().db.selectFrom('directional').selectAll().where('taskId', '=', taskId).executeTakeFirstOrThrow()
  const hits = (taskId: string): Promise<Row[]> =>
    api().db.selectFrom('directionalHit').selectAll().where('taskId', '=', taskId).orderBy('hitId').execute()
  const start = (taskId: string) => ask('/api/directional/act', { taskId, action: 'start' })
  /** A shop of the city that the test calls by a word of its own. */
  async function shopNamed(word: string, nth = 0): Promise<Row> {
    const shops = await api()
      .db.selectFrom('eshop')
      .selectAll()
      .where('areaCode', 'like', '3501%')
      .where('isDead', '=', 0)
      .where('delFlag', '=', 0)
      .where('uniqueId', 'like', 'demo-shop-%')
      .where('customerId', '=', '200035')
      .where('uscc_dim', 'is not', null)
      .orderBy('uniqueId')
      .execute()
    const shop = shops[nth] as Row
    await api()
      .db.updateTable('eshop')
      .set({ shopName: `${String(shop['shopName'])}${word}` })
      .where('uniqueId', '=', String(shop['uniqueId']))
      .execute()
    return shop
  }
  const examine = (hitId: unknown, more: object, user = CITY) =>
    ask('/api-console/directionalHit/examine', { hitId, ...more }, user)

  describe('directional monitoring', () => {
    it('looks at once when it starts, hits each carrier once, and sees what goods are called', async () => {
      const shop = await shopNamed('甲乙丙词')
      const other = await shopNamed('', 1)
      await api()
        .db.insertInto('registerGoods')
        .values({
          goodsId: 'directional-goods',
          goodsName: '样例商品丁戊己词',
          shopName: other['shopName'],
          uscc_dim: other['uscc_dim'],
          areaCode: other['areaCode'],
          customerId: other['customerId'],
          delFlag: 0,
          provinceCode: other['provinceCode'],
        })
        .execute()
      const id = await made({ keywords: '甲乙丙词，丁戊己词' })
      expect(await task(id)).toMatchObject({ state: '0' })
      expect((await start(id)).status).toBe(200)
      const found = await hits(id)
      expect(found.map(row => [row['hitWords'], row['objectId'], row['judge']]).sort()).toEqual(
        [
          ['甲乙丙词', shop['uniqueId'], 'wait'],
          ['丁戊己词', other['uniqueId'], 'wait'],
        ].sort(),
      )
      expect(found.map(row => row['hitText'])).toContain('样例商品丁戊己词')
      expect(await task(id)).toMatchObject({ state: '1', hitCount: 2 })
      const again = await ask<Row>('/api-console/directional/run', { taskId: id })
      expect(again.body.data).toMatchObject({ hits: 0 })
      expect(await hits(id)).toHaveLength(2)
      const units = await api().ask<Row[]>(
        'GET',
        `/api-console/directional/byUnit?taskId=${id}`,
        await api().token(CITY),
      )
      expect(units.body.data?.reduce((sum, row) => sum + Number(row['hits']), 0)).toBe(2)
    })

    it('finds nothing behind a mask, neither by a part nor by the whole, nor beside what it finds', async () => {
      const shop = await shopNamed('露面之词', 7)
      const person = { subjectType: '4', subjectName: '欧阳藏名' }
      await api().db.updateTable('eshop').set(person).where('uniqueId', '=', String(shop['uniqueId'])).execute()
      const id = await made({ keywords: '露面之词、欧阳藏名、藏名' })
      await start(id)
      expect((await hits(id)).map(row => row['hitWords'])).toEqual(['露面之词'])
      // of an enterprise the name is no secret
      const firm = { subjectType: '1' }
      await api().db.updateTable('eshop').set(firm).where('uniqueId', '=', String(shop['uniqueId'])).execute()
      await ask('/api-console/directional/run', { taskId: id })
      expect((await hits(id)).map(row => row['hitWords']).sort()).toEqual(['露面之词', '藏名', '欧阳藏名'].sort())
    })

    it('runs by the clock with the rights of its creator, and ends when it has run once', async () => {
      await shopNamed('庚辛壬词', 2)
      const daily = await made({ keywords: '庚辛壬词' })
      const later = await made({ keywords: '庚辛壬词', startDate: day(3) })
      const once = await made({ keywords: '庚辛壬词', freq: '5' })
      for (const id of [daily, later, once]) await start(id)
      expect((await hits(later)).length).toBe(0)
      await shopNamed('庚辛壬词', 3)
      const faults: unknown[] = []
      await runDue(api().services, chinaTime(Date.now() + 2 * DAY_MS), error => faults.push(error))
      expect([await hits(daily), await hits(once), await hits(later)].map(rows => rows.length)).toEqual([2, 1, 0])
      expect(await task(once)).toMatchObject({ state: '3' })
      await ask('/api/directional/act', { taskId: daily, action: 'pause' })
      await shopNamed('庚辛壬词', 4)
      await runDue(api().services, chinaTime(Date.now() + 4 * DAY_MS), error => faults.push(error))
      expect([await hits(daily), await hits(later)].map(rows => rows.length)).toEqual([2, 3])
      expect(faults).toEqual([])
    })

    it('does not start when it is over, and stays within the area of who starts it', async () => {
      const over = await made({ keywords: '庚辛壬词', startDate: day(-3), endDate: day(-1) })
      expect((await start(over)).body.resultMsg).toContain('截止日期已过')
      const far = await ask('/api/directional/act', { taskId: over, action: 'start' }, 'huainan_admin')
      expect(far.status).toBe(404)
    })

    it('looks now for those alone who may stop and start it', async () => {
      const id = await made({ keywords: '庚辛壬词', areaCode: '350102' })
      const run = (user: string) => ask('/api-console/directional/run', { taskId: id }, user)
      expect((await run(CITY)).status).toBe(409)
      await start(id)
      const mays = async (user: string): Promise<unknown> =>
        (await api().first('/api/directional/list', await api().token(user), { taskId: id }))['$may']
      expect(await mays(CITY)).toEqual(expect.arrayContaining(['pause', 'run']))
      expect(await mays(COUNTY)).toEqual([])
      const [refused, ran] = [await run(COUNTY), await run(CITY)]
      expect([refused.status, refused.body.resultMsg, ran.status]).toEqual([
        403,
        '只有创建人、上级单位可以立即监测',
        200,
      ])
      // what a call of its own does is not done by the workflow's own
      expect((await ask('/api/directional/act', { taskId: id, action: 'run' })).status).toBe(400)
    })

    it('makes a clue of source 2 of a confirmed hit, once, and counts it', async () => {
      const shop = await shopNamed('子丑寅词', 5)
      const id = await made({ keywords: '子丑寅词' })
      await start(id)
      const [hit] = await hits(id)
      const lacking = await examine(hit?.['hitId'], { decision: 'confirm', ...CONFIRM, illegalDesc: '' })
      expect([lacking.status, lacking.body.resultMsg]).toEqual([400, expect.stringContaining('违法描述')])
      expect((await examine(hit?.['hitId'], { decision: 'approve' })).status).toBe(400)
      expect((await examine(hit?.['hitId'], { decision: 'review' })).status).toBe(200)
      expect((await examine(hit?.['hitId'], { decision: 'confirm', ...CONFIRM })).status).toBe(200)
      const [after] = await hits(id)
      expect(after).toMatchObject({ judge: 'confirmed', decision: 'confirm', judgeBy: `user-${CITY}` })
      expect(await task(id)).toMatchObject({ confirmCount: 1 })
      const clue = await madeClue(api(), after?.['resultId'])
      expect(clue).toMatchObject({
        illegalSource: '2',
        resultStatus: '10',
        objectId: shop['uniqueId'],
        hitWords: '子丑寅词',
        ...CONFIRM,
      })
      expect((await examine(hit?.['hitId'], { decision: 'exclude', opinion: '试' })).status).toBe(409)
    })

    it('asks another person about what a special task has found', async () => {
      await shopNamed('卯辰巳词', 6)
      const special = await api().first('/api/wjTaskSpecial/list', await api().token(CITY))
      const id = await made({ keywords: '卯辰巳词', specialTaskId: special['taskId'] })
      await start(id)
      const [hit] = await hits(id)
      const second = (user: string, more: object) =>
        ask('/api-console/directionalHit/review', { hitId: hit?.['hitId'], ...more }, user)
      expect((await examine(hit?.['hitId'], { decision: 'confirm', ...CONFIRM })).status).toBe(200)
      expect((await hits(id))[0]).toMatchObject({ judge: 'second', resultId: null })
      const same = await second(CITY, { secondDecision: 'approve' })
      expect([same.status, same.body.resultMsg]).toEqual([403, expect.stringContaining('另一人复核')])
      const reviewer = String(hit?.['areaCode']).startsWith('350102') ? COUNTY : 'fj_province'
      expect((await second(reviewer, { secondDecision: 'sendBack' })).status).toBe(400)
      expect((await second(reviewer, { secondDecision: 'sendBack', secondOpinion: '证据不足' })).status).toBe(200)
      expect((await examine(hit?.['hitId'], { decision: 'confirm', ...CONFIRM })).status).toBe(200)
      expect((await second(reviewer, { secondDecision: 'approve' })).status).toBe(200)
      const [after] = await hits(id)
      expect(after).toMatchObject({ judge: 'confirmed', secondDecision: 'approve', secondBy: `user-${reviewer}` })
      const clue = await madeClue(api(), after?.['resultId'])
      expect(clue).toMatchObject({ ...CONFIRM, taskId: special['taskId'] })
    })
  })
}
