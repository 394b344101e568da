import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, control, type Control, holds, play, rows, seen } from './table.ts'

const title = (page: Page): Promise<string> => seen(page, '.detail-name h1').innerText()
const tab = (page: Page, name: RegExp) => seen(page, '.detail-tabs [role=tab]').filter({ hasText: name })
const isPicked = (page: Page, name: RegExp): Promise<void> =>
  becomes(() => tab(page, name).getAttribute('aria-selected'), 'true')
const dialog = (page: Page) => seen(page, '.ant-modal-content')
const place = (page: Page): Promise<string> => seen(page, '.record-navigation').innerText()

/** A record opened from its list, and what stands on its page. */
const record: Control[] = [
  control('the next record', '.record-navigation .step', async page => {
    await rows(page).first().locator('a[data-go]').first().click()
    await holds(async () => (await place(page)).includes('第 1 条'))
    const first = await title(page)
    await seen(page, '.record-navigation .next').click()
    await holds(async () => (await place(page)).includes('第 2 条') && (await title(page)) !== first)
    await seen(page, '.record-navigation .prev').click()
    await becomes(() => title(page), first)
  }),
  control('the tabs of a record', '.detail-tabs [role=tab]', async page => {
    await tab(page, /^打标记录/).click()
    await isPicked(page, /^打标记录/)
    await rows(page).first().waitFor()
  }),
  control('lists of what names the record', '.related [role=tab]', async page => {
    await tab(page, /^关联记录/).click()
    await seen(page, '.related [role=tab]').last().click()
    await becomes(() => seen(page, '.related [role=tab]').last().getAttribute('aria-selected'), 'true')
    await seen(page, '.rows, .state').first().waitFor()
    await tab(page, /^详情/).click()
    await isPicked(page, /^详情/)
  }),
  control('what is masked', '.reveal', async page => {
    const value = seen(page, 'dd').filter({ has: page.locator('.reveal') })
    const before = await value.first().innerText()
    await seen(page, '.reveal').first().click()
    await holds(async () => (await seen(page, 'dd').allInnerTexts()).every(text => text !== before))
  }),
  control('links of a record', '.pairs a, .facts a', async page => {
    await seen(page, '.pairs a[data-peek]').first().click()
    await seen(page, '.peek').locator('.detail-tabs').waitFor()
    await seen(page, '.peek .peek-close').click()
  }),
  control('a record on paper', '.print-preview .button', async page => {
    await button(page, '打印').click()
    const preview = seen(page, '.print-preview')
    await preview
      .getByText(await title(page))
      .first()
      .waitFor()
    await preview.getByRole('button', { name: '关闭' }).click()
    await becomes(() => preview.count(), 0)
  }),
  control('the form of a record', '.detail-name .button', async page => {
    const name = await title(page)
    await seen(page, '.detail-name').getByRole('button', { name: '修改' }).click()
    await becomes(
      () =>
        page
          .getByLabel(/网店名称/)
          .filter({ visible: true })
          .inputValue(),
      name,
    )
    await seen(page, '.form-actions').getByRole('button', { name: '取消' }).click()
    await becomes(() => title(page), name)
  }),
  control('the way back to the list', '.page-head .back', async page => {
    await button(page, '返回').click()
    await rows(page).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/dataCenter/onlineShop')
  }),
]

play({ title: 'a record, by staff of a city', who: 'huainan_admin', at: '/dataCenter/onlineShop', controls: record })

const state = (page: Page): Promise<string> => seen(page, '.facts').first().innerText()
const accept = (page: Page) => seen(page, '.detail-name').getByRole('button', { name: '受理', exact: true })
const mayAccept = (page: Page) => rows(page).filter({ has: page.getByRole('button', { name: '受理', exact: true }) })
const confirm = (page: Page) => dialog(page).getByRole('button', { name: '受理', exact: true })
/** The same step, taken by somebody else meanwhile. */
const taken = async (page: Page, resultId: string | null): Promise<number> => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'Token')?.value ?? ''
  const answer = await page.context().request.post(`${new URL(page.url()).origin}/prod-api/api-console/workflow/clue`, {
    headers: { authorization: `Bearer ${token}` },
    data: { resultId, action: 'sl' },
  })
  return answer.status()
}

/** A clue that is worked on: what changes is seen where it is looked at. */
const steps: Control[] = [
  control('why a button is missing', '.missing-buttons summary', async page => {
    await mayAccept(page).first().locator('[data-preview]').click()
    await seen(page, '.peek .detail-tabs').waitFor()
    await seen(page, '.peek').getByText('打开页面').click()
    await seen(page, '.missing-buttons summary').click()
    await seen(page, '.missing-buttons dl').waitFor()
    await seen(page, '.missing-buttons summary').click()
  }),
  control('a picture, larger', '.images .image, .zoom button', async page => {
    await seen(page, '.images .image').first().click()
    await seen(page, '.zoom img').waitFor()
    await seen(page, '.zoom').getByRole('button', { name: '关闭' }).click()
    await becomes(() => seen(page, '.zoom').count(), 0)
  }),
  control(
    'a step, on the page that was opened from a preview',
    '.ant-modal-content input, .ant-modal-content textarea',
    async page => {
      await accept(page).click()
      await dialog(page).getByRole('textbox').last().fill('现在受理')
      await confirm(page).click()
      await holds(async () => (await state(page)).includes('处理中'))
      await becomes(() => accept(page).count(), 0)
    },
    page => holds(async () => (await state(page)).includes('处理中')),
  ),
]

play({
  title: 'a step of a clue, by staff of a county',
  who: 'huainan_datong',
  at: '/illegalClues/Case?tab=all',
  controls: steps,
})

/** Somebody else was faster: what is refused is told, and the record is shown as it is now. */
const refused: Control[] = [
  control('a step that is possible no more, on a row', '.row-actions .link', async page => {
    const key = await mayAccept(page).first().getAttribute('data-row-key')
    const row = seen(page, `tr[data-row-key="${key}"]`)
    await row.getByRole('button', { name: '受理' }).click()
    await dialog(page).waitFor()
    expect(await taken(page, key)).toBe(200)
    await confirm(page).click()
    await dialog(page).getByText('记录已是“处理中”，不能受理').waitFor()
    await holds(async () => (await row.innerText()).includes('处理中'))
    await dialog(page).getByRole('button', { name: '取消' }).click()
    await becomes(() => dialog(page).count(), 0)
  }),
  control('a step that is possible no more, on a record', '.detail-name .button', async page => {
    await mayAccept(page).first().locator('a[data-go]').first().click()
    await accept(page).waitFor()
    expect(await taken(page, new URL(page.url()).searchParams.get('resultId'))).toBe(200)
    await accept(page).click()
    await confirm(page).click()
    await dialog(page).getByText('记录已是“处理中”，不能受理').waitFor()
    await holds(async () => (await state(page)).includes('处理中'))
    await becomes(() => accept(page).count(), 0)
    await dialog(page).getByRole('button', { name: '取消' }).click()
    await becomes(() => dialog(page).count(), 0)
  }),
]

play({
  title: 'a step that somebody else has taken, seen by staff of a town',
  who: 'huainan_shangyao',
  at: '/illegalClues/Case?tab=all',
  controls: refused,
  refused: 409,
})
