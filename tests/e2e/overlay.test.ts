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
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
      await page.waitForLoadState('networkidle')
    }
    expect(violations).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
