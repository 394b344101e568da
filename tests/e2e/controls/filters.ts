import type { Page } from 'playwright-core'
import { becomes, button, cells, choose, control, type Control, holds, play, rows, seen, total } from './table.ts'

const chips = (page: Page) => seen(page, '.chip')
const filter = (page: Page, label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true }).first()
const query = (page: Page): Promise<void> => button(page, '查询').click()
const all = async (page: Page, column: string, text: string): Promise<void> =>
  holds(async () => {
    const texts = await cells(page, column)
    return texts.length > 0 && texts.every(one => one.includes(text))
  })
const menu = (page: Page) => seen(page, '[role=menu]')

const filters: Control[] = [
  control(
    'more filters',
    '.filters .fold',
    async page => {
      const few = await seen(page, '.filter').count()
      await button(page, '展开').click()
      await holds(async () => (await seen(page, '.filter').count()) > few)
    },
    page => filter(page, '线索编号').waitFor(),
  ),
  control('a filter that is typed', '.filter .input-box .input', async page => {
    await filter(page, '线索编号').fill('XS34')
    await becomes(() => filter(page, '线索编号').inputValue(), 'XS34')
  }),
  control('the rows that match', '.filter-buttons .button[type=submit]', async page => {
    await query(page)
    await becomes(() => chips(page).allInnerTexts(), ['线索编号：XS34'])
    await all(page, '线索编号', 'XS34')
  }),
  control('what is typed, taken away', '.filter .clear', async page => {
    await seen(page, '.filter .clear').first().click()
    await becomes(() => filter(page, '线索编号').inputValue(), '')
  }),
  control('one of the conditions, taken away', '.chip > button', async page => {
    await chips(page).first().getByRole('button').click()
    await becomes(() => chips(page).count(), 0)
  }),
  control(
    'a filter that is chosen',
    '.filter .touch .input, .filter .ant-select *, .ant-select-dropdown *',
    async page => {
      await filter(page, '风险等级').click()
      await choose(page, '高')
      await query(page)
      await becomes(() => chips(page).allInnerTexts(), ['风险等级：高'])
      await all(page, '风险等级', '高')
    },
  ),
  control('an area', '.ant-cascader-dropdown *', async page => {
    await filter(page, '所属地区').click()
    for (const area of ['淮南市', '大通区'])
      await seen(page, '.ant-cascader-menu-item').filter({ hasText: area }).first().click()
    await page.keyboard.press('Escape')
    await query(page)
    await becomes(() => chips(page).count(), 2)
    await holds(async () => (await rows(page).count()) > 0)
  }),
  control('all conditions, taken away', '.chips > .link', async page => {
    await seen(page, '.chips > .link').click()
    await becomes(() => chips(page).count(), 0)
  }),
  control('days', '.filter .ant-picker *, .ant-picker-dropdown *', async page => {
    const before = await total(page)
    await filter(page, '发现时间').click()
    await seen(page, '.ant-picker-presets li').filter({ hasText: '本月' }).first().click()
    await query(page)
    await becomes(() => chips(page).count(), 1)
    await holds(async () => (await total(page)) < before)
  }),
  control('the way back to no condition', '.filter-buttons .button:not([type=submit])', async page => {
    await button(page, '重置').click()
    await becomes(() => chips(page).count(), 0)
  }),
  control('no row, and the way out', '.state-ways .button', async page => {
    await filter(page, '线索编号').fill('没有这个编号')
    await query(page)
    await becomes(() => rows(page).count(), 0)
    await seen(page, '.state-ways').getByRole('button', { name: '清空筛选' }).click()
    await becomes(() => chips(page).count(), 0)
    await rows(page).first().waitFor()
  }),
  control('the menu of a cell', '.cell-menu [role=menuitem]', async page => {
    await rows(page).first().locator('td').nth(3).click({ button: 'right' })
    await menu(page).getByRole('menuitem').first().click()
    await becomes(() => chips(page).count(), 1)
    await holds(async () => new Set(await cells(page, '状态')).size === 1)
    await seen(page, '.grid thead th').filter({ hasText: '期限' }).first().click({ button: 'right' })
    await menu(page).getByRole('menuitem', { name: '按此列降序' }).click()
    await becomes(() => seen(page, '.grid thead th[aria-sort=descending]').count(), 1)
    await seen(page, '.chips > .link').click()
    await becomes(() => chips(page).count(), 0)
  }),
  control('another column to sort by', '.grid [data-sort]', async page => {
    await seen(page, '.grid thead th')
      .filter({ hasText: '发现时间' })
      .locator('.sorter')
      .click({ modifiers: ['Shift'] })
    await becomes(() => seen(page, '.grid thead sup').allInnerTexts(), ['1', '2'])
  }),
  control(
    'the tabs of a list',
    '.list-tabs [role=tab]',
    async page => {
      const tab = page.getByRole('tab', { name: /^超期/ })
      const number = Number((await tab.innerText()).replace(/\D/g, ''))
      await tab.click()
      await becomes(() => tab.getAttribute('aria-selected'), 'true')
      await becomes(() => total(page), number)
    },
    async page => {
      await becomes(() => page.getByRole('tab', { name: /^超期/ }).getAttribute('aria-selected'), 'true')
      await becomes(() => seen(page, '.grid thead sup').allInnerTexts(), ['1', '2'])
    },
  ),
]

play({
  title: 'a list, by staff of a city: its filters',
  who: 'huainan_admin',
  at: '/illegalClues/Case?tab=all',
  controls: filters,
})

play({
  title: 'a list beside a tree',
  who: 'huainan_admin',
  at: '/tagManage/storeLabel',
  controls: [
    control(
      'a value of the tree',
      '.list-tree button',
      async page => {
        const value = seen(page, '.list-tree section button').first()
        const number = Number((await value.locator('.tab-count').innerText()).replace(/\D/g, ''))
        await value.click()
        await becomes(() => value.getAttribute('aria-pressed'), 'true')
        await becomes(() => total(page), number)
      },
      page => becomes(() => seen(page, '.list-tree section button').first().getAttribute('aria-pressed'), 'true'),
    ),
  ],
})
