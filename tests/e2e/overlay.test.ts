import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountOf, drawn, ownConsole, type Staff, temporaryConfig } from './harness.ts'

const config = temporaryConfig()
const own = ownConsole(() => ({ CONFIG_DIR: config }))
let yinchuan: Staff
let guiyang: Staff

beforeAll(async () => {
  const city = (area: string) => accountOf(a => a.areaCode === area)
  yinchuan = await own.logIn(city('640100'))
  guiyang = await own.logIn(city('520100'))
})

const headers = (page: Page): Promise<string[]> => page.locator('th:visible').allInnerTexts()
const OVERLAY = 'customers/areas/6401/pages/dataCenter/onlineShop.yaml'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="32" height="32"><path d="M0 0h8v8z"/></svg>'
const THREE_LINES = 'columns:\n  subjectName:\n    label: 经营主体全称\n'

function write(path: string, text: string): void {
  mkdirSync(dirname(join(config, path)), { recursive: true })
  writeFileSync(join(config, path), text)
}
/** What staff do anyway: ask for the rows again. The answer names the new version, and the page follows. */
async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: '刷新' }).click()
}

describe('an implementer edits an overlay while staff work', () => {
  it('three lines change one column for one area only, without a restart', async () => {
    expect(await headers(yinchuan.page)).not.toContain('经营主体全称')
    const typed = yinchuan.page.getByRole('textbox', { name: /网店名称|店铺名称|名称/ }).first()
    await typed.fill('正在输入的字')
    write(OVERLAY, THREE_LINES)
    await expect
      .poll(
        async () => {
          await ask(yinchuan.page)
          return headers(yinchuan.page)
        },
        { interval: 1500 },
      )
      .toContain('经营主体全称')
    await expect.poll(() => typed.inputValue()).toBe('正在输入的字')
    const answered = guiyang.page.waitForResponse(/eshopList/)
    await ask(guiyang.page)
    await answered
    await drawn(guiyang.page)
    expect(await headers(guiyang.page)).not.toContain('经营主体全称')
  })

  it('a broken edit keeps the last good configuration and says where', async () => {
    write(OVERLAY, THREE_LINES.replace('subjectName', 'subjectNmae'))
    await expect.poll(() => own.server.output).toContain(`${OVERLAY}:2:3`)
    expect(own.server.output).toContain('subjectName')
    await yinchuan.page.reload()
    await yinchuan.page.locator('[data-row-key]:visible').first().waitFor()
    expect(await headers(yinchuan.page)).toContain('经营主体全称')
  })

  it('mending it is taken over', async () => {
    write(OVERLAY, THREE_LINES.replace('经营主体全称', '主体全称'))
    await expect
      .poll(
        async () => {
          await ask(yinchuan.page)
          return headers(yinchuan.page)
        },
        { interval: 1500 },
      )
      .toContain('主体全称')
    expect(readFileSync(join(config, OVERLAY), 'utf8').trim().split('\n')).toHaveLength(3)
  })
})

describe('a menu entry that an overlay renames', () => {
  it('renames breadcrumb, tab and browser title of its page', async () => {
    const { page } = yinchuan
    write(
      'customers/areas/6401/menu.yaml',
      'menu:\n  dataCenter:\n    children:\n      onlineShop: {title: 银川网店}\n',
    )
    write('customers/areas/6401/locales/en.yaml', 'texts: {银川网店: Shops of Yinchuan}\n')
    await expect
      .poll(
        async () => {
          await ask(page)
          return page.title()
        },
        { interval: 1500 },
      )
      .toBe('银川网店')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).first().innerText()).toBe('银川网店')
    await expect.poll(() => page.getByRole('tab', { selected: true }).first().innerText()).toContain('银川网店')
  })
})

describe('an open page and a changed configuration', () => {
  it('takes it over when its user does nothing', async () => {
    write(OVERLAY, THREE_LINES.replace('经营主体全称', '主体名'))
    await expect.poll(() => headers(yinchuan.page)).toContain('主体名')
  })

  it('asks first where something is being typed that the change reaches, and keeps what was typed', async () => {
    const { page } = yinchuan
    await page.goto(`${own.server.url}/dataCenter/websiteForm`)
    const name = page.getByRole('textbox', { name: '网站名称' })
    await name.fill('正在填写的网站')
    write('customers/areas/6401/pages/dataCenter/websiteForm.yaml', 'sections:\n  place:\n    label: 银川网站\n')
    write('customers/areas/6401/locales/en.yaml', 'texts: {银川网店: Shops, 银川网站: Sites}\n')
    const take = page.getByRole('button', { name: '立即更新' })
    await take.waitFor()
    expect(await page.getByText('银川网站').count()).toBe(0)
    await take.click()
    await page.getByText('银川网站').first().waitFor()
    await expect.poll(() => name.inputValue()).toBe('正在填写的网站')
    await take.waitFor({ state: 'detached' })
  })

  it('says nothing where what is typed is not in its way', async () => {
    const { page } = yinchuan
    const name = page.getByRole('textbox', { name: '网站名称' })
    await name.fill('仍在填写的网站')
    write('customers/areas/6401/menu.yaml', 'menu:\n  dataCenter:\n    children:\n      onlineShop: {title: 银川店}\n')
    write('customers/areas/6401/locales/en.yaml', 'texts: {银川店: Shops, 银川网站: Sites}\n')
    await page.getByRole('navigation', { name: '主菜单' }).getByText('银川店').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: '立即更新' }).count()).toBe(0)
    expect(await name.inputValue()).toBe('仍在填写的网站')
  })
})

describe('a logo and colours of an overlay', () => {
  it('are shown to its users, and served so that no browser runs what is in them', async () => {
    const { page } = guiyang
    write('customers/areas/5201/logo.svg', LOGO)
    write('customers/areas/5201/app.yaml', "logo: logo.svg\ncolours: {primary: '#8c2f1b', header: '#5e1f12'}\n")
    const logo = page.locator('.header .system-logo')
    await logo.waitFor()
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const address = await logo.getAttribute('src')
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe(address)
    expect(await page.locator('.header').evaluate(one => getComputedStyle(one).backgroundColor)).toBe('rgb(94, 31, 18)')
    const primary = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--primary'))
    expect(await primary()).toBe('#8c2f1b')
    const answer = await page.request.get(`${own.server.url}${address}`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await answer.text()).toBe(LOGO)
    // it is no one else's
    expect((await yinchuan.page.request.get(`${own.server.url}${address}`)).status()).toBe(404)
    await yinchuan.page.reload()
    await drawn(yinchuan.page)
    expect(await yinchuan.page.locator('.system-logo').count()).toBe(0)
  })
})

describe('the Content-Security-Policy', () => {
  it('is strict on every page, and nothing violates it', async () => {
    const { page, context, problems } = await own.logIn(
      accountOf(a => a.areaCode === '340400' && a.roles.includes('huainan_admin')),
    )
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
    await page.addInitScript(
      'document.addEventListener("securitypolicyviolation", (e) => window.reportViolation(e.violatedDirective + " " + e.blockedURI))',
    )
    for (const route of [
      'dataCenter/onlineShop',
      'dataCenter/website',
      'dataCenter/websiteForm',
      'caseClues/user',
      '404',
    ]) {
      const answer = await page.goto(`${own.server.url}/${route}`)
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'(;|$)/)
      await page.waitForLoadState('networkidle')
    }
    expect(violations).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
