import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reaches, accountOf, listed, ownConsole, rows, type Staff } from '../harness.ts'

const own = ownConsole()
const LIST = '/management/specialTask'

const open = async ({ page }: Staff, tab: string): Promise<void> => {
  await page.goto(`${own.server.url}${LIST}`)
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
  await reaches(page, /tab=/)
}
const countIn = async (page: Page, tab: string): Promise<number> =>
  Number(/\d+/.exec(await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).innerText())?.[0] ?? Number.NaN)
const press = (page: Page, name: string) =>
  page.locator('.detail-head:visible').getByRole('button', { name, exact: true }).click()
const state = (page: Page) => page.locator('.detail-head:visible .facts').innerText()
const answer = async (page: Page, button: string, field?: string, text = ''): Promise<void> => {
  const dialog = page.getByRole('dialog')
  if (field) await dialog.getByLabel(field).fill(text)
  await dialog.getByRole('button', { name: new RegExp(`确\\s*定|${button}`) }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe('a special task', () => {
  it('is published by the city, received and reported by the county, and accepted by the city, the tabs counting along', async () => {
    const city = await own.logIn(accountOf(one => one.username === 'fj_fuzhou'))
    // of one of the counties that the draft names; a colleague has the password of the account that one is like
    const county = await own.logIn({ ...accountOf(one => one.username === 'fj_gulou'), username: 'fj_350103_1' })
    await open(city, '草稿')
    await listed(city.page)
    const name = await rows(city.page).first().locator('a').first().innerText()
    await open(county, '待接收')
    await expect.poll(() => countIn(county.page, '待接收')).not.toBeNaN()
    const waiting = await countIn(county.page, '待接收')
    await rows(city.page).first().getByRole('button', { name: '发布', exact: true }).click()
    await answer(city.page, '发布')
    await city.page.getByText('任务已发布').first().waitFor()

    await county.page.reload()
    await expect.poll(() => countIn(county.page, '待接收')).toBe(waiting + 1)
    await rows(county.page).filter({ hasText: name }).first().locator('a').first().click()
    await reaches(county.page, /management\/taskDetail/)
    // what the county may do is there, what the city may do is not
    await county.page.locator('.detail-head:visible').getByRole('button', { name: '接收', exact: true }).waitFor()
    await expect
      .poll(() => county.page.locator('.detail-head:visible').getByRole('button').allInnerTexts())
      .toEqual(['接收'])
    expect(Number(/监测对象数\s*(\d+)/.exec((await state(county.page)).replaceAll(',', ''))?.[1])).toBeGreaterThan(0)
    await press(county.page, '接收')
    await expect.poll(() => state(county.page)).toContain('进行中')
    await press(county.page, '提交总结')
    await answer(county.page, '提交总结', '总结', '已逐户核查')
    // it is for two counties: the city is asked once both have reported
    const other = await own.logIn({ ...accountOf(one => one.username === 'fj_gulou'), username: 'fj_350104_1' })
    await open(other, '进行中')
    await rows(other.page).filter({ hasText: name }).first().locator('a').first().click()
    await reaches(other.page, /management\/taskDetail/)
    await press(other.page, '接收')
    await press(other.page, '提交总结')
    await answer(other.page, '提交总结', '总结', '已逐户核查')
    await expect.poll(() => state(other.page)).toContain('待验收')
    await other.context.close()

    await open(city, '待验收')
    await rows(city.page).filter({ hasText: name }).first().locator('a').first().click()
    await reaches(city.page, /management\/taskDetail/)
    await press(city.page, '验收')
    await answer(city.page, '验收')
    await expect.poll(() => state(city.page)).toContain('已完成')
    await city.page.getByRole('tab', { name: /^日志/ }).click()
    await expect
      .poll(() => city.page.locator('.timeline:visible').innerText())
      .toMatch(/验收[\s\S]*提交总结[\s\S]*接收[\s\S]*发布/)
    expect([...city.problems, ...county.problems]).toEqual([])
    await city.context.close()
    await county.context.close()
  })

  it('has a page that shows another page apart, and a return that compares what was and what is', async () => {
    const county = await own.logIn(accountOf(one => one.username === 'fj_gulou'))
    const { page } = county
    // shops have a page of their own, which accounts of an app have not
    await page.goto(`${own.server.url}/management/supervision?objectKind=1`)
    await listed(page)
    await rows(page).first().locator('a').first().click()
    await reaches(page, /management\/iframe/)
    await page.getByRole('button', { name: '在这里显示' }).click()
    const frame = page.locator('.frame iframe')
    await frame.waitFor()
    await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^https?:/)
    await page.goto(`${own.server.url}/management/return?tab=corrected`)
    await listed(page)
    await rows(page).first().getByRole('button', { name: '查看', exact: true }).click()
    await reaches(page, /management\/rollback\w+Details/)
    const table = page.locator('.comparison')
    await table.waitFor()
    await expect.poll(() => table.locator('thead').innerText()).toMatch(/项目\s*原值\s*修正后\s*比对/)
    await expect
      .poll(() => table.locator('tr.changed').first().innerText())
      .toMatch(/^主体名称\t(.+)\t(?!\1\t).+\t不一致/)
    await county.context.close()
  })
})
