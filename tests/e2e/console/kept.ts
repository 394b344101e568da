import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { TIME_RANGE_PARTS } from '../../../src/core/period/kept.ts'
import { accountOf, FIRST, listed, ownConsole, reaches } from '../harness.ts'

const own = ownConsole()

const GARBAGE = [
  '%',
  '{',
  'null',
  '[[null]]',
  '{"light":5,"values":5,"known":[5],"columns":[5],"size":-1,"view":5,"id":5,"search":5}',
]
const PLACES: [path: string, isThere: (page: Page) => Promise<void>][] = [
  [FIRST, listed],
  ['/dataCenter/websiteForm', page => page.getByRole('button', { name: '保存' }).waitFor()],
  ['/index/home', page => page.locator('.kpi-value').first().waitFor()],
]

/** Every name is kept with this text, also one that the console has not kept yet. */
const layEverywhere = (text: string): void => {
  Storage.prototype.getItem = () => text
}

describe('what a browser keeps for the console and cannot be read', () => {
  it('is absent: pages open, and a session that cannot be read leads to the login page', async () => {
    const { page, context, problems } = await own.logIn(accountOf(a => a.areaCode === '340400' && a.areaLevel <= 2))
    const url = own.server.url
    const cookies = ['apitenant', 'userInfo', ...TIME_RANGE_PARTS].map(name => ({ name, value: '%u6DEE', url }))
    for (const [at, text] of GARBAGE.entries()) {
      await context.addCookies(cookies)
      await page.addInitScript(layEverywhere, text)
      const [path, isThere] = PLACES[at % PLACES.length] ?? [FIRST, listed]
      await page.goto(url + path)
      await isThere(page)
    }
    expect(problems).toEqual([])
    await context.addCookies([{ name: 'Token', value: '%', url }])
    await page.goto(url + FIRST)
    await reaches(page, /\/login/)
    await page.getByLabel('账号', { exact: true }).waitFor()
    // what the last page still asked for is refused without a token
    expect(problems.filter(text => !text.includes('status of 401'))).toEqual([])
    await context.close()
  })
})
