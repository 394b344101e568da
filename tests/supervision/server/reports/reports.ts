import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rewritePath, type Row } from '../../../../src/core/contract/api.ts'
import { listOf, type Figures } from '../../../../src/core/contract/statistics.ts'
import { bareNumber, valueWords } from '../../../../src/core/statistics/report-words.ts'
import type { ReportFigure } from '../../../../src/server/report/content.ts'
import type { Api } from '../../../server/support/api.ts'

const CITY = 'fj_fuzhou'
const COUNTY = 'fj_gulou'
const WISH = { reportKind: '3', period: '2026-10-17', areaCode: '350100', sections: 'overview,clues' }
const PAGE = 'generateReports/periodicReport'

/** Widgets of the page about one subject, each with a number that its list counts. */
const LEADING = {
  carriers: 'total',
  clues: 'clues',
  cases: 'cases',
  evidence: 'taken',
  labels: 'labels',
  liveness: 'measured',
  register: 'abnormal',
}

/** Text of a paragraph or cell of a .docx, in their order. */
export function textsOf(file: Uint8Array): string[] {
  const xml = strFromU8(unzipSync(file)['word/document.xml'] ?? new Uint8Array())
  return [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
  )
}

export function reportsContract(api: () => Api): void {
  const ask = async <T = string>(path: string, body: object, user = CITY) =>
    api().ask<T>('POST', `/api/report/${path}`, await api().token(user), body)
  const made = async (more: object = {}): Promise<string> => (await ask('save', { ...WISH, ...more })).body.data ?? ''
  const get = async (id: string, user = CITY) =>
    api().ask<Row>('GET', `/api/report/one?id=${id}`, await api().token(user))
  const one = async (id: string, user = CITY): Promise<Row | undefined> => (await get(id, user)).body.data ?? undefined
  const settled = (id: string) =>
    expect.poll(async () => (await one(id))?.['state'], { timeout: 20_000, interval: 100 })
  const file = async (address: unknown, user = CITY) =>
    api().app.inject({ url: String(address), headers: { authorization: `Bearer ${await api().token(user)}` } })
  const board = async (user = CITY) =>
    (
      await api().ask<{ widgets: Record<string, Figures> }>('POST', '/api-console/figures', await api().token(user), {
        page: PAGE,
        period: '2026-10',
        area: '350100',
      })
    ).body.data?.widgets ?? {}

  /** Each number leads to a list, filtered by the subject, that counts the same. */
  const leadToTheSame = async (figures: Record<string, Figures>, subject: string): Promise<void> => {
    const config = api().services.configuration()
    for (const [widget, measure] of Object.entries(LEADING)) {
      const told = figures[widget] as Figures
      const behind = listOf(told, told.total, measure)
      expect(behind?.filters, widget).toMatchObject({ uscc_dim: subject })
      const page = config.scope({}).page(behind?.page ?? '')
      const call = page?.kind === 'list' ? page.source.path : ''
      const { totalRecord } = await api().list(rewritePath(call), await api().token(CITY), {
        ...behind?.filters,
        exactTotal: 1,
      })
      expect(totalRecord, widget).toBe(told.total.values[told.measures.indexOf(measure)] ?? 0)
    }
  }

  describe('a report', () => {
    it('is of the whole period around its day and is named after it', async () => {
      const id = await made()
      expect(await one(id)).toMatchObject({
        period: '2026-10-01',
        periodEnd: '2026-10-31',
        reportName: '福州市2026年10月月报',
        state: '0',
      })
      const special = await ask('save', { ...WISH, reportKind: '6' })
      expect([special.status, special.body.resultMsg]).toEqual([400, expect.stringContaining('报告期')])
    })

    it('says in its file the numbers that preview and dashboard show', async () => {
      const id = await made()
      const preview = (
        await api().ask<ReportFigure[]>('POST', '/api-console/reports/figures', await api().token(CITY), { id })
      ).body.data
      expect((await ask('act', { id, action: 'generate' })).status).toBe(200)
      await settled(id).toBe('2')
      const report = await one(id)
      const answer = await file(report?.['file'])
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringContaining('wordprocessingml'),
      ])
      const texts = textsOf(new Uint8Array(answer.rawPayload))
      const whole = texts.join('\n')
      expect(texts).toContain('福州市网络交易监管月报（2026年10月）')
      expect(texts).toContain('一、总体情况')
      expect(texts).toContain('二、线索处置')
      expect(whole).not.toContain('监管执法')
      expect(whole).not.toMatch(/[{}]/)

      const widgets = await board()
      const count = (widget: string, name: string): number | null => {
        const figures = widgets[widget] as Figures
        return figures.total.values[figures.measures.indexOf(name)] ?? null
      }
      const clues = { name: 'clues', label: '', kind: 'count', unit: '件' } as const
      expect(whole).toContain(`共发现违法线索${valueWords(count('clues', 'clues'), clues)}，`)
      expect(preview).toContainEqual(
        expect.objectContaining({ name: '线索数', value: valueWords(count('clues', 'clues'), clues) }),
      )
      const areas = widgets['areas'] as Figures
      for (const row of areas.rows) {
        const at = texts.indexOf(row.labels[0] ?? '')
        expect(texts.slice(at + 1, at + 4)).toEqual(row.values.slice(0, 3).map(value => bareNumber(value, clues)))
      }
      expect(areas.rows.length).toBeGreaterThan(1)
    })

    it('is its writer’s until it is published, and then of those whom it is published for', async () => {
      const id = await made({ sections: 'overview' })
      await ask('act', { id, action: 'generate' })
      await settled(id).toBe('2')
      const address = (await one(id))?.['file']
      expect((await get(id, COUNTY)).status).toBe(404)
      expect((await file(address, COUNTY)).statusCode).toBe(404)
      const unit = await api()
        .db.selectFrom('user')
        .select('orgId')
        .where('username', '=', COUNTY)
        .executeTakeFirstOrThrow()
      expect((await ask('act', { id, action: 'publish' })).status).toBe(400)
      expect((await ask('act', { id, action: 'publish', toOrgs: unit['orgId'] })).status).toBe(200)
      expect(await one(id, COUNTY)).toMatchObject({ state: '3' })
      expect((await file(address, COUNTY)).statusCode).toBe(200)
      expect((await file(address, 'huainan_admin')).statusCode).toBe(404)
      // whoever reads it is not its writer
      expect((await ask('delete', { id, del_content: '不再需要' }, COUNTY)).status).toBe(403)
      expect((await ask('delete', { id, del_content: '不再需要' })).status).toBe(200)
      expect((await file(address, COUNTY)).statusCode).toBe(404)
    })

    it('about a subject says of this subject alone what the lists of its numbers show', async () => {
      const { db } = api()
      const { rows } = await sql<{
        uscc: string
        n: number
      }>`select uscc_dim as uscc, count(*) as n from "illegalResult"
        where "areaCode" like '3501%' and "foundTime" < '2026-11-01' and uscc_dim in (select uscc_dim from register where "areaCode" like '3501%'
          and "subjectType" is distinct from '4') group by 1 order by 2 desc, 1 limit 1`.execute(db)
      const subject = String(rows[0]?.uscc)
      const about = { reportKind: '7', period: '2020-01-01', periodEnd: '2026-10-31', areaCode: '350100', sections: '' }
      const id = await made({ ...about, subject })
      const name = String(
        (await db.selectFrom('register').select('entName').where('uscc_dim', '=', subject).executeTakeFirst())?.[
          'entName'
        ],
      )
      expect(await one(id)).toMatchObject({ subject, reportName: expect.stringContaining(`${name}2020年1月1日至`) })
      expect((await ask('act', { id, action: 'generate' })).status).toBe(200)
      await settled(id).toBe('2')
      const answer = await file((await one(id))?.['file'])
      const texts = textsOf(new Uint8Array(answer.rawPayload)).join('\n')
      expect(texts).toContain(`${name}主体画像`)
      expect(texts).not.toMatch(/[{}]/)
      const { body } = await api().ask<{ widgets: Record<string, Figures>; record: Row }>(
        'POST',
        '/api-console/figures',
        await api().token(CITY),
        { page: 'generateReports/subjectReport', period: '2020-01-01..2026-10-31', area: '350100', record: subject },
      )
      expect(body.data?.record).toEqual({ code: subject, name })
      const figures = body.data?.widgets ?? {}
      await leadToTheSame(figures, subject)
      const clues = figures['clues'] as Figures
      expect(clues.total.values[0]).toBe(Number(rows[0]?.n))
      expect(texts).toContain(`违法线索${Number(rows[0]?.n)}件`)
    })

    it('about a subject needs one, of the writer’s own area', async () => {
      const about = { ...WISH, reportKind: '7', periodEnd: '2026-10-31' }
      const said = async (more: object) => {
        const { status, body } = await ask('save', { ...about, ...more })
        return [status, JSON.stringify(body)]
      }
      const foreign = await api()
        .db.selectFrom('register')
        .select('uscc_dim')
        .where('areaCode', 'like', '3404%')
        .executeTakeFirstOrThrow()
      expect(await said({})).toEqual([400, expect.stringContaining('主体')])
      expect(await said({ subject: 'nobody' })).toEqual([400, expect.stringContaining('管辖范围')])
      expect(await said({ subject: foreign['uscc_dim'] })).toEqual([400, expect.stringContaining('管辖范围')])
      const board = { page: 'generateReports/subjectReport', record: foreign['uscc_dim'] }
      const refused = await api().ask('POST', '/api-console/figures', await api().token(CITY), board)
      expect([refused.status, refused.body.resultMsg]).toEqual([400, expect.stringContaining('没有这个主体')])
      // other kinds keep none, whatever is sent
      const other = await ask('save', { ...WISH, subject: foreign['uscc_dim'] })
      expect(other.status).toBe(400)
    })

    it('of another’s area is refused before anything is written', async () => {
      const id = await made({ areaCode: '350102' })
      await api()
        .db.updateTable('report')
        .set({ areaCode: '340400', provinceCode: '34' })
        .where('id', '=', id)
        .execute()
      const refused = await ask('act', { id, action: 'generate' })
      expect([refused.status, refused.body.resultMsg]).toEqual([400, expect.stringContaining('管辖范围')])
      expect(await one(id)).toMatchObject({ state: '0' })
    })
  })
}
