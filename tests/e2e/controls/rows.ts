import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, control, type Control, holds, pickOne, play, rows, seen, total } from './table.ts'

const picked = (page: Page): Promise<string> => seen(page, '.picked').innerText()
const dialog = (page: Page) => seen(page, '.ant-modal-content')
const peek = (page: Page) => seen(page, '.peek')
const back = async (page: Page): Promise<void> => {
  await button(page, '返回').click()
  await rows(page).first().waitFor()
}
const nameOf = (page: Page, at: number): Promise<string> => rows(page).nth(at).locator('a[data-go]').first().innerText()

/** Rows, ticked, and what is done with them. */
const chosen: Control[] = [
  control('a row, ticked', '.grid td .tick', async page => {
    await rows(page).first().locator('.tick').click()
    await becomes(() => picked(page), '已选 1 项')
  }),
  control('all rows of the page', '.grid th .tick', async page => {
    await seen(page, '.grid th .tick').click()
    await becomes(() => picked(page), '已选 20 项')
  }),
  control('all rows there are', '.toolbar .link', async page => {
    const all = await total(page)
    await button(page, /^选择全部/).click()
    await becomes(() => picked(page), `已选全部 ${all.toLocaleString('en')} 项`)
    // another page size is no other choice
    await pickOne(seen(page, '.pager .sizes'), '10')
    await becomes(() => rows(page).count(), 10)
    await becomes(() => picked(page), `已选全部 ${all.toLocaleString('en')} 项`)
    await button(page, '取消选择').click()
    await becomes(() => seen(page, '.picked').count(), 0)
  }),
  control('a button for several rows', '.toolbar .button', async page => {
    for (const at of [0, 1]) await rows(page).nth(at).locator('.tick').click()
    await button(page, '批量修改').click()
    await dialog(page).getByText(/2 条/).waitFor()
  }),
  control('which fields to change', '.ask-pick input', async page => {
    await dialog(page).getByRole('checkbox').first().click()
    await becomes(() => dialog(page).locator('.form-item').count(), 1)
  }),
  control(
    'a dialog, left as it is',
    '.ant-modal > [tabindex], .ant-modal-footer *, .ant-modal-close, dialog.question .button',
    async page => {
      await page.keyboard.press('Escape')
      const question = seen(page, 'dialog.question')
      await question.getByRole('button', { name: '继续填写' }).click()
      await becomes(() => dialog(page).count(), 1)
      await dialog(page).getByRole('button', { name: '取消' }).click()
      await question.getByRole('button', { name: '放弃' }).click()
      await becomes(() => dialog(page).count(), 0)
      await button(page, '取消选择').click()
    },
  ),
  control('rows that are chosen, as a file', '.toolbar .button', async page => {
    await rows(page).first().locator('.tick').click()
    const file = page.waitForEvent('download')
    await button(page, '导出所选').click()
    await file
    await button(page, '取消选择').click()
  }),
]

/** Ways from a row to its record. */
const ways: Control[] = [
  control('more of a row’s buttons', '.row-actions .more, .popup [role=menuitem]', async page => {
    await rows(page).first().locator('[data-more]').click()
    await seen(page, '.popup').getByRole('menuitem', { name: '打标签' }).click()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => dialog(page).count(), 0)
  }),
  control('a button of a row', '.row-actions .link', async page => {
    const name = await nameOf(page, 0)
    await rows(page).first().locator('[data-act]').first().click()
    await becomes(() => seen(page, '.detail-name h1').innerText(), name)
    await back(page)
  }),
  control('the record of a row', '.grid a[data-go]', async page => {
    const name = await nameOf(page, 1)
    await rows(page).nth(1).locator('a[data-go]').first().click()
    await becomes(() => seen(page, '.detail-name h1').innerText(), name)
    await back(page)
  }),
  control('a value, copied', '.copy', async page => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const code = rows(page).first().locator('.code').first()
    await code.hover()
    await code.locator('.copy').click()
    const text = (await code.innerText()).trim()
    await becomes(() => page.evaluate(() => navigator.clipboard.readText()), text)
  }),
  control('a record that a row names', '.grid a[data-peek]', async page => {
    const name = await rows(page).first().locator('a[data-peek]').first().innerText()
    await rows(page).first().locator('a[data-peek]').first().click()
    await holds(async () => (await peek(page).locator('.peek-head h2').innerText()).includes(name.replace('…', '')))
    await peek(page).locator('.peek-close').click()
    await becomes(() => peek(page).count(), 0)
  }),
  control('the record beside the list', '.grid .preview', async page => {
    const name = await nameOf(page, 0)
    await rows(page).first().locator('[data-preview]').click()
    await holds(async () => (await peek(page).locator('.peek-head h2').innerText()).includes(name))
  }),
  control('the next record beside the list', '.peek-head .step', async page => {
    const name = await nameOf(page, 1)
    await peek(page).getByRole('button', { name: '下一行' }).click()
    await holds(async () => (await peek(page).locator('.peek-head h2').innerText()).includes(name))
    await peek(page).getByRole('button', { name: '上一行' }).click()
    await holds(async () => !(await peek(page).locator('.peek-head h2').innerText()).includes(name))
  }),
  control('the page of the record beside the list', '.peek-head .link', async page => {
    const name = await nameOf(page, 0)
    await peek(page).getByText('打开页面').click()
    await becomes(() => seen(page, '.detail-name h1').innerText(), name)
    await becomes(() => peek(page).count(), 0)
    await back(page)
  }),
  control('the preview, closed', '.peek-close', async page => {
    await rows(page).first().locator('[data-preview]').click()
    await peek(page).locator('.peek-close').click()
    await becomes(() => peek(page).count(), 0)
  }),
  control('a button of the page', '.toolbar .button', async page => {
    await button(page, '新增').click()
    await seen(page, '.form-body').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dataCenter/shopForm')
    await back(page)
  }),
]

play({
  title: 'a list, by staff of a province: its rows',
  who: 'fj_province',
  at: '/dataCenter/onlineShop',
  controls: [...chosen, ...ways],
})
