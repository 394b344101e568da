import { describe, expect, it } from 'vitest'
import { ended } from '../support/wait.ts'
import type { Api } from '../support/api.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'

/** Credit code of whoever the check has found out. */
const FOUND = '91350100M000100Y43'

const BASE = '/api-im/ivIdIllegalResult'
const CITY = 'org-350100'
const COUNTY = 'org-350102'
const FUJIAN = { customerId: '200035', areaCode: '350102' }

export function journeyContract(api: () => Api): void {
  const rowsOf = (table: string, field: string, key: string) =>
    api().db.selectFrom(table).selectAll().where(field, '=', key).execute()
  const reported = async (user: string): Promise<string> => {
    const body = {
      objectName: '甲店',
      objectUrl: 'https://a.example/1',
      illegalCategory: '01',
      illegalDesc: '夸大宣传',
    }
    const answer = await api().ask<{ resultId: string }>('POST', `${BASE}/reportAdd`, await api().token(user), body)
    expect([answer.status, answer.body.resultMsg]).toEqual([200, expect.anything()])
    return String(answer.body.data?.resultId)
  }

  describe('a clue', () => {
    it('is reported with nothing that its workflow gives', async () => {
      const mine = {
        resultStatus: '60',
        finishState: 1,
        curOrg: 'org-340400',
        limitTime: '2030-01-01 00:00:00',
        supervise: 1,
      }
      const { status, body } = await api().ask('POST', `${BASE}/reportAdd`, await api().token('fj_fuzhou'), {
        objectName: '甲店',
        objectUrl: 'https://a.example/1',
        illegalCategory: '01',
        illegalDesc: '夸大宣传',
        ...mine,
      })
      expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([400, Object.keys(mine).sort()])
    })

    it('R4.09 is reported: numbered, with its unit, and in no state but the first', async () => {
      const [one, two] = await Promise.all([reported('fj_fuzhou'), reported('fj_fuzhou')])
      const [a, b] = [await clueRow(api(), one), await clueRow(api(), two)]
      expect(a).toMatchObject({
        resultStatus: '10',
        finishState: 0,
        curOrg: CITY,
        createBy: 'user-fj_fuzhou',
        illegalSource: '12',
      })
      expect(a['clueNo']).toMatch(/^XS350100\d{13}$/)
      expect(a['clueNo']).not.toBe(b['clueNo'])
      expect(await rowsOf('clueRoute', 'resultId', one)).toMatchObject([
        { action: 'new', toStatus: '10', fromOrg: CITY },
      ])
    })

    it('is reported to the nearest unit above that can dispatch it, by whoever cannot', async () => {
      const [town, county] = [await reported('fj_gudong'), await reported('huainan_datong')]
      expect(await clueRow(api(), town)).toMatchObject({ curOrg: COUNTY, createBy: 'user-fj_gudong' })
      expect(await mayOf(api(), await api().token('fj_gulou'), town)).toContain('pf')
      // counties of this customer dispatch nothing
      expect(await clueRow(api(), county)).toMatchObject({ curOrg: 'org-340400' })
      expect(await mayOf(api(), await api().token('huainan_admin'), county)).toContain('pf')
    })

    it('is handed to nobody who could do nothing with it, and moved to nobody’s own unit', async () => {
      const admin = await api().token('huainan_admin')
      const key = await clueIn(api(), '10', { curOrg: 'org-340400', areaCode: '340402' })
      const refused = async (action: string, toOrg: string) =>
        (await take(api(), admin, key, action, formOf(action, toOrg))).body.errors
      expect(await refused('pf', 'org-340400-网监科')).toEqual({
        toOrg: '“网监科”没有人能办理“待受理”的违法线索（没有在用的账号，或其角色无权），请另选单位',
      })
      // a section accepts nothing
      expect(Object.keys((await refused('pf', 'org-340400-药品科')) ?? {})).toEqual(['toOrg'])
      expect(Object.keys((await refused('ys', 'org-340402')) ?? {})).toEqual(['toOrg'])
      expect(await refused('ys', 'org-340400')).toEqual({ toOrg: '不能移送给本单位，请另选单位' })
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '10', curOrg: 'org-340400' })
      expect((await take(api(), admin, key, 'pf', formOf('pf', 'org-340402100'))).status).toBe(200)
      expect(await mayOf(api(), await api().token('huainan_shangyao'), key)).toEqual(
        expect.arrayContaining(['sl', 'th']),
      )
    })

    it('that came back and is given to oneself goes back to nobody, and asks nobody for more time', async () => {
      const city = await api().token('fj_fuzhou')
      const key = await clueIn(api(), '40', { ...FUJIAN, curOrg: CITY, sendOrg: COUNTY })
      expect((await take(api(), city, key, 'pf', formOf('pf', CITY))).status).toBe(200)
      expect(await clueRow(api(), key)).toMatchObject({ curOrg: CITY, sendOrg: null })
      expect((await take(api(), city, key, 'sl')).status).toBe(200)
      const may = await mayOf(api(), city, key)
      expect([may.includes('cl'), may.includes('delay')]).toEqual([true, false])
      expect((await take(api(), city, key, 'cl', formOf('cl', ''))).status).toBe(200)
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '50', curOrg: CITY })
      expect(await mayOf(api(), city, key)).toContain('pass')
    })

    it('goes from city to county and back, each step with its route, message, time limit and audit', async () => {
      const [city, county] = [await api().token('fj_fuzhou'), await api().token('fj_gulou')]
      const key = await reported('fj_fuzhou')
      expect((await take(api(), city, key, 'pf', formOf('pf', COUNTY))).body.data).toMatchObject({
        from: '10',
        to: '20',
      })
      const sent = await clueRow(api(), key)
      expect(sent).toMatchObject({ curOrg: COUNTY, sendOrg: CITY, areaCode: '350102', overdue: 0 })
      expect(Date.parse(String(sent['limitTime']).replace(' ', 'T')) - Date.now()).toBeGreaterThan(14 * 86_400_000)
      expect((await take(api(), city, key, 'sl')).status).toBe(403)
      expect((await take(api(), county, key, 'sl')).body.data?.to).toBe('30')
      expect(await clueRow(api(), key)).toMatchObject({ curUser: 'user-fj_gulou', curOrg: COUNTY })
      expect((await take(api(), county, key, 'cl', formOf('cl', CITY))).body.data).toMatchObject({
        to: '50',
        created: { processRecord: expect.any(String) },
      })
      expect(await clueRow(api(), key)).toMatchObject({ curOrg: CITY, sendOrg: COUNTY, curUser: null })
      expect((await take(api(), city, key, 'reject', { opinion: '请补充' })).body.data?.to).toBe('30')
      const filed = await take(api(), county, key, 'cl', {
        ...formOf('cl', CITY),
        processMode: '4',
        rectifyLimit: undefined,
        lawBasis: '《广告法》第十六条',
        subjectFound: 1,
        realSubject: '甲商贸（样例）有限公司',
        realUscc: FOUND,
      })
      expect(filed.body.data).toMatchObject({
        to: '55',
        created: { case: expect.any(String), processRecord: expect.any(String) },
      })
      // its case is written, and not yet filed
      expect(await clueRow(api(), key)).toMatchObject({ finishState: 0, curOrg: COUNTY })
      expect(await rowsOf('case', 'resultId', key)).toMatchObject([
        {
          caseStatus: '00',
          // whom the check has found out, not the shop
          party: '甲商贸（样例）有限公司',
          uscc_dim: FOUND,
          caseName: '甲商贸（样例）有限公司涉嫌违法案',
          lawBasis: '《广告法》第十六条',
          handleOrg: COUNTY,
          customerId: '200035',
        },
      ])
      const records = await rowsOf('processRecord', 'resultId', key)
      expect(records.map(row => row['caseId']).filter(Boolean)).toEqual([filed.body.data?.created['case']])
      const { body } = await api().ask<Record<string, unknown>[]>('GET', `${BASE}/illegalRoute?resultId=${key}`, county)
      expect(body.data?.map(row => row['action']).reverse()).toEqual(['new', 'pf', 'sl', 'cl', 'reject', 'cl'])
      expect(body.data?.[0]).toMatchObject({ actionName: '处理', toStatusName: '待立案审批' })
      const messages = await rowsOf('message', 'bizId', key)
      expect(messages.map(row => [row['title'], row['toOrgs']])).toContainEqual(['派发：甲店', COUNTY])
      expect(messages).toHaveLength(5)
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('action')
        .where('objectId', '=', key)
        .where('entity', '=', 'illegalResult')
        .orderBy('id')
        .execute()
      expect(trail.map(row => row['action'])).toEqual([
        'illegalResult.report',
        ...Array.from({ length: 5 }, () => 'illegalResult.act'),
      ])
    })

    it('is refused with the field that is wrong, and nothing is written', async () => {
      const county = await api().token('fj_gulou')
      const foundTime = '2026-01-02 10:00:00'
      const key = await clueIn(api(), '30', { ...FUJIAN, curOrg: COUNTY, sendOrg: CITY, foundTime })
      const wrong = await take(api(), county, key, 'cl', { processMode: '77', checkResult: '2', checkDate: 'soon' })
      expect(wrong.status).toBe(400)
      expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['checkDate', 'measures', 'processMode'])
      expect((await take(api(), county, key, 'nothing')).status).toBe(400)
      const errorsOf = async (form: object) =>
        (await take(api(), county, key, 'cl', { ...formOf('cl', CITY), rectifyLimit: undefined, ...form })).body.errors
      // what is filed as a case was found
      expect(await errorsOf({ processMode: '4', checkResult: '1' })).toEqual({
        processMode: expect.stringMatching(/^与核查结论不符/),
      })
      expect(await errorsOf({ processMode: '12', checkResult: '2' })).toHaveProperty('processMode')
      // nobody checks what has not been found yet
      expect(await errorsOf({ processMode: '3', checkDate: '2025-12-31' })).toEqual({
        checkDate: '核查日期不能早于2026-01-02',
      })
      const foreign = await clueIn(api(), '10', { ...FUJIAN, curOrg: COUNTY })
      expect((await take(api(), county, foreign, 'pf', { toOrg: 'org-340402' })).body.errors).toEqual({
        toOrg: '接收单位不存在，或不在您的管辖范围内',
      })
      expect((await take(api(), await api().token('huainan_admin'), key, 'cancel', { opinion: '无' })).status).toBe(404)
      expect(await rowsOf('clueRoute', 'resultId', key)).toEqual([])
      expect(await rowsOf('sys_audit', 'objectId', key)).toEqual([])
    })

    it('has its time limit prolonged by working days when that is granted, and not when it is not', async () => {
      const [city, county] = [await api().token('fj_fuzhou'), await api().token('fj_gulou')]
      for (const [agree, limitTime] of [
        [1, '2026-01-12 09:00:00'],
        [0, '2026-01-05 09:00:00'],
      ] as const) {
        const key = await clueIn(api(), '30', {
          ...FUJIAN,
          curOrg: COUNTY,
          sendOrg: CITY,
          limitTime: '2026-01-05 09:00:00',
        })
        expect((await take(api(), county, key, 'delay', formOf('delay', ''))).body.data?.to).toBe('35')
        expect((await take(api(), city, key, 'decideDelay', { agree })).body.data?.to).toBe('30')
        expect(await clueRow(api(), key)).toMatchObject({ limitTime, curOrg: COUNTY })
      }
    })

    it('that two people press a button on goes to one of them, and nothing is doubled', async () => {
      const county = await api().token('fj_gulou')
      for (let i = 0; i < 5; i++) {
        const key = await clueIn(api(), '20', { ...FUJIAN, curOrg: COUNTY, sendOrg: CITY })
        const answers = await Promise.all([
          take(api(), county, key, 'sl'),
          take(api(), county, key, 'sl'),
          take(api(), county, key, 'sl'),
        ])
        expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
        expect(answers.find(answer => answer.status === 409)?.body.resultMsg).toMatch(/^记录已是“.+”，不能.+$/)
        expect(await rowsOf('clueRoute', 'resultId', key)).toHaveLength(1)
      }
    })
  })

  describe('a batch of clues', () => {
    it('R8.04 R4.09 answers a code and a reason for each, each in its own transaction', async () => {
      const county = await api().token('fj_gulou')
      const own = { ...FUJIAN, curOrg: COUNTY, sendOrg: CITY }
      const good = await Promise.all(Array.from({ length: 17 }, () => clueIn(api(), '30', own)))
      const bad = [
        await clueIn(api(), '20', own),
        await clueIn(api(), '30', { ...own, curOrg: 'org-350102001' }),
        'missing',
      ]
      const { body } = await api().ask<{ id: string; code: string; msg: string }[]>(
        'POST',
        `${BASE}/clubLeadProcess`,
        county,
        { ids: [...good.slice(0, 9), ...bad, ...good.slice(9)], ...formOf('cl', CITY) },
      )
      const failed = body.data?.filter(one => one.code !== '1')
      expect(body.data).toHaveLength(20)
      expect(failed?.map(one => [one.id, one.msg])).toEqual([
        [bad[0], '记录已是“待受理”，不能处理'],
        [bad[1], '只有当前办理单位可以处理'],
        ['missing', '记录不存在或不在您的管辖范围内'],
      ])
      for (const key of good) expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '50' })
      expect((await api().ask('POST', `${BASE}/clubLeadProcess`, county, {})).status).toBe(400)
    })

    it('R4.09 goes through the generic batch too, and cancels what one has reported', async () => {
      const county = await api().token('fj_gulou')
      const keys = await Promise.all(
        Array.from({ length: 3 }, () => clueIn(api(), '20', { ...FUJIAN, curOrg: COUNTY })),
      )
      const { body } = await api().ask<{ id: string }>('POST', '/api-console/batches', county, {
        call: 'illegalResult.act',
        args: { action: 'sl' },
        keys: [...keys, 'missing'],
      })
      expect(await ended(api(), county, '/api-console/batches', String(body.data?.id))).toMatchObject({
        ok: 3,
        done: 4,
      })
      const mine = await reported('fj_gulou')
      expect(
        (await api().ask('POST', `${BASE}/cancel`, await api().token('fj_gudong'), { resultId: mine, opinion: '误报' }))
          .status,
      ).toBe(400)
      expect((await api().ask('POST', `${BASE}/cancel`, county, { resultId: mine, opinion: '误报' })).status).toBe(200)
      expect(await clueRow(api(), mine)).toMatchObject({ resultStatus: '70', finishState: 1 })
    })
  })
}
