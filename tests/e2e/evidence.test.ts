import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { expectPrivate } from '../server/support/private.ts'
import { reaches, accountOf, arrived, dataFolder, listed, ownConsole, rows } from './harness.ts'

const SHOP =
  '<!doctype html><meta charset="utf-8"><title>某某大药房</title><h1>特价药品</h1><div style="height:1500px"></div>'
const site = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(SHOP),
)
const data = dataFolder()
let shop = ''
const own = ownConsole(async () => {
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  shop = `http://127.0.0.1:${port}/shop`
  return { DATA_DIR: data, CAPTURE_ALLOW: `127.0.0.1:${port}` }
})
afterAll(() => {
  site.close()
  site.closeAllConnections()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true')

async function issued(page: Page): Promise<string> {
  await button(page, '文书').click()
  await reaches(page, /\/documentContent\/evidence\?/)
  await button(page, '生成查验二维码').click()
  await page.locator('figure svg').waitFor()
  return (await page.locator('.document-others a').first().getAttribute('href')) ?? ''
}

async function closed(page: Page): Promise<void> {
  await button(page, '关闭').click()
  await reaches(page, /\/evidence\/evidenceDetails\?/)
}

describe('evidence of a page', () => {
  it('R2.01 R2.26 is captured, listed, verified, handed out by a code, and caught when it is tampered with', async () => {
    const { page, context, problems } = await own.logIn(accountOf(({ username }) => username === 'huainan_zhidui'))
    await page.goto(`${own.server.url}/obtainEvidence/quickEvidence?url=${encodeURIComponent(shop)}`)
    const address = page.getByLabel('目标网址')
    await expect.poll(() => address.inputValue().catch(() => '')).toBe(shop)
    await page.getByLabel('名称').fill('某某大药房网页')
    await button(page, '取证').click()
    await reaches(page, /\/obtainEvidence\/history/)
    await listed(page)
    // nobody presses 刷新: what is under way is read again by itself
    await expect.poll(() => rows(page).first().innerText(), { timeout: 200_000, interval: 1000 }).toMatch(/已完成/)
    await rows(page)
      .first()
      .getByText(/^ZJ\d+$/)
      .click()
    await reaches(page, /\/evidence\/evidenceDetails\?/)
    const [number = ''] = /ZJ\d+/.exec(await page.locator('.detail-name:visible h1').innerText()) ?? []
    await button(page, '校验').click()
    await page.getByText('成功校验1条').waitFor()

    const first = await issued(page)
    await page.emulateMedia({ media: 'print' })
    expect([
      await page.locator('.sheet').isVisible(),
      await page.locator('.document > .layer-head').isVisible(),
      await page.locator('header.header').isVisible(),
      await page.locator('.document-others').isVisible(),
    ]).toEqual([true, false, false, false])
    await page.emulateMedia({ media: 'screen' })
    const stranger = await (await own.browser.newContext({ locale: 'zh-CN' })).newPage()
    await stranger.goto(first)
    await arrived(stranger, '电子数据证据清单')
    await expect.poll(() => stranger.locator('.sheet').innerText()).toContain(number)
    await expect
      .poll(() => stranger.locator('.sheet').innerText())
      .toMatch(/4 个文件、清单、第 1 至 \d+ 份的证据链一致/)

    await closed(page)
    await button(page, '撤销查验码').click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销查验码' }).click()
    await page.getByText('撤销查验码成功').waitFor()
    await stranger.reload()
    await stranger.getByText('查验码已被出具单位撤销').waitFor()
    expect(new URL(stranger.url()).pathname).toBe('/documentContent/evidence3')
    expect(problems).toEqual([])

    const second = await issued(page)
    const picture = await page.evaluate(async () => {
      const answer = await fetch(`/prod-api/api-im/evidence/queryOne${location.search}`, {
        headers: { authorization: `Bearer ${/Token=([^;]+)/.exec(document.cookie)?.[1] ?? ''}` },
      })
      return ((await answer.json()) as { data: { files: string } }).data.files.split(',')[0]?.split('/')[2] ?? ''
    })
    expect(readdirSync(join(data, 'files', picture.slice(0, 2)))).toContain(picture)
    expectPrivate(data)
    writeFileSync(join(data, 'files', picture.slice(0, 2), picture), 'forged')
    await closed(page)
    await button(page, '校验').click()
    await page
      .getByText(/文件 page\.png 与清单不符/)
      .first()
      .waitFor()
    await stranger.goto(second)
    await expect.poll(() => stranger.locator('.sheet').innerText()).toContain('不一致')
    await stranger.context().close()
    await context.close()
  })
})
