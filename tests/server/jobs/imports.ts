import { sql } from 'kysely'
import { readXlsx, writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ImportReport } from '../../../src/core/contract/imports.ts'
import { judgedValue } from '../../../src/core/contract/judge-value.ts'
import type { FormField } from '../../../src/core/contract/configuration.ts'
import { claim } from '../../../src/server/jobs/claim.ts'
import { HeavyProcesses } from '../../../src/server/start/heavy/heavy-processes.ts'
import { readCell } from '../../../src/server/imports/cells.ts'
import { readSheet } from '../../../src/server/sheets/reading/read-sheet.ts'
import type { SheetRow } from '../../../src/server/sheets/reading/sheet-row.ts'
import { claiming, manyTexts } from '../start/heavy/bombs.ts'
import type { Api } from '../support/api.ts'
import { ended, type Progress } from '../support/wait.ts'

const IMPORTS = '/api-console/imports'
const BATCHES = '/api-console/batches'
const SITES = '/api-im/website/websiteList'
const ROUTE = 'dataCenter/website'
const HEAD = ['网站名称', '域名', '首页网址', '所属地区', '网站类型', '主体名称', '统一社会信用代码']
const USCC = '91340421MA2TXXXX1K'
const TRADING = '交易网站'
/** A row that passes, but for what is said. */
const row = (name: string, domain: string, area = '凤台县', type = TRADING): string[] => [
  name,
  domain,
  `https://${domain}`,
  area,
  type,
  '某某公司',
  USCC,
]

type Checked = Progress & { report?: ImportReport }

const decoder = new TextDecoder('gbk')
/** Bytes of signs in GBK, as the platform's own decoder reads them. */
const GBK = new Map(
  Array.from({ length: 0x7e }, (_, high) =>
    Array.from({ length: 0xbf }, (_none, low): [string, number[]] => {
      const bytes = [0x81 + high, 0x40 + low]
      return [decoder.decode(Uint8Array.from(bytes)), bytes]
    }),
  ).flat(),
)
const xlsx = async (rows: CellValue[][], more: Partial<WriteSheet> = {}): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '数据', rows, ...more }] }))
const csv = (rows: readonly (readonly string[])[]): string => rows.map(row => row.join(',')).join('\r\n')

export function importContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_fengtai')
  const file = (token: string, path: string, payload: object) =>
    api().app.inject({
      method: 'POST',
      url: `/prod-api${path}`,
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  const check = async (token: string, name: string, content: Buffer | string, route = ROUTE): Promise<Checked> => {
    const address = await api().upload(token, name, content)
    const { body } = await api().ask<{ id: string }>('POST', IMPORTS, token, { route, file: address.split('/').at(-2) })
    if (!body.data) throw new Error(body.resultMsg)
    return ended(api(), token, IMPORTS, body.data.id) as Promise<Checked>
  }
  const sitesNamed = async (like: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from website
      where "siteName" like ${like} and "delFlag" = 0`.execute(api().db)
    return Number(rows[0]?.n)
  }

  describe('an import', () => {
    it('has a template of the form’s fields, with drop-downs of what the person may choose', async () => {
      const answer = await file(await own(), `${IMPORTS}/template`, { route: ROUTE })
      expect(answer.statusCode).toBe(200)
      const { sheets } = await readXlsx(answer.rawPayload)
      const headings = (sheets[0]?.rows[0] ?? []).map(String)
      expect(headings).toEqual(expect.arrayContaining(['*网站名称', '统一社会信用代码']))
      const lists = (sheets.find(({ name }) => name === '选项')?.rows ?? []).flat()
      expect(lists).toContain('安徽省/淮南市/凤台县')
      expect(lists.some(one => String(one).startsWith('安徽省/淮南市/大通区'))).toBe(false)
      expect(sheets[0]?.dataValidations?.length).toBeGreaterThan(2)
      expect(sheets[1]?.rows.flat()).toContain('必填')
    })

    it('checks all rows first, and tells of all cells of each, then adds those that pass, and is undone as one', async () => {
      const token = await own()
      const rows = [
        HEAD,
        row('导入站甲', 'import-a.example'),
        row('', 'import-b.example', '大通区', '没有这种'),
        row('导入站丙', 'import-c.example', '340421', '1'),
        row('导入站丁', 'import-d.example').with(2, 'import-d.example'),
        row('导入站戊', 'import-a.example'),
      ]
      const checked = await check(token, '网站.csv', `\uFEFF${csv(rows)}`)
      expect(checked.report).toMatchObject({ good: 2, bad: 3 })
      expect(checked.report?.problems).toEqual([
        { cell: 'A3', row: 3, reason: '网站名称不能为空' },
        { cell: 'D3', row: 3, reason: '所属地区“大通区”不存在，或不在您的管辖范围内' },
        { cell: 'E3', row: 3, reason: expect.stringContaining('网站类型没有“没有这种”这个选项') as string },
        { cell: 'C5', row: 5, reason: '首页网址应以 http:// 或 https:// 开头' },
        { cell: 'B6', row: 6, reason: '域名与第 2 行重复' },
      ])
      expect(await sitesNamed('导入站%')).toBe(0)
      const refused = await file(token, `${IMPORTS}/refused`, { id: checked.id })
      const { sheets } = await readXlsx(refused.rawPayload)
      expect(sheets[0]?.rows[0]?.at(-1)).toBe('未导入的原因')
      expect(String(sheets[0]?.rows[1]?.at(-1))).toContain('D3：')

      const { body } = await api().ask<{ id: string; total: number }>('POST', `${IMPORTS}/run`, token, {
        id: checked.id,
      })
      expect(body.data?.total).toBe(2)
      const done = await ended(api(), token, BATCHES, String(body.data?.id))
      expect(done).toMatchObject({ total: 2, ok: 2, undo: true, results: [] })
      expect(await sitesNamed('导入站%')).toBe(2)
      expect((await api().list(SITES, token, { siteName: '导入站甲' })).list[0]).toMatchObject({ areaCode: '340421' })
      expect((await api().ask('POST', `${IMPORTS}/run`, token, { id: checked.id })).status).toBe(400)

      const undo = await api().ask<{ id: string }>('POST', `${BATCHES}/undo`, token, { id: done.id })
      expect(await ended(api(), token, BATCHES, String(undo.body.data?.id))).toMatchObject({ ok: 2 })
      expect(await sitesNamed('导入站%')).toBe(0)
    })

    it('adds many rows in one transaction, and one that has become impossible meanwhile fails alone', async () => {
      const token = await own()
      const rows = Array.from({ length: 120 }, (_, i) => row(`同批站${i}`, `together-${i}.example`))
      const checked = await check(token, '网站.csv', csv([HEAD, ...rows]))
      expect(checked.report).toMatchObject({ good: 120, bad: 0 })
      const [siteName, domain, siteUrl, , , subjectName, usccDim] = rows[70] ?? []
      const taken = { siteName: '别人的站', domain, siteUrl, areaCode: '340421', siteType: '1', subjectName }
      const saved = await api().ask('POST', '/api-im/website/save', token, { ...taken, uscc_dim: usccDim })
      expect(saved.body.resultMsg).toBe('操作成功')
      const { body } = await api().ask<{ id: string }>('POST', `${IMPORTS}/run`, token, { id: checked.id })
      const done = await ended(api(), token, BATCHES, String(body.data?.id))
      expect(done).toMatchObject({ total: 120, done: 120, ok: 119 })
      expect(done.results).toEqual([{ key: '72', code: '0', msg: `域名“${domain}”已存在` }])
      expect(siteName).toBe('同批站70')
      expect(await sitesNamed('同批站%')).toBe(119)
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select([sql<string>`after ->> 'siteName'`.as('name'), 'objectId', 'nickName'])
        .where('action', '=', 'website.save')
        .where(sql<string>`after ->> 'siteName'`, 'like', '同批站%')
        .execute()
      expect(new Set(trail.map(one => one['name'])).size).toBe(119)
      const { uniqueId } = await api().first(SITES, token, { siteName: '同批站90' })
      const later = await api().ask('POST', '/api-im/website/save', token, { uniqueId, remark: '后来' })
      expect(later.body.resultMsg).toBe('操作成功')
      const undo = await api().ask<{ id: string }>('POST', `${BATCHES}/undo`, token, { id: done.id })
      const undone = await ended(api(), token, BATCHES, String(undo.body.data?.id))
      expect(undone).toMatchObject({ total: 119, done: 119, ok: 118 })
      expect(undone.results).toEqual([{ key: '92', code: '0', msg: '之后又有改动，没有撤销' }])
      expect(await sitesNamed('同批站%')).toBe(1)
      const { rows: turns } = await sql<{ rows: number }>`select count(*) as rows from sys_job_row
        where "jobId" = ${String(undo.body.data?.id)} group by attempt`.execute(api().db)
      expect(turns.length).toBeLessThan(118)
      const givenUp = await api()
        .db.selectFrom('sys_audit')
        .select(sql<string>`before ->> 'siteName'`.as('name'))
        .where('action', '=', 'batch.undo')
        .where(sql<string>`before ->> 'siteName'`, 'like', '同批站%')
        .execute()
      expect(new Set(givenUp.map(one => one['name'])).size).toBe(118)
    })

    it('takes the file to correct again, and tells of formulas and merged cells of a workbook', async () => {
      const token = await own()
      const more = (name: string, domain: string): CellValue[] => [...row(name, domain), null]
      const book = await xlsx(
        [
          [...HEAD.map(name => `*${name}`), '备注', '未导入的原因'],
          [...more('导入站己', 'import-e.example').with(3, 340_421), '旧的原因'],
          more('导入站庚', 'import-f.example'),
          more('导入站辛', 'import-g.example'),
        ],
        {
          cells: new Map([['2,0', { value: '庚', formula: '"庚"' }]]),
          merges: [{ startRow: 3, startCol: 1, endRow: 4, endCol: 1 }],
        },
      )
      const { report } = await check(token, '网站.xlsx', book)
      expect(report).toMatchObject({ good: 1, bad: 2 })
      expect(report?.problems).toEqual([
        { cell: 'A3', row: 3, reason: '这一格是公式，请复制后“粘贴为数值”' },
        { cell: 'B4', row: 4, reason: 'B4:B5 是合并的单元格，请取消合并，每一行都填写' },
      ])
    })

    it('reads what Chinese Excel calls CSV, which is GBK, and its text with tabs, which is UTF-16', async () => {
      const rows = [HEAD, row('导入站癸', 'import-j.example')]
      const gbk = Buffer.from([...csv(rows)].flatMap(sign => GBK.get(sign) ?? [sign.charCodeAt(0)]))
      const utf16 = Buffer.from(`\uFEFF${csv(rows).replaceAll(',', '\t')}`, 'utf16le')
      const token = await own()
      for (const content of [gbk, utf16])
        expect((await check(token, '网站.csv', content)).report).toEqual({ good: 1, bad: 0, problems: [] })
      const { id } = await check(token, '网站.csv', gbk)
      const { body } = await api().ask<{ id: string }>('POST', `${IMPORTS}/run`, token, { id })
      expect(await ended(api(), token, BATCHES, String(body.data?.id))).toMatchObject({ total: 1, ok: 1 })
      expect(await sitesNamed('导入站癸')).toBe(1)
    })

    it('tells of a cell of any length in few words, and gives it back as long as a cell can be', async () => {
      const token = await own()
      const long = '长'.repeat(40_000)
      const rows = [HEAD, row(long, 'import-k.example', long, long), row('甲', 'import-l.example').with(3, '无')]
      const { id, report } = await check(token, '网站.csv', csv(rows))
      expect(report).toMatchObject({ good: 0, bad: 2 })
      for (const { reason } of report?.problems ?? []) expect(reason.length).toBeLessThan(200)
      expect(report?.problems.map(({ reason }) => reason)).toContain(
        `所属地区“${'长'.repeat(40)}…”不存在，或不在您的管辖范围内`,
      )
      const { sheets } = await readXlsx((await file(token, `${IMPORTS}/refused`, { id })).rawPayload)
      expect(String(sheets[0]?.rows[1]?.[0])).toHaveLength(32_767)
      const { error } = await check(token, '网站.csv', csv([[...HEAD, long], row('甲', 'import-m.example')]))
      expect(error).toContain(`“${'长'.repeat(40)}…”`)
    })

    it('is run once, however often it is asked for at a time', async () => {
      const token = await own()
      const { id } = await check(token, '网站.csv', csv([HEAD, row('导入站子', 'import-n.example')]))
      const asked = await Promise.all(
        [1, 2, 3].map(() => api().ask<{ id: string }>('POST', `${IMPORTS}/run`, token, { id })),
      )
      expect(asked.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      const begun = asked.find(({ status }) => status === 200)?.body.data
      expect(await ended(api(), token, BATCHES, String(begun?.id))).toMatchObject({ total: 1, ok: 1 })
      expect(await sitesNamed('导入站子')).toBe(1)
    })

    it('says of a file that cannot be imported what is wrong with it', async () => {
      const token = await own()
      const wrong = async (name: string, content: Buffer | string): Promise<string> =>
        String((await check(token, name, content)).error)
      expect(await wrong('旧.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...Array<number>(80).fill(0)]))).toContain(
        '.xls',
      )
      expect(await wrong('别的.csv', '甲,乙\r\n1,2')).toBe('表格里没有认识的列名，请使用本页下载的模板')
      expect(await wrong('多一列.csv', csv([[...HEAD, '星座'], ['甲']]))).toContain('不认识的列：“星座”')
      expect(await wrong('缺列.csv', csv([['域名'], ['a.example']]))).toContain('缺少必填的列')
      expect(await wrong('重复.csv', csv([[...HEAD, '网站名称'], ['甲']]))).toContain('重复的列：“网站名称”')
      expect(await wrong('数字列.csv', csv([[...HEAD, '2024'], row('甲', 'a.example')]))).toContain(
        '不认识的列：“2024”',
      )
      const unnamed = csv([
        [...HEAD, '', ''],
        [...row('甲', 'a.example'), '', '会丢失的'],
      ])
      expect(await wrong('无列名.csv', unnamed)).toBe('第 I 列填了内容，但没有列名，请补上列名，或删去这些列')
      expect(await wrong('空.csv', csv([HEAD]))).toContain('没有要导入的数据')
      expect(await wrong('大.xlsx', claiming(301))).toContain('解压后超过')
      const many = Array.from({ length: 50_020 }, (_, n) => [`站${n}`])
      expect(await wrong('多行.csv', csv([HEAD, ...many]))).toContain('最多导入 50000 行')
      expect(await wrong('宽.csv', csv([HEAD, Array<string>(300).fill('甲')]))).toContain('最多 200 列')
    })

    it('refuses a file that ends its reader, once and in words, while others are answered', async () => {
      const { services } = api()
      const told: unknown[] = []
      const [usual, strict] = [
        services.heavy,
        new HeavyProcesses(error => told.push(error), { limits: { memory: 768, seconds: 0.2 } }),
      ]
      services.heavy = strict
      try {
        const checked = check(await own(), '炸.xlsx', manyTexts(1_000_000))
        expect((await api().list(SITES, await api().token('huainan_datong'))).list).not.toEqual([])
        const { id, error } = await checked
        expect(error).toContain('读取文件超过 0.2 秒')
        services.jobs?.wake()
        expect(await claim(services.db)).toBeUndefined()
        expect(
          await api().db.selectFrom('sys_job').select(['finished', 'tries']).where('id', '=', id).execute(),
        ).toEqual([{ finished: 1, tries: 1 }])
        expect(told).toHaveLength(1)
      } finally {
        services.heavy = usual
        await strict.close()
      }
    })

    it('is for whoever may add, takes no file and no check of another, and changes no existing record', async () => {
      const token = await own()
      const other = await api().token('huainan_datong')
      const checked = await check(token, '网站.csv', csv([HEAD, row('导入站庚', 'import-h.example')]))
      for (const path of ['run', 'refused', 'cancel'])
        expect((await api().ask('POST', `${IMPORTS}/${path}`, other, { id: checked.id })).status).toBe(404)
      const address = await api().upload(token, '网站.csv', csv([HEAD]))
      const payload = { route: ROUTE, file: address.split('/').at(-2) }
      expect((await api().ask('POST', IMPORTS, other, payload)).status).toBe(404)
      expect((await api().ask('POST', IMPORTS, token, { ...payload, route: 'system/users' })).status).toBe(403)
      expect(
        (await api().ask('POST', IMPORTS, token, { ...payload, route: 'management/inspectionRecord' })).status,
      ).toBe(403)
      // the key is no column: a row of the file can name no record to change
      const keyed = await check(
        token,
        '网站.csv',
        csv([
          [...HEAD, '网站编号'],
          ['甲', '', '', '', '', 'x'],
        ]),
      )
      expect(keyed.error).toContain('不认识的列')
    })
  })

  describe('a cell', () => {
    /** What is stored of a cell: a day and a number are read by the form, as where somebody types them. */
    function stored(field: Partial<FormField>, cell: Parameters<typeof readCell>[1]): unknown {
      const read = readIn(field, cell)
      if ('reason' in read || !['date', 'datetime', 'money', 'percent'].includes(field.kind ?? '')) return read
      const judged = judgedValue({ kind: 'text', ...field }, read.value, () => true)
      return 'fault' in judged ? judged.fault : { value: String(judged.value) }
    }
    const readIn = (field: Partial<FormField>, cell: Parameters<typeof readCell>[1]) =>
      readCell(
        {
          field: { name: 'a', label: '甲', kind: 'text', origin: '', ...field },
          heading: '甲',
          entries: field.dict
            ? [
                ['1', '淘宝'],
                ['2', '京东、京喜'],
                ['3', '其他'],
                ['4', '其他'],
                ['5', '6'],
                ['6', '7'],
              ]
            : undefined,
        },
        cell,
        text => text,
      )
    it.each([
      [{ kind: 'date' }, 45_000, { value: '2023-03-15' }],
      [{ kind: 'date' }, '2026年1月5日', { value: '2026-01-05' }],
      [{ kind: 'date' }, '2026/1/5 0:00', { value: '2026-01-05' }],
      [{ kind: 'date' }, '2026/1/5 8:30', { code: 'unread' }],
      [{ kind: 'datetime' }, '2026/1/5 8:30', { value: '2026-01-05 08:30:00' }],
      [{ kind: 'date' }, new Date(Date.UTC(2026, 0, 5)), { value: '2026-01-05' }],
      [{ kind: 'money' }, '￥１，２３４.５０', { value: '1234.5' }],
      [{ kind: 'money', unit: '元' }, '12元', { value: '12' }],
      [{ kind: 'money' }, 0.1 + 0.2, { value: '0.3' }],
      [{ kind: 'text' }, 12_345, { value: '12345' }],
      [{ kind: 'uscc' }, '091450100MA5KXXXX1', { value: '091450100MA5KXXXX1' }],
      [{ kind: 'uscc' }, 914_501_000_000_000_000, { reason: expect.stringContaining('位数已经丢失') as string }],
      [{ kind: 'uscc' }, '9.145E+17', { reason: expect.stringContaining('位数已经丢失') as string }],
      [{ kind: 'text' }, '=HYPERLINK("http://x")', { reason: expect.stringContaining('像是公式') as string }],
      [{ kind: 'text' }, '+cmd|x', { reason: expect.stringContaining('像是公式') as string }],
      [{ kind: 'text' }, '-5', { value: '-5' }],
      [{ kind: 'flag' }, '是', { value: '1' }],
      [{ kind: 'flag' }, '也许', { reason: '甲请填“是”或“否”' }],
      [{ kind: 'dict', dict: 'd' }, '淘宝', { value: '1' }],
      [{ kind: 'dict', dict: 'd', multiple: true }, '淘宝、2', { value: '1,2' }],
      [{ kind: 'dict', dict: 'd', multiple: true }, '京东、京喜', { value: '2' }],
      [{ kind: 'dict', dict: 'd' }, '当当', { reason: '甲没有“当当”这个选项，可填淘宝、京东、京喜、其他、其他、6、7' }],
      [{ kind: 'dict', dict: 'd' }, '其他', { reason: '甲有 2 个选项叫“其他”，请写代码' }],
      [{ kind: 'dict', dict: 'd' }, '4', { value: '4' }],
      [{ kind: 'dict', dict: 'd' }, '6', { value: '5' }],
      [{ kind: 'percent' }, '12.5%', { value: '12.5' }],
      [{ kind: 'percent' }, 12.5, { value: '12.5' }],
      [{ kind: 'percent' }, 0.125, { reason: '甲看不出是 0.125% 还是 12.5%，请把这一格设为文本格式后重新填写' }],
    ] as const)('of %o holding %o is %o', (field, cell, wanted) => {
      expect(stored(field as Partial<FormField>, cell)).toEqual(wanted)
    })
  })

  describe('a workbook', () => {
    const NAMES = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    /** The workbook that the house writes, with another sheet in it. */
    const withSheet = async (sheet: string): Promise<Buffer> => {
      const parts = unzipSync(
        await xlsx([['甲']], { cells: new Map([['0,1', { value: 1, style: { numFmt: 'yyyy-mm-dd' } }]]) }),
      )
      const [path] = Object.keys(parts).filter(name => name.startsWith('xl/worksheets/sheet'))
      return Buffer.from(zipSync({ ...parts, [String(path)]: strToU8(sheet) }))
    }
    const rowsOf = async (rows: AsyncIterable<SheetRow> | Iterable<SheetRow>): Promise<SheetRow[]> => {
      const all: SheetRow[] = []
      for await (const row of rows) all.push(row)
      return all
    }

    it('tells of formulas and merged cells, however its tags are written', async () => {
      const marks = (p: string): string =>
        `<${p}c r='A1'><${p}f>1+1</${p}f><${p}v>2</${p}v></${p}c><${p}c r="B1"><${p}v>3</${p}v></${p}c>`
      for (const [p, names] of [
        ['', NAMES],
        ['x:', NAMES.replace('xmlns', 'xmlns:x')],
      ] as const) {
        const rows = `<${p}sheetData><${p}row r="1">${marks(p)}</${p}row></${p}sheetData>`
        const merged = `<${p}mergeCells><${p}mergeCell ref="B5:C9"/><${p}mergeCell ref='B1:B2'/></${p}mergeCells>`
        const sheet = readSheet(await withSheet(`<${p}worksheet ${names}>${rows}${merged}</${p}worksheet>`))
        expect(await rowsOf(sheet.rows)).toEqual([{ row: 1, cells: [2, 3], formulas: [0] }])
        const at = [1, 2, 3, 4, 5, 9, 10].map(line => sheet.merged.at(2, line))
        expect(at).toEqual(['B1:B2', 'B1:B2', undefined, undefined, 'B5:C9', 'B5:C9', undefined])
        expect(sheet.merged.at(1, 1)).toBeUndefined()
      }
    })

    it('shows a number that is no date as spreadsheets do', async () => {
      const style = 's="1"'
      const sheet = `<worksheet ${NAMES}><sheetData><row r="1"><c r="A1" ${style}><v>1e300</v></c></row></sheetData></worksheet>`
      expect(await rowsOf(readSheet(await withSheet(sheet)).rows)).toEqual([{ row: 1, cells: ['#####'] }])
    })
  })
}
