import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Phone } from '../../server/support/browser.ts'
import { accountOf, arrived, FIRST, listed, ownConsole, reaches, rows } from '../harness.ts'

const own = ownConsole()
const mine = accountOf(({ username }) => username === 'suzhou_city')

const choose = async (page: Page, item: string): Promise<void> => {
  await page.locator('.drop.user > button').click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('an account’s safety', () => {
  it('a token that somebody reads out of the console opens nothing in another browser', async () => {
    const { page, context } = await own.logIn(mine)
    await listed(page)
    const token = (await context.cookies()).find(({ name }) => name === 'Token')?.value ?? ''
    expect(await page.evaluate(() => document.cookie)).not.toContain('Device=')
    expect((await context.cookies()).find(({ name }) => name === 'Device')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    })
    const ask = (of: typeof context) =>
      of.request.get(`${own.server.url}/prod-api/api-auth/oauth/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const thief = await own.browser.newContext()
    expect([(await ask(context)).status(), (await ask(thief)).status()]).toEqual([200, 401])
    await thief.addCookies([{ name: 'Token', value: token, url: own.server.url }])
    const stolen = await thief.newPage()
    await stolen.goto(`${own.server.url}/dataCenter/onlineShop`)
    await reaches(stolen, /\/login/)
    expect((await ask(context)).status()).toBe(200)
    await Promise.all([thief.close(), context.close()])
  })

  it('sessions elsewhere are seen and ended', async () => {
    const [here, there] = [await own.logIn(mine), await own.logIn(mine)]
    await listed(here.page)
    await choose(here.page, '登录设备')
    await arrived(here.page, '登录设备')
    await listed(here.page)
    expect(await rows(here.page).first().innerText()).toContain('Chrome')
    const before = await rows(here.page).count()
    expect(before).toBeGreaterThan(1)
    await here.page.getByRole('button', { name: '结束其他登录' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: '结束其他登录' }).click()
    await expect.poll(() => rows(here.page).count()).toBe(1)
    expect((await there.context.request.get(`${own.server.url}/config/boot?route=login`)).status()).toBe(401)
    expect(here.problems).toEqual([])
    await Promise.all([here.context.close(), there.context.close()])
  })

  it('a second factor is set up, asked for at the next sign-in, and turned off', async () => {
    const { page, context, problems } = await own.logIn(mine)
    await listed(page)
    await choose(page, '账号安全')
    await page.getByLabel('登录密码').fill(mine.password)
    await page.getByRole('button', { name: '开始设置' }).click()
    await page.locator('.enrolment svg').waitFor()
    const phone = new Phone((await page.locator('.enrolment code').innerText()).replaceAll(' ', ''))
    await page.getByLabel('手机上的验证码').fill(phone.next())
    await page.getByRole('button', { name: '启用' }).click()
    await page.locator('.recovery-codes').waitFor()
    const codes = await page.locator('.recovery-codes li').allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('剩余恢复码 10 个').waitFor()
    expect(problems).toEqual([])
    await context.close()

    const again = await (await own.browser.newContext({ locale: 'zh-CN' })).newPage()
    await again.goto(`${own.server.url}/login?redirect=${encodeURIComponent(FIRST)}`)
    await again.getByLabel('账号', { exact: true }).fill(mine.username)
    await again.getByLabel('密码', { exact: true }).fill(mine.password)
    expect(await again.getByLabel('动态验证码或恢复码').isVisible()).toBe(false)
    await again.getByRole('button', { name: '登录' }).click()
    await again.getByText('请输入动态验证码').waitFor()
    await again.getByLabel('动态验证码或恢复码').fill(codes[0] ?? '')
    await again.getByRole('button', { name: '登录' }).click()
    await listed(again)
    await choose(again, '账号安全')
    await again.getByText('剩余恢复码 9 个').waitFor()
    await again.locator('summary', { hasText: '停用动态验证' }).click()
    const off = again.locator('details[open]')
    await off.getByLabel('登录密码').fill(mine.password)
    await off.getByLabel('手机上的验证码').fill(codes[1] ?? '')
    await off.getByRole('button', { name: '停用' }).click()
    await again.getByRole('button', { name: '开始设置' }).waitFor()
    await again.context().close()
  })
})
