import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accountOf, listed, ownConsole, POLL } from './harness.ts'

const own = ownConsole()

function scriptsOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => { if (request.resourceType() === 'script') names.push(request.url().split('/').at(-1) ?? '') })
  return names
}
const has = (scripts: string[], part: string): boolean => scripts.some((name) => name.startsWith(part))

describe('code that comes before it is asked for', () => {
  it('the login page fetches nothing of the console until somebody uses it; after the first list comes the code of forms', async () => {
    const { username, password } = accountOf((one) => one.username === 'huainan_admin')
    const context = await own.browser.newContext()
    const page = await context.newPage()
    const scripts = scriptsOf(page)
    await page.goto(`${own.server.url}/login`, { waitUntil: 'networkidle' })
    expect(has(scripts, 'Login-')).toBe(true)
    expect(has(scripts, 'Console-')).toBe(false)
    await page.getByLabel('账号', { exact: true }).press('End')
    await expect.poll(() => has(scripts, 'Console-'), POLL).toBe(true)
    await page.getByLabel('账号', { exact: true }).fill(username)
    await page.getByLabel('密码', { exact: true }).fill(password)
    expect(has(scripts, 'FormView-')).toBe(false)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await listed(page)
    await expect.poll(() => has(scripts, 'FormView-') && has(scripts, 'basic-') && has(scripts, 'dates-'), POLL).toBe(true)
    await context.close()
  })
})
