import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { checkMarks } from '../../../../src/supervision/server/licences/daily.ts'
import { hangs, markOf } from '../../../../src/supervision/server/licences/mark.ts'
import { qrPng } from '../../../../src/supervision/server/licences/qr.ts'
import { guardOf } from '../../../../src/supervision/server/probe/guard.ts'
import { readPage } from '../../../../src/supervision/server/probe/read-page.ts'
import type { Answer, Api } from '../../../server/support/api.ts'

const [COUNTY, CITY, OTHERS] = ['huainan_datong', 'huainan_admin', 'wuhu_jinghu']
const DAY_MS = 86_400_000
const OPEN = { timeLimit: 60_000, guard: guardOf(['127.0.0.1']) }
const MARK = { code: 'LZ1', siteName: '甲站', siteUrl: 'https://a.example/', subjectName: '<b>甲</b>', uscc: '9' }

/** Shades of the pixels of a PNG as qrPng writes them; true is dark. */
function pixelsOf(png: Buffer): boolean[][] {
  const side = png.readUInt32BE(16)
  const data = inflateSync(png.subarray(png.indexOf('IDAT') + 4))
  const width = 1 + Math.ceil(side / 8)
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_pixel, x) => ((data[y * width + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0),
  )
}

function applications(api: () => Api): void {
  let page = ''
  let site: Server
  let url = ''
  beforeAll(async () => {
    site = createServer((_asked, answer) => void answer.writeHead(page === '' ? 404 : 200).end(page))
    await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    api().services.readPage = address => readPage(address, OPEN)
  })
  afterAll(() => {
    delete api().services.readPage
    site.close()
  })
  const ask = async <T = string>(path: string, body: object, user = COUNTY): Promise<Answer<T>> =>
    api().ask<T>('POST', `/api/licenseApply/${path}`, await api().token(user), body)
  const act = (applyId: string, action: string, form: object = {}, user = CITY) =>
    ask('act', { applyId, action, ...form }, user)
  const stored = async (applyId: string): Promise<Row> =>
    (await api()
      .db.selectFrom('licenseApply')
      .selectAll()
      .where('applyId', '=', applyId)
      .executeTakeFirstOrThrow()) as Row
  const check = async (applyId: string) => (await ask<Row[]>('check', { applyId })).body.data?.[0]
  /** An application for the test's own site, whose record is a website of the county. */
  async function applied(): Promise<string> {
    const token = await api().token(COUNTY)
    const website = await api().first('/api/website/websiteList', token)
    const at = { siteUrl: url }
    await api().db.updateTable('website').set(at).where('uniqueId', '=', String(website['uniqueId'])).execute()
    const licenseFile = await api().upload(token, '营业执照.pdf')
    const facts = { siteName: '样例站', subjectName: '样例商行', uscc_dim: '91340400MA00000X11', areaCode: '340402' }
    const person = { contact: '张三', contactPhone: '13800000000', licenseFile }
    const saved = await ask('save', { ...at, ...facts, ...person })
    expect([saved.status, saved.body.resultMsg]).toEqual([200, '操作成功'])
    expect(await stored(saved.body.data ?? '')).toMatchObject({ state: '0', objectId: website['uniqueId'] })
    return saved.body.data ?? ''
  }
  async function passed(): Promise<string> {
    const id = await applied()
    expect((await act(id, 'submit', {}, COUNTY)).status).toBe(200)
    expect((await act(id, 'accept')).status).toBe(200)
    expect((await act(id, 'pass', { siteOpens: 1, matches: 1 })).status).toBe(200)
    return id
  }
  const carrier = async (id: string): Promise<Row> => {
    const key = String((await stored(id))['objectId'])
    return (await api()
      .db.selectFrom('website')
      .selectAll()
      .where('uniqueId', '=', key)
      .executeTakeFirstOrThrow()) as Row
  }

  it('is reviewed before a mark is issued, whose picture its readers may read', async () => {
    const id = await applied()
    expect((await act(id, 'accept')).status).toBe(409)
    await act(id, 'submit', {}, COUNTY)
    expect(String((await stored(id))['limitTime']) > chinaTime()).toBe(true)
    await act(id, 'accept')
    expect((await act(id, 'reject')).status).toBe(400)
    const unfit = await act(id, 'pass', { siteOpens: 1, matches: 0 })
    expect([unfit.status, unfit.body.resultMsg]).toEqual([400, expect.stringContaining('请驳回')])
    expect((await act(id, 'pass', { siteOpens: 1, matches: 1 })).status).toBe(200)
    const row = await stored(id)
    expect(row).toMatchObject({ state: '3', markCode: expect.stringMatching(/^LZ340402\d{13}$/), probeOk: 0 })
    expect(row['markHtml']).toContain(row['markCode'])
    const read = async (user: string): Promise<number> =>
      (
        await api().app.inject({
          url: String(row['markPicture']),
          headers: { authorization: `Bearer ${await api().token(user)}` },
        })
      ).statusCode
    expect([await read(COUNTY), await read(OTHERS)]).toEqual([200, 404])
  })

  it('is posted once its mark is found on the site, and the website shows its licence by it', async () => {
    const id = await passed()
    page = '<html><!-- LZ340402 --></html>'
    expect(await check(id)).toMatchObject({ code: '0', msg: '网站可以打开，首页上没有找到本标识' })
    expect(await stored(id)).toMatchObject({ state: '3', probeOk: 0, missingSince: null })
    page = `<html>${String((await stored(id))['markScript'])}</html>`
    expect(await check(id)).toEqual({ code: '1', msg: '' })
    expect(await stored(id)).toMatchObject({ state: '5', probeOk: 1 })
    expect(await carrier(id)).toMatchObject({ marked: 1, signsLicenses: 1, showType: '3' })
  })

  it('lapses when its mark has been missing for a week, and not before', async () => {
    const id = await passed()
    page = String((await stored(id))['markHtml'])
    await check(id)
    page = ''
    expect(await check(id)).toMatchObject({ code: '0', msg: '网站打不开（状态码 404）' })
    const since = (days: number) => ({ missingSince: chinaTime(Date.now() - days * DAY_MS) })
    await api().db.updateTable('licenseApply').set(since(6)).where('applyId', '=', id).execute()
    await check(id)
    expect(await stored(id)).toMatchObject({ state: '5' })
    await api().db.updateTable('licenseApply').set(since(7.1)).where('applyId', '=', id).execute()
    await check(id)
    expect(await stored(id)).toMatchObject({ state: '9', probeOk: 0 })
    expect(await carrier(id)).toMatchObject({ marked: 0, signsLicenses: 0, showType: '0' })
  })

  it('leaves no mark with the website that it is about no longer', async () => {
    const id = await passed()
    page = String((await stored(id))['markHtml'])
    await check(id)
    const { objectId } = await stored(id)
    const marks = async (): Promise<unknown> =>
      await api()
        .db.selectFrom('website')
        .select(['marked', 'showType'])
        .where('uniqueId', '=', String(objectId))
        .executeTakeFirst()
    expect(await marks()).toEqual({ marked: 1, showType: '3' })
    await act(id, 'change', {}, COUNTY)
    expect((await ask('save', { applyId: id, siteUrl: `${url}//` })).status).toBe(200)
    expect(await marks()).toEqual({ marked: 1, showType: '3' })
    expect((await ask('save', { applyId: id, siteUrl: 'https://elsewhere.example/' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ objectId: null })
    expect(await marks()).toEqual({ marked: 0, showType: '0' })
  })

  it('is looked after by the system once a day', async () => {
    const id = await passed()
    page = String((await stored(id))['markHtml'])
    const looked = () => checkMarks(api().services, chinaTime(), error => expect.unreachable(String(error)))
    expect(await looked()).toBeGreaterThan(0)
    expect(await stored(id)).toMatchObject({ state: '5', probeOk: 1 })
    const last = (await stored(id))['lastProbe']
    await looked()
    expect((await stored(id))['lastProbe']).toBe(last)
  })

  it('keeps its code when it is changed, and is cancelled with a reason that others agree to', async () => {
    const id = await passed()
    const { markCode, markPicture } = await stored(id)
    expect((await act(id, 'change', {}, COUNTY)).status).toBe(200)
    expect((await ask('save', { applyId: id, subjectName: '样例商行二' })).status).toBe(200)
    await act(id, 'submit', {}, COUNTY)
    expect((await ask('save', { applyId: id, subjectName: '样例商行三' })).status).toBe(409)
    await act(id, 'accept')
    await act(id, 'pass', { siteOpens: 1, matches: 1 })
    const again = await stored(id)
    expect(again).toMatchObject({ markCode, applyKind: '2', state: '3' })
    expect(again['markPicture']).not.toBe(markPicture)
    expect((await act(id, 'askCancel', {}, COUNTY)).status).toBe(400)
    expect((await act(id, 'askCancel', { cancelReason: '1' }, COUNTY)).status).toBe(200)
    // refused, it is as it was, and asked for again
    expect((await act(id, 'refuseCancel')).status).toBe(400)
    expect((await act(id, 'refuseCancel', { checkOpinion: '网站仍在经营' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ state: '3', applyKind: '2', cancelReason: null, markCode })
    expect((await act(id, 'askCancel', { cancelReason: '1' }, COUNTY)).status).toBe(200)
    expect((await act(id, 'cancel')).status).toBe(200)
    expect(await stored(id)).toMatchObject({
      state: '8',
      applyKind: '3',
      cancelReason: '1',
      cancelTime: expect.any(String),
    })
  })

  it('is nobody’s who does not see its area', async () => {
    const id = await passed()
    expect((await ask('check', { applyId: id }, OTHERS)).status).toBe(404)
    expect((await act(id, 'askCancel', { cancelReason: '1' }, OTHERS)).status).toBe(404)
  })
}

function marks(): void {
  it('is looked for in one go, whatever a page consists of', () => {
    // with each opening read to the end again, two megabytes of them would take minutes
    expect(hangs('<!--'.repeat(500_000), 'LZ1')).toBe(false)
    expect(hangs(`${'<!---->'.repeat(250_000)}LZ1`, 'LZ1')).toBe(true)
  })

  it('hangs where its code stands alone, and not in a comment or a longer code', () => {
    expect(hangs(`<i data-licence-mark="LZ1">`, 'LZ1')).toBe(true)
    expect(hangs('LZ12 xLZ1 <!-- LZ1 \n LZ1 -->', 'LZ1')).toBe(false)
    expect(hangs('LZ12, LZ1', 'LZ1')).toBe(true)
    expect(hangs('anything', '')).toBe(false)
    expect(hangs('<!-- a --> LZ1 <!-- LZ2', 'LZ1')).toBe(true)
    expect(hangs('LZ1 <!-- a --> <!-- LZ2', 'LZ2')).toBe(false)
  })
  it('is HTML and a script that names cannot break out of, and the same each time', () => {
    const { html, script } = markOf(MARK)
    expect(html).not.toContain('<b>')
    expect(script.match(/<\/?script>/g)).toEqual(['<script>', '</script>'])
    expect(script.slice('<script>'.length, -'</script>'.length)).not.toContain('<')
    expect(markOf(MARK).html).toBe(html)
    expect(markOf({ ...MARK, subjectName: '乙' }).html).not.toBe(html)
  })
  it('has a QR code with its three finders in a light border', () => {
    const pixels = pixelsOf(qrPng('亮照标识', 2))
    const size = pixels.length / 2 - 8
    const line = (x: number, y: number) => Array.from({ length: 9 }, (_, i) => pixels[2 * y]?.[2 * (x + i)] ?? false)
    const finder = [false, true, true, true, true, true, true, true, false]
    expect([line(3, 4), line(3 + size - 7, 4), line(3, 4 + size - 7)]).toEqual([finder, finder, finder])
    expect(pixels.slice(0, 8).flat()).not.toContain(true)
  })
}

/** Licences that websites show by a mark. */
export function licenceContract(api: () => Api): void {
  describe('an application to show the licence', () => applications(api))
  describe('a mark', marks)
}
