import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountOf, listed, ownConsole, rows, type Staff } from '../harness.ts'

const own = ownConsole()

let staff: Staff
let page: Page
beforeAll(async () => {
  // an ordinary account of a county
  staff = await own.logIn(accountOf(a => a.username === 'huainan_datong'))
  page = staff.page
})

const LISTS = ['platform', 'cater', 'WeChatSubscription', 'application', 'applets', 'register', 'deadku']
const DETAILS = LISTS.filter(name => name !== 'deadku')
const open = async (name: string): Promise<void> => {
  await page.goto(`${own.server.url}/dataCenter/${name}`)
  await listed(page)
}
/** What a value looks like that nobody gave a name. */
const RAW = /^(undefined|null|NaN|\[object Object\]|org-.*|user-.*)$/

const COUNTS = [
  '序号',
  '商品数',
  '涉嫌违法数',
  '入驻经营者数',
  '本地经营者数',
  '下载量',
  '涉网载体数',
  '连续失败次数',
  '状态码',
]

/** Columns with a bare number in a cell, where nothing is counted: a code of a dictionary that found no name. */
async function numbered(): Promise<string[]> {
  const heads = (await page.locator('thead th:visible').allInnerTexts()).map(text => text.trim().replace(/[(（].*/, ''))
  const width = heads.length
  const cells = await page.locator('[data-row-key]:visible td').allInnerTexts()
  expect(cells.length % width).toBe(0)
  const bare = cells.flatMap((text, i) => (/^\d{1,2}$/.test(text.trim()) ? [heads[i % width] ?? ''] : []))
  return [...new Set(bare)].filter(head => !COUNTS.includes(head))
}

describe('the data center', () => {
  it.each(LISTS)('R2.08 lists %s with names for codes', async name => {
    await open(name)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    const cells = await page.locator('[data-row-key]:visible td').allInnerTexts()
    expect(cells.filter(text => RAW.test(text.trim()))).toEqual([])
    expect(await numbered()).toEqual([])
    expect(staff.problems).toEqual([])
  })

  it.each(DETAILS)('opens a record of %s with its carriers of the same subject', async name => {
    await open(name)
    await rows(page).first().locator('a[data-go]').click()
    const tab = page.getByRole('tab', { name: /载体/ })
    await tab.waitFor()
    const values = await page.locator('dd:visible').allInnerTexts()
    expect(values.length).toBeGreaterThan(10)
    expect(values.filter(text => RAW.test(text.trim()))).toEqual([])
    await tab.click()
    await listed(page)
    expect(staff.problems).toEqual([])
  })

  it('verifies a takeout shop and moves it into the dead library', async () => {
    await page.goto(`${own.server.url}/dataCenter/cater?isDead=0&auditStatus=0`)
    await listed(page)
    const name = await rows(page).first().locator('a[data-go]').innerText()
    await rows(page).first().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '移入死链库' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('入库原因').click()
    await page.getByText('人工剔除', { exact: true }).last().click()
    await dialog.getByRole('button', { name: '移入死链库' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${own.server.url}/dataCenter/deadku?objectName=${encodeURIComponent(name)}`)
    await listed(page)
    await expect.poll(() => rows(page).first().innerText()).toContain('人工剔除')
  })
})
