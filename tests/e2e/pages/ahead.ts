import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { POLYFILLED } from '../../../scripts/floor/floor.ts'
import { ROOT } from '../../folders.ts'
import { accountOf, listed, ownConsole, rows } from '../harness.ts'

const own = ownConsole()

/** Names of the files, and hashes of the pages, that were asked for. */
function askedBy(page: Page, isWanted: (request: Request) => boolean): string[] {
  const names: string[] = []
  page.on('request', request => {
    if (isWanted(request)) names.push(request.url().split('/').at(-1) ?? '')
  })
  return names
}
/** what no page waits for, and the controls of a form's own fields, which the page that came along tells; typed: of dates */
const LATER = /^(product|area|AreaCascader|ref|dates|typed|button|upload)-/
/** of styles and code, for the rows of a list with an expression in it */
const MOST_FILES = 8
const has = (scripts: string[], part: string): boolean => scripts.some(name => name.startsWith(part))

/** Drawn with the library: code that brings it says so in each element it makes. */
async function bringsLibrary(page: Page, scripts: string[]): Promise<boolean> {
  const texts = await Promise.all(
    scripts.map(async name => (await page.request.get(`${own.server.url}/assets/${name}`)).text()),
  )
  return texts.some(text => text.includes('react.transitional.element'))
}

async function standing(cdp: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0
}

describe('code that comes before it is asked for', () => {
  it('the login page fetches nothing of the console, nor its library, until somebody uses it; after the first list comes where it leads, and what forms are made of', async () => {
    const { username, password } = accountOf(one => one.username === 'huainan_admin')
    const context = await own.browser.newContext()
    const page = await context.newPage()
    const scripts = askedBy(page, request => request.resourceType() === 'script')
    const pages = askedBy(page, request => request.url().includes('/config/page/'))
    await page.goto(`${own.server.url}/login`, { waitUntil: 'networkidle' })
    expect(has(scripts, 'login-')).toBe(true)
    expect(has(scripts, 'console-')).toBe(false)
    expect(await bringsLibrary(page, scripts)).toBe(false)
    await page.getByLabel('账号', { exact: true }).press('End')
    await expect.poll(() => has(scripts, 'console-')).toBe(true)
    await page.getByLabel('账号', { exact: true }).fill(username)
    await page.getByLabel('密码', { exact: true }).fill(password)
    expect(has(scripts, 'form-')).toBe(false)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    // numbers come first, and nothing of forms with them
    await page.locator('.kpi-value').first().waitFor()
    expect(has(scripts, 'form-')).toBe(false)
    await page.goto(`${own.server.url}/dataCenter/onlineShop`)
    await listed(page)
    expect(await bringsLibrary(page, scripts)).toBe(true)
    await expect.poll(() => has(scripts, 'form-') && has(scripts, 'dates-')).toBe(true)
    // and the styles of their controls are made, with none of them in the document
    await page.waitForFunction(() =>
      ['.ant-select', '.ant-picker'].every(part =>
        [...document.querySelectorAll('style[data-css-hash]')].some(style => style.textContent?.includes(part)),
      ),
    )
    expect(await page.locator('.ant-select, .ant-picker').count()).toBe(0)
    // by now a record waits for its data alone
    expect(pages.length).toBeGreaterThan(0)
    const before = [...scripts, ...pages]
    await rows(page).locator('a[data-go]').first().click()
    await page.locator('.detail-head:visible').waitFor()
    expect([...scripts, ...pages].sort()).toEqual(before.sort())
    await context.close()
  })

  it('the HTML names each file that its page needs and carries what the console would ask first: nothing is found in what another brings', async () => {
    const { page, context } = await own.logIn(accountOf(one => one.username === 'huainan_admin'))
    const browser = own.browser
    for (const [address, drawn] of [
      ['dataCenter/onlineShop', '[data-row-key]'],
      ['illegalClues/Case?tab=all', '[data-row-key]'],
      ['dataCenter/websiteForm', '.form-body'],
    ] as const) {
      // with nothing in its cache
      const fresh = await browser.newContext({ storageState: await context.storageState() })
      const first = await fresh.newPage()
      const asked = askedBy(first, request => /\/assets\/|\/config\/boot/.test(request.url()))
      const html = await (await first.goto(`${own.server.url}/${address}`))!.text()
      await first.locator(drawn).first().waitFor()
      expect(asked.length, address).toBeGreaterThan(3)
      // what asks for a file more does so for every first list of the day
      if (drawn === '[data-row-key]') expect(asked.length, asked.join()).toBeLessThanOrEqual(MOST_FILES)
      expect(
        asked.filter(name => !html.includes(name) && !LATER.test(name)),
        address,
      ).toEqual([])
      await fresh.close()
    }
    await page.close()
    await context.close()
  })

  it('a browser without some built-ins has them before the console begins, also where the first answer comes along', async () => {
    const { page, context } = await own.logIn(accountOf(one => one.username === 'huainan_admin'))
    const failed: string[] = []
    page.on('pageerror', ({ message }) => failed.push(message))
    const scripts = askedBy(page, request => request.resourceType() === 'script')
    await page.addInitScript(POLYFILLED.map(name => `delete ${name}`).join(';'))
    await page.goto(`${own.server.url}/dataCenter/onlineShop`)
    await listed(page)
    expect(has(scripts, 'polyfills-')).toBe(true)
    expect(failed).toEqual([])
    await context.close()
  })

  it('a page asks first while the mouse is still down on the link to it, and not again when it is let go', async () => {
    const { page, context } = await own.logIn(accountOf(one => one.username === 'huainan_admin'))
    await page.goto(`${own.server.url}/dataCenter/onlineShop`)
    await listed(page)
    const asked = askedBy(page, request => request.url().includes('/prod-api/') && request.method() === 'POST')
    const link = page.getByRole('navigation', { name: '主菜单' }).locator('a[href="/dataCenter/website"]')
    await link.hover()
    // what the page is made of has come with the list, or comes with the pointer
    const hash = await page.evaluate(async () => {
      const { manifest } = (await (await fetch('/config/boot')).json()) as {
        manifest: { pages: Record<string, { hash: string }> }
      }
      return manifest.pages['dataCenter/website']?.hash
    })
    await page.waitForFunction(
      wanted => performance.getEntriesByType('resource').some(({ name }) => name.includes(String(wanted))),
      hash,
    )
    const lists = (): string[] => asked.filter(name => /list/i.test(name))
    const before = lists().length
    await page.mouse.down()
    await expect.poll(() => lists().length).toBe(before + 1)
    expect(new URL(page.url()).pathname).toBe('/dataCenter/onlineShop')
    await page.mouse.up()
    await page.waitForURL('**/dataCenter/website')
    await listed(page)
    expect(lists().length).toBe(before + 1)
    await context.close()
  })

  it('the libraries of others import nothing of ours: whoever has them keeps them when a release changes the console', async () => {
    const files = await readdir(join(ROOT, 'dist/assets'))
    const imported = async (part: string): Promise<string[]> => {
      const name = files.find(file => file.startsWith(part) && file.endsWith('.js')) ?? ''
      const text = await readFile(join(ROOT, 'dist/assets', name), 'utf8')
      return [...text.matchAll(/(?:from|import) ?["']\.\/([a-z-]+)-[\w-]{8}\.js["']/g)].map(([, file = '']) => file)
    }
    expect(await imported('libraries-')).toEqual(['rolldown-runtime'])
    expect(new Set(await imported('controls-'))).toEqual(new Set(['libraries', 'rolldown-runtime']))
    expect(await imported('console-')).toContain('libraries')
  })

  it('nothing of the records that were looked at stays behind the last ten', async () => {
    const { page, context } = await own.logIn(accountOf(a => a.areaCode === '350100' && a.areaLevel === 2))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    await page.goto(`${own.server.url}/dataCenter/website`)
    await listed(page)
    const names = await rows(page).locator('a[data-go]').allInnerTexts()
    const look = async (): Promise<number> => {
      for (let i = 0; i < 12; i++) {
        await rows(page).locator('a[data-go]').nth(i).click()
        await page
          .locator('.detail-head:visible h1')
          .filter({ hasText: names[i] ?? '' })
          .waitFor()
        await page.goBack()
        await listed(page)
      }
      return standing(cdp)
    }
    const before = await look()
    // each record alone is some hundred nodes
    await look()
    // what React and the browser have still to let go is collected later
    await expect.poll(async () => (await standing(cdp)) - before).toBeLessThan(50)
    await context.close()
  })
})
