import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableRow } from '../../../../src/server/db/database.ts'
import { urlFieldOf } from '../../../../src/supervision/server/carriers/carriers.ts'
import { stands } from '../../../../src/supervision/server/capture/stand-in.ts'
import { openPages } from '../../../../src/supervision/server/demo/pages/open-pages.ts'
import { closedPage, shopPage } from '../../../../src/supervision/server/demo/pages/shop-page.ts'
import { TRADES } from '../../../../src/supervision/server/demo/trades.ts'
import type { Api } from '../../../server/support/api.ts'

const log = { info: () => {}, error: (line: string) => expect.unreachable(line) }

export function pagesContract(api: () => Api): void {
  describe('the web pages of the demonstration', () => {
    let close: () => Promise<void> = async () => {}
    beforeAll(async () => {
      close = await openPages(api().services, { suffix: '.example', trades: TRADES }, log)
    })
    afterAll(async () => {
      await close()
      delete api().services.probe
      delete api().services.readPage
      delete api().services.standIn
    })
    const shops = (): Promise<TableRow[]> => api().db.selectFrom('eshop').selectAll().orderBy('uniqueId').execute()
    const page = async (url: unknown): Promise<{ status: number; html: string; policy: string | null }> => {
      const answer = await fetch(`http://127.0.0.1:${api().services.standIn?.port}/${new URL(String(url)).host}/`)
      const policy = answer.headers.get('content-security-policy')
      return { status: answer.status, html: await answer.text(), policy }
    }
    const numberOf = (row: TableRow): number => Number(/\d+/.exec(String(row['shopUrl']))?.[0])

    it('show a shop as its record tells: goods, subject, and a licence only where it shows one', async () => {
      const alive = (await shops()).filter(row => row['isDead'] === 0)
      const open = alive.find(row => row['signsLicenses'] === 1)
      const { status, html, policy } = await page(open?.['shopUrl'])
      expect(status).toBe(200)
      expect(policy).toContain('sandbox')
      const goods = open?.['goodsList'] as { name: string }[]
      for (const said of [open?.['shopName'], open?.['subjectName'], open?.['uscc_dim'], goods[0]?.name, '营业执照'])
        expect(html).toContain(said)
      // what lists mask, anybody who captures the page would read
      const phones = alive.map(row => String(row['contactPhone'] ?? '')).filter(phone => phone.length > 7)
      expect(phones.length).toBeGreaterThan(0)
      expect(phones.filter(phone => html.includes(phone))).toEqual([])
      const hidden = alive.find(row => row['signsLicenses'] === 0)
      expect((await page(hidden?.['shopUrl'])).html).toContain('商家暂未上传营业执照')
    })

    it('show what a clue was found by', async () => {
      const clue = await api()
        .db.selectFrom('illegalResult')
        .selectAll()
        .where('hitWords', 'is not', null)
        .where('objectKind', '=', '1')
        .where('finishState', '=', 0)
        .orderBy('foundTime', 'desc')
        .executeTakeFirstOrThrow()
      expect((await page(clue['objectUrl'])).html).toContain(clue['hitWords'])
    })

    it('answer of every kind of carrier, and not for hosts that nobody has', async () => {
      const kinds = [...api().services.entities().values()].filter(one => urlFieldOf(one) && !one.view)
      expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['website', 'platform', 'cater', 'app']))
      for (const { name } of kinds) {
        const field = urlFieldOf(api().services.entities().get(name)!) ?? ''
        const rows = await api().db.selectFrom(name).selectAll().where('isDead', '=', 0).limit(9).execute()
        const made = rows.find(row => String(row[field]).includes('.example/'))
        if (made) expect((await page(made[field])).status, name).toBe(200)
      }
      expect((await page('https://nobody.example/')).status).toBe(502)
      expect((await page('https://x%27.example/')).status).toBe(502)
    })

    it('are probed: most dead links stay dead, some answer again, all others are asked as always', async () => {
      const dead = (await shops()).filter(row => row['isDead'] === 1)
      const [gone, back] = [dead.find(row => numberOf(row) % 4 !== 0), dead.find(row => numberOf(row) % 4 === 0)]
      expect((await page(gone?.['shopUrl'])).status).toBe(404)
      const token = await api().token('admin')
      const recheck = async (row: TableRow | undefined): Promise<unknown> => {
        const uniqueId = `1-${String(row?.['uniqueId'])}`
        return (await api().ask('POST', '/api-im/deadku/recheck', token, { uniqueId })).body.data
      }
      expect(await recheck(gone)).toEqual([{ code: '0', msg: '仍然无法打开（状态码 404）' }])
      expect(await recheck(back)).toEqual([{ code: '1', msg: '' }])
      const { probe } = api().services
      expect(await probe?.('https://nobody.example/')).toMatchObject({ ok: false, problem: '域名无法解析' })
      expect(await probe?.('http://127.0.0.1/')).toMatchObject({ problem: '网址指向内部地址，不予访问' })
    })

    it('stand for made-up hosts alone, and never for names that somebody could have', async () => {
      const asked = [
        'https://shop-1.example/a?b',
        'http://shop-1.example/',
        'https://shop-1.example:8443/',
        'https://me@shop-1.example/',
        'https://example/',
        'https://shop-1.example.com/',
        'http://127.0.0.1/shop-1.example/',
        'file:///shop-1.example',
        'no address',
      ]
      expect(asked.map(url => stands('.example', url))).toEqual([true, true, ...asked.slice(2).map(() => false)])
      await expect(openPages(api().services, { suffix: '.cn', trades: [] }, log)).rejects.toThrow('.cn')
      await expect(openPages(api().services, { suffix: '', trades: [] }, log)).rejects.toThrow('演示网页')
    })

    it('say what they are told as text', () => {
      const subject = { name: '<b>甲</b>', code: '', address: '', phone: '', registrar: '' }
      const facts = { name: '<script>', host: 'a.example', subject, showsLicence: true, permits: '', icp: '', mark: '' }
      const html = shopPage({ ...facts, goods: [{ name: '<i>', price: 1, sales: 2 }], claims: ['<img src=x>'] })
      expect(html).not.toMatch(/<script|<b>甲|<i>|<img/)
      expect(closedPage('<img>')).not.toContain('<img>')
    })
  })
}
