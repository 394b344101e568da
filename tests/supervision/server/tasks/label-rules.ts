import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { RuleTrial } from '../../../../src/core/contract/rules.ts'
import { compileExpression } from '../../../../src/core/expression/index.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { repeatRules } from '../../../../src/supervision/server/labels/hourly.ts'
import type { Api } from '../../../server/support/api.ts'

const CITY = 'fj_fuzhou'
const BATCHES = '/api-console/batches'

interface Progress {
  finished: boolean
  ok: number
  total: number
}

export function labelRuleContract(api: () => Api): void {
  const ask = async <T = string>(path: string, body: object, user = CITY) =>
    api().ask<T>('POST', path, await api().token(user), body)
  const trial = async (text: string, kind = '1'): Promise<RuleTrial> =>
    (await ask<RuleTrial>('/api-console/rules/try', { kind, text })).body.data ?? { total: -1, capped: false, rows: [] }
  const shops = async (): Promise<Row[]> =>
    (
      await sql<Row>`select * from eshop where "areaCode" like '3501%' and "delFlag" = 0
        and coalesce("customerId", '') in ('', '200035') and coalesce("isDead", 0) <> 1
        and coalesce("auditStatus", '') <> '1'`.execute(api().services.db)
    ).rows

  describe('where a label is', () => {
    it('is told by towns within a county, each by its name', async () => {
      const county = 'fj_gulou'
      const { list } = await api().list('/api-im/wjLabelManage/list', await api().token(county), {})
      const areas = await Promise.all(
        list.map(async ({ id }) => (await ask<Row[]>('/api-im/wjLabelManage/areas', { id }, county)).body.data ?? []),
      )
      const all = areas.flat()
      expect(all.some(({ areaCode }) => String(areaCode).length === 9)).toBe(true)
      expect(all.filter(({ areaName }) => !areaName)).toEqual([])
    })
  })

  describe('a rule', () => {
    it.each([
      'row.monthSales > 500',
      'row.monthSales > 500.5 && row.signsLicenses == 0',
      "row.platformName in ['1', '2'] || row.score >= 4.5",
      "!(row.livenessLevel in ['1'])",
      "row.livenessLevel != '1'",
      'has(row.uscc_dim) && !has(row.labelNames)',
      "row.shopName.contains('店') && !row.shopName.startsWith('云')",
      "row.areaCode.startsWith('350102')",
      'row.createTime >= today.minusDays(120)',
      "row.openTime < '2024-06-01' && row.openTime >= '2020-01-01'",
      'row.illegalCount >= 1 && (row.monthSales < 100 || row.signsLicenses == 1)',
    ])('chooses the rows for which its expression is true: %s', async text => {
      const now = compileExpression(`=${text}`)
      const today = chinaTime().slice(0, 10)
      const filled = (row: Row): Row =>
        Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v === '' ? null : v]))
      const wanted = (await shops()).filter(row => now({ row: filled(row), today }) === true)
      const found = await trial(text)
      expect([found.problem, found.total]).toEqual([undefined, wanted.length])
      expect(found.rows).toHaveLength(Math.min(10, wanted.length))
      for (const { key, url } of found.rows) {
        expect(wanted.map(row => row['uniqueId'])).toContain(key)
        expect(url).toBe(`/dataCenter/shopDetails?uniqueId=${key}`)
      }
    })

    it.each([
      ['row.monthSale > 5', 'rule-unknown-member', '是不是“monthSales”'],
      ["row.livenessLevel == '77'", 'rule-unknown-text', '没有这个取值'],
      ["row.monthSales > 'x'", 'rule-no-such-overload', '两边类型不合'],
      ['row.monthSales >', 'rule-unexpected-token', '没有写完'],
      ['row.monthSales == row.score', 'rule-shape', '规则只能'],
      ["row.monthSales > ''", 'rule-value', '月销量没有填写值'],
      ["row.openTime < 'x'", 'rule-value', '开店日期应写作'],
      ["row.openTime < '0000-01-01'", 'rule-value', '开店日期应写作'],
      [String.raw`row.shopName == 'a\u0000'`, 'rule-value', '网店名称的值里不能有空字符'],
      [String.raw`row.shopName.contains('\x00')`, 'rule-value', '网店名称的值里不能有空字符'],
      [String.raw`row.platformName in ['1', '\u0000']`, 'rule-unknown-text', '没有这个取值'],
      ["row.legalPerson == '张三'", 'rule-unknown-member', 'legalPerson'],
    ])('is refused with a code and what to do: %s', async (text, code, message) => {
      const { problem } = await trial(text)
      expect(problem).toMatchObject({ code, message: expect.stringContaining(message) })
      const saved = await ask('/api/wjLabelManage/save', {
        labelName: '坏规则',
        labelKind: '6',
        scope: '3',
        ruleKind: '1',
        ruleJson: text,
      })
      expect([saved.status, saved.body.resultMsg]).toEqual([400, expect.stringContaining(code)])
    })

    it('is tried over rows that one’s pages show, and over nothing else', async () => {
      expect((await ask('/api-console/rules/try', { entity: 'role', text: "row.name == 'x'" })).status).toBe(404)
      expect((await ask('/api-console/rules/try', { kind: '', text: 'row.score > 1' })).status).toBe(400)
    })

    it('labels as one batch, takes back what no longer fits, leaves what hands gave, and is undone as one', async () => {
      const token = await api().token(CITY)
      const done = async (id: string): Promise<Progress> => {
        for (;;) {
          const { data } = (await api().ask<Progress>('GET', `${BATCHES}?id=${id}`, token)).body
          if (data?.finished) return data
        }
      }
      const begun = async (path: string, body: object) => {
        const { data } = (await ask<{ id: string; total: number }>(path, body)).body
        return data?.id ? done(data.id).then(end => ({ ...end, id: data.id })) : { id: '', total: 0, ok: 0 }
      }
      const rows = (await shops()).map(row => ({ key: String(row['uniqueId']), sales: Number(row['monthSales'] ?? 0) }))
      const [most = 0] = rows.map(({ sales }) => sales).sort((a, b) => b - a)
      const rule = (least: number) => ({ ruleKind: '1', ruleJson: `row.monthSales >= ${least}` })
      const label = { labelName: '规则样例', labelKind: '6', scope: '3' }
      const half = rows.map(({ sales }) => sales).sort((a, b) => b - a)[5] ?? 0
      const labelId = String((await ask('/api/wjLabelManage/save', { ...label, ...rule(half) })).body.data)
      const hand = rows.find(({ sales }) => sales < half)?.key ?? ''
      expect((await ask('/api/eshop/label', { uniqueId: hand, labelIds: labelId })).status).toBe(200)
      const related = async (): Promise<string[]> =>
        (
          await sql<{ objectId: string }>`select "objectId" from "labelRelation"
            where "labelId" = ${labelId} and "delFlag" = 0 order by 1`.execute(api().services.db)
        ).rows.map(row => row.objectId)
      const named = async (): Promise<string[]> =>
        (
          await sql<{ key: string }>`select "uniqueId" as key from eshop
            where '规则样例' = any(string_to_array("labelNames", ',')) order by 1`.execute(api().services.db)
        ).rows.map(row => row.key)
      const uses = async (): Promise<unknown> =>
        (await api().list('/api/wjLabelManage/list', token, { id: labelId })).list[0]?.['useCount']
      const fitting = (least: number) =>
        [...rows.filter(({ sales }) => sales >= least).map(({ key }) => key), hand].sort()
      const isAs = async (wanted: string[]) =>
        expect([await related(), await named(), await uses()]).toEqual([wanted, wanted, wanted.length])

      expect(await begun('/api/wjLabelManage/apply', { id: labelId })).toMatchObject({ ok: fitting(half).length - 1 })
      await isAs(fitting(half))
      expect(await begun('/api/wjLabelManage/apply', { id: labelId })).toMatchObject({ total: 0 })
      expect((await ask('/api/wjLabelManage/save', { id: labelId, ...rule(most) })).status).toBe(200)
      const narrowed = await begun('/api/wjLabelManage/apply', { id: labelId })
      expect(narrowed.total).toBe(fitting(half).length - fitting(most).length)
      await isAs(fitting(most))
      expect(await begun(`${BATCHES}/undo`, { id: narrowed.id })).toMatchObject({ ok: narrowed.total })
      await isAs(fitting(half))
    })

    it('is about what its label is for, waits while that is disabled, and leaves its former kind', async () => {
      const label = { labelName: '换类样例', labelKind: '6', scope: '3', objectKinds: '1,2' }
      const rule = { ruleKind: '1', ruleJson: "has(row.shopName) && row.areaCode.startsWith('350102')" }
      const unfit = await ask('/api/wjLabelManage/save', { ...label, ...rule, objectKinds: '2' })
      expect([unfit.status, unfit.body.resultMsg]).toEqual([400, expect.stringContaining('不在适用载体里')])
      const id = String((await ask('/api/wjLabelManage/save', { ...label, ...rule })).body.data)
      const token = await api().token(CITY)
      const app = await api().first('/api/app/appList', token)
      const toApp = await ask('/api/app/label', { uniqueId: app['uniqueId'], labelIds: id })
      expect([toApp.status, toApp.body.resultMsg]).toEqual([400, '标签“换类样例”不适用于App，请另选'])
      expect((await ask('/api/wjLabelManage/save', { id, enabled: 0 })).status).toBe(200)
      expect((await ask('/api/wjLabelManage/apply', { id })).body.data).toEqual({ id: '', total: 0 })
      await ask('/api/wjLabelManage/save', { id, enabled: 1 })
      const [hand, ...ruled] = (await shops())
        .filter(row => String(row['areaCode']).startsWith('350102'))
        .slice(0, 3)
        .map(row => String(row['uniqueId']))
      expect((await ask('/api/eshop/label', { uniqueId: hand, labelIds: id })).status).toBe(200)
      for (const uniqueId of ruled)
        expect((await ask('/api/eshop/labelByRule', { uniqueId, labelId: id })).status).toBe(200)
      const state = async () => {
        const related = await api().list('/api/wjLabelRelation/list', token, { labelId: id })
        const [row] = (await api().list('/api/wjLabelManage/list', token, { id })).list
        // by its whole name: another label's may begin with it
        const shown = await api().list('/api/eshop/eshopList', token, { labelNames: row?.['labelName'] })
        const part = await api().list('/api/eshop/eshopList', token, { labelNames: '换类' })
        expect(part.totalRecord).toBe(0)
        return [related.totalRecord, shown.list.length, row?.['useCount'], shown.list[0]?.['uniqueId']]
      }
      expect((await state()).slice(0, 3)).toEqual(Array(3).fill(ruled.length + 1))
      // renamed in the same save
      const moved = { id, labelName: '换类改名', ruleKind: '2', ruleJson: 'has(row.siteName)' }
      expect((await ask('/api/wjLabelManage/save', moved)).status).toBe(200)
      expect(await state()).toEqual([1, 1, 1, hand])
      expect((await ask('/api/wjLabelManage/save', { id, enabled: 0 })).status).toBe(200)
    })

    it('is repeated by the clock as far as its maker sees, and what a run has changed is in the trail', async () => {
      const label = { labelName: '每时样例', labelKind: '6', scope: '3', ruleKind: '1' }
      const [first, second] = (await shops()).filter(row => String(row['areaCode']).startsWith('350102'))
      const word = '整点独有词'
      const named = (row: Row | undefined, shopName: unknown) =>
        api().db.updateTable('eshop').set({ shopName }).where('uniqueId', '=', String(row?.['uniqueId'])).execute()
      const ruleJson = `row.shopName.contains('${word}')`
      const saved = await ask('/api/wjLabelManage/save', { ...label, ruleJson }, 'fj_gulou')
      const id = String(saved.body.data)
      const elsewhere = (await shops()).find(row => !String(row['areaCode']).startsWith('350102'))
      for (const row of [first, elsewhere]) await named(row, `${word}店`)
      const faults: unknown[] = []
      const run = () => repeatRules(api().services, chinaTime(), error => faults.push(error))
      const related = async (): Promise<string[]> =>
        (
          await sql<{ key: string }>`select "objectId" as key from "labelRelation" where "labelId" = ${id}
            and "delFlag" = 0 and mode = '2' and by is null order by 1`.execute(api().services.db)
        ).rows.map(row => row.key)
      await run()
      expect(await related()).toEqual([first?.['uniqueId']])
      await named(first, '改名店')
      await named(second, `${word}店`)
      await run()
      expect(await related()).toEqual([second?.['uniqueId']])
      const trail = async () =>
        api()
          .db.selectFrom('sys_audit')
          .selectAll()
          .where('objectId', '=', id)
          .where('action', '=', 'label.apply')
          .execute()
      expect((await trail()).map(row => row['userId'])).toEqual(['system', 'system'])
      // nothing to do is no entry, and a label of nobody is nobody's to give
      await run()
      await api().db.updateTable('label').set({ createBy: 'nobody' }).where('id', '=', id).execute()
      await named(second, '改名店')
      await run()
      expect([(await trail()).length, await related(), faults]).toEqual([2, [second?.['uniqueId']], []])
      for (const row of [first, second, elsewhere]) await named(row, row?.['shopName'])
      await api().db.updateTable('label').set({ enabled: 0 }).where('id', '=', id).execute()
    })

    it('gives labels by a list of codes, says which it did not find, and takes them away again', async () => {
      const token = await api().token(CITY)
      const labelIds = String(
        (await ask('/api/wjLabelManage/save', { labelName: '编码样例', labelKind: '6', scope: '3' })).body.data,
      )
      const [first, second] = (await shops()).filter(row => row['uscc_dim'])
      const codes = `${String(first?.['uniqueId'])}\n${String(second?.['uscc_dim'])}，no-such-code`
      const ended = async (path: string, body: object) => {
        const { data } = (await ask<{ id: string; total: number; missing: string[] }>(path, body)).body
        const state = async () => (await api().ask<Progress>('GET', `${BATCHES}?id=${data?.id ?? ''}`, token)).body.data
        while ((await state())?.finished !== true);
        return { ...data, ok: (await state())?.ok }
      }
      const data = await ended('/api/eshop/labelCodes', { codes, labelIds })
      expect(data.missing).toEqual(['no-such-code'])
      expect(data.ok).toBe(data.total)
      const found = async (): Promise<Row[]> =>
        (await api().list('/api/eshop/eshopList', token, { labelNames: '编码样例' })).list
      const keys = (await found()).map(row => row['uniqueId'])
      expect(keys).toEqual(expect.arrayContaining([first?.['uniqueId'], second?.['uniqueId']]))
      expect((await api().list('/api/wjLabelRelation/list', token, { labelId: labelIds, mode: '3' })).totalRecord).toBe(
        data.total,
      )
      const areas = (await ask<Row[]>('/api/wjLabelManage/areas', { id: labelIds })).body.data ?? []
      expect(areas.reduce((sum, row) => sum + Number(row['count']), 0)).toBe(data.total)
      // as they come out of a typeset list; a label that is not used any longer can still be taken away
      const [wide, ...others] = keys.map(String)
      const typeset = String(wide).replace(/[0-9a-z]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
      expect((await ask('/api/wjLabelManage/save', { id: labelIds, enabled: 0 })).status).toBe(200)
      const refused = await ask('/api/eshop/labelCodes', { codes, labelIds })
      expect([refused.status, refused.body.resultMsg]).toEqual([400, '标签“编码样例”已停用，请另选'])
      const off = await ended('/api/eshop/unlabelCodes', { codes: `${typeset}。没有这个`, labelIds })
      expect(off).toMatchObject({ missing: ['没有这个'], ok: 1 })
      expect((await found()).map(row => row['uniqueId'])).toEqual(others)
      for (const uniqueId of others) expect((await ask('/api/eshop/unlabel', { uniqueId, labelIds })).status).toBe(200)
      expect(await found()).toEqual([])
      expect((await ask('/api/wjLabelManage/save', { id: labelIds, enabled: 1 })).status).toBe(200)
      const many = Array.from({ length: 10_001 }, (_, i) => `c${i}`)
      const tooMany = await ask('/api/eshop/labelCodes', { codes: many.join('\n'), labelIds })
      expect(tooMany.body.resultMsg).toBe('一次最多 10000 个编码，现有 10001 个，请分几次')
      const most = { codes: many.slice(1).join('，'), labelIds }
      expect((await ask<{ missing: string[] }>('/api/eshop/labelCodes', most)).body.data?.missing).toHaveLength(10_000)
      expect((await ask('/api/eshop/labelCodes', { codes: 'none', labelIds })).body.data).toMatchObject({ total: 0 })
    })
  })
}
