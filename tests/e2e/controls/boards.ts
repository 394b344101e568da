import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, choose, control, type Control, holds, pickOne, play, rows, seen } from './table.ts'

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name)
const kind = (page: Page) => page.getByLabel('周期类型').filter({ visible: true })
const area = (page: Page) => seen(page, '.board-areas .choose')
const number = (page: Page): Promise<string> => seen(page, '.kpi-value').first().innerText()

/** What moves all numbers of a board. */
const controls: Control[] = [
  control('the kind of period', '.period .choose', async page => {
    await pickOne(kind(page), 'quarter')
    await becomes(() => page.getByLabel('按季').filter({ visible: true }).count(), 1)
    await holds(async () => /Q\d$/.test(param(page, 'period') ?? ''))
  }),
  control('the period before', '.period .link', async page => {
    const before = param(page, 'period')
    await button(page, '上一期').click()
    await holds(async () => param(page, 'period') !== before)
    await button(page, '下一期').click()
    await becomes(async () => param(page, 'period'), before)
  }),
  control(
    'a year',
    '.period .input',
    async page => {
      await pickOne(kind(page), 'year')
      await page.getByLabel('年份').filter({ visible: true }).fill('2025')
      await becomes(async () => param(page, 'period'), '2025')
    },
    page => becomes(() => page.getByLabel('年份').filter({ visible: true }).inputValue(), '2025'),
  ),
  control('an area', '.board-areas .choose, .choices button', async page => {
    const before = await number(page)
    await area(page).click()
    await page.getByRole('option', { name: '鼓楼区' }).click()
    await seen(page, '.board-areas .link').waitFor()
    await holds(async () => (await number(page)) !== before)
  }),
  control('the way back up', '.board-areas .link', async page => {
    await seen(page, '.board-areas .link').first().click()
    await becomes(() => seen(page, '.board-areas .link').count(), 0)
  }),
  control('numbers of now', '.page-head .link', async page => {
    const asked = page.waitForRequest(request => request.url().includes('/figures'))
    await button(page, '刷新').click()
    await asked
  }),
]

/** What a widget offers, and where its numbers lead. */
const widgets: Control[] = [
  control('a widget as a table', '.board-tools .link', async page => {
    const map = seen(page, '.board-widget.is-map')
    await map.getByRole('button', { name: '看表' }).click()
    await map.locator('table').waitFor()
    await map.getByRole('button', { name: '看图' }).click()
    await map.locator('svg').first().waitFor()
  }),
  control('its numbers as a file', '.board-tools .link', async page => {
    for (const [name, ending] of [
      ['下载', '.csv'],
      ['图片', '.png'],
    ] as const) {
      const file = page.waitForEvent('download')
      await seen(page, '.board-widget.is-map').getByRole('button', { name }).click()
      expect((await file).suggestedFilename()).toContain(ending)
    }
  }),
  control('an area of the map', '.map [data-mark], .map svg', async page => {
    await seen(page, '.map path[data-open]').first().click()
    await seen(page, '.board-areas .link').waitFor()
    await seen(page, '.board-areas .link').first().click()
    await becomes(() => seen(page, '.board-areas .link').count(), 0)
  }),
  control('a series of a picture', '.chart-legend button', async page => {
    const drawn = seen(page, '.board-widget').filter({ hasText: '线索趋势' })
    await drawn.scrollIntoViewIfNeeded()
    const series = drawn.locator('.chart-legend button').first()
    const lines = () => drawn.locator('svg.chart path').count()
    await series.waitFor()
    const all = await lines()
    await series.click()
    await becomes(() => series.getAttribute('aria-pressed'), 'false')
    await holds(async () => (await lines()) < all)
    await series.click()
    await becomes(lines, all)
  }),
  control('a mark of a picture', 'svg.chart, svg.chart [data-mark], .chart-lines, .mark-text', async page => {
    const drawn = seen(page, '.board-widget').filter({ hasText: '平台分布' })
    await drawn.scrollIntoViewIfNeeded()
    await drawn.locator('.rank tbody th').first().click()
    await rows(page).first().waitFor()
    await seen(page, '.chip').first().waitFor()
    await page.goBack()
    await seen(page, '.kpi-value').first().waitFor()
  }),
  control('a number and the rows behind it', '.kpi-value, .kpi-other', async page => {
    const figure = Number((await number(page)).replace(/\D/g, ''))
    await seen(page, '.kpi-value').first().click()
    await rows(page).first().waitFor()
    await becomes(async () => Number((await seen(page, '.pager .total').innerText()).replace(/\D/g, '')), figure)
    await page.goBack()
    await becomes(async () => Number((await number(page)).replace(/\D/g, '')), figure)
  }),
  control('rows of a widget', '.board-rows a, .board-widget h2 .link', async page => {
    await seen(page, '.board-rows a').first().click()
    await seen(page, '.detail-name h1').waitFor()
    await page.goBack()
    await seen(page, '.kpi-value').first().waitFor()
  }),
  control('the months of a widget', '.board-body .calendar-head .link, .board-body [data-day]', async page => {
    const calendar = seen(page, '.board-body .calendar').first()
    const before = await calendar.locator('.calendar-title').innerText()
    await calendar.getByRole('button', { name: '上个月' }).click()
    await holds(async () => (await calendar.locator('.calendar-title').innerText()) !== before)
  }),
]

play({
  title: 'a board, by staff of a city',
  who: 'fj_fuzhou',
  at: '/index/home',
  controls: [...controls, ...widgets],
})

// towns below a county are bars; where some counties of a city have no bounds, there is a map without them
play({
  title: 'a map that lacks some of what was counted',
  who: 'luoyang_city',
  at: '/index/home',
  controls: [
    control('what stands on no map', '.map-off .link', async page => {
      await seen(page, '.map-off .link:enabled').first().click()
      await holds(async () => page.url().includes('areaCode='))
      await page.goBack()
      await seen(page, '.map-off').waitFor()
    }),
  ],
})

play({
  title: 'a board of units',
  who: 'huainan_admin',
  at: '/statisticalAnalysis/workSts',
  controls: [
    control(
      'a unit',
      '.board-unit .touch .input, .board-unit .ant-select *, .ant-select-dropdown *',
      async page => {
        const before = await number(page)
        await seen(page, '.board-unit .input').click()
        await choose(page, '药品科')
        await holds(async () => (await number(page)) !== before)
      },
      page => holds(async () => (await seen(page, '.board-unit').innerText()).length > 0),
    ),
    control('a table that is put together', '.pivot, .pivot [data-mark], .pivot *', async page => {
      const file = page.waitForEvent('download')
      await seen(page, '.board-widget.is-pivot').first().getByRole('button', { name: '导出 xlsx' }).click()
      expect((await file).suggestedFilename()).toContain('.xlsx')
    }),
  ],
})

const bar = (page: Page) => seen(page, '.board-lock')
play({
  title: 'a board that is locked',
  who: 'huainan_admin',
  at: '/special/statisticalTable',
  controls: [
    control('a period, locked', '.board-lock .button, dialog.question .button', async page => {
      await button(page, '上一期').click()
      await bar(page).getByRole('button', { name: '锁定' }).click()
      await seen(page, 'dialog.question').getByRole('button', { name: '锁定' }).click()
      await bar(page).getByText('已锁定').waitFor()
    }),
    control(
      'and unlocked',
      '.board-lock .link',
      async page => {
        await bar(page).getByRole('button', { name: '解除锁定' }).click()
        await seen(page, '.ant-modal-content').getByRole('textbox').fill('数据有误')
        await seen(page, '.ant-modal-content').getByRole('button', { name: '解除锁定' }).click()
        await bar(page).getByText('未锁定').waitFor()
      },
      page => bar(page).getByText('未锁定').waitFor(),
    ),
    control(
      'an earlier version',
      '.board-lock ol .link',
      async page => {
        await bar(page).getByRole('button', { name: '以前的 1 版' }).click()
        await bar(page).getByRole('button', { name: '查看这一版' }).click()
        await bar(page).getByText('看的是以前的第 1 版').waitFor()
        await bar(page).getByRole('button', { name: '回到现在' }).click()
        await bar(page).getByText('未锁定').waitFor()
      },
      page => bar(page).getByRole('button', { name: '以前的 1 版' }).waitFor(),
    ),
    control('a name that leads to a list', '.board-widget h2 .link', async page => {
      const to = await seen(page, '.board-widget h2 .link').first().getAttribute('href')
      await seen(page, '.board-widget h2 .link').first().click()
      await becomes(async () => new URL(page.url()).pathname, to)
      await page.goBack()
      await bar(page).waitFor()
    }),
  ],
})
