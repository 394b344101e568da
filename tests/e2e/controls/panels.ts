import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, control, type Control, holds, pickOne, play, rows, seen, total } from './table.ts'

const sheet = (page: Page) => seen(page, 'dialog.sheet')
const inSheet = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })
const isClosed = (page: Page): Promise<void> => becomes(() => sheet(page).count(), 0)
const heads = async (page: Page): Promise<string[]> =>
  (await seen(page, '.grid thead th').allInnerTexts()).map(text => text.trim()).filter(text => text !== '')
const column = (page: Page, name: string) => sheet(page).locator('.column-list li').filter({ hasText: name })
const open = async (page: Page, name: string): Promise<void> => {
  await button(page, name).click()
  await sheet(page).waitFor()
}
const isMoved = (page: Page): Promise<void> =>
  holds(async () => {
    const names = await heads(page)
    return names.indexOf('主体名称') < names.indexOf('所属平台') && !names.includes('药械妆类目')
  })
const isWide = (page: Page): Promise<void> =>
  becomes(async () => (await seen(page, '.grid thead th').filter({ hasText: '所属平台' }).boundingBox())?.width, 200)

/** What stands in which column. */
const columns: Control[] = [
  control('the columns of a list', '.list-tools .tool', page => open(page, '列设置')),
  control('a column shown or not', '.column-list .tick', async page => {
    await column(page, '药械妆类目').getByRole('checkbox').click()
    await becomes(() => column(page, '药械妆类目').getByRole('checkbox').isChecked(), false)
  }),
  control('the place of a column', '.column-list .handle', async page => {
    const [from, to] = [
      await column(page, '主体名称').locator('.handle').boundingBox(),
      await column(page, '所属平台').locator('.handle').boundingBox(),
    ]
    if (!from || !to) throw new Error('no handles')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 3 })
    await page.mouse.up()
    await holds(async () => {
      const names = await sheet(page).locator('.column-list li').allInnerTexts()
      const at = (name: string) => names.findIndex(text => text.startsWith(name))
      return at('主体名称') < at('所属平台')
    })
  }),
  control('how wide a column is', '.column-list .width', async page => {
    await column(page, '所属平台').locator('.width').fill('200')
  }),
  control(
    'the columns, taken',
    'dialog.sheet footer .button',
    async page => {
      await inSheet(page, '应用').click()
      await isClosed(page)
      await isMoved(page)
      await isWide(page)
    },
    async page => {
      await isMoved(page)
      await isWide(page)
    },
  ),
  control('a column that stands still', '.column-list .sizes', async page => {
    await open(page, '列设置')
    await pickOne(column(page, '是否亮证').locator('.sizes'), 'left')
    await inSheet(page, '应用').click()
    await holds(async () => (await seen(page, 'th.fixed-left').filter({ hasText: '是否亮证' }).count()) === 1)
  }),
]

const view = (page: Page, name: string) => sheet(page).locator('.view-list li').filter({ hasText: name })
const isOnView = (page: Page): Promise<void> => button(page, '视图：待办一').waitFor()

/** What somebody keeps of a list under a name. */
const views: Control[] = [
  control('a view, kept under a name', '.new-view *', async page => {
    await seen(page, '.filters .input-box .input').first().fill('大药房')
    await button(page, '查询').click()
    await becomes(() => seen(page, '.chip').count(), 1)
    await open(page, '视图')
    await sheet(page).getByLabel('视图名称').fill('待办')
    await inSheet(page, '保存为新视图').click()
    await view(page, '待办').waitFor()
  }),
  control('a view, called otherwise', '.view-list .link', async page => {
    await view(page, '待办').getByRole('button', { name: '改名' }).click()
    await sheet(page).getByLabel('新名称').fill('待办一')
    await sheet(page).getByRole('button', { name: '保存', exact: true }).click()
    await view(page, '待办一').waitFor()
  }),
  control(
    'the view that a list opens with',
    '.view-list .link[aria-pressed]',
    async page => {
      await view(page, '待办一').getByRole('button', { name: '设为默认' }).click()
      await view(page, '待办一').getByRole('button', { name: '取消默认' }).waitFor()
      await inSheet(page, '关闭面板').click()
      await seen(page, '.chips > .link').click()
      await becomes(() => seen(page, '.chip').count(), 0)
      await page.locator('nav.side').getByRole('link', { name: '网店', exact: true }).click()
      await isOnView(page)
      await becomes(() => seen(page, '.chip').count(), 1)
    },
    isOnView,
  ),
  control('a view for one’s unit', '.view-list .link', async page => {
    await open(page, '视图：待办一')
    await view(page, '待办一').getByRole('button', { name: '共享' }).click()
    await view(page, '待办一').getByText('已共享').waitFor()
  }),
  control('a view, applied', '.view-list .view-name', async page => {
    await inSheet(page, '关闭面板').click()
    await seen(page, '.chips > .link').click()
    await becomes(() => seen(page, '.chip').count(), 0)
    await open(page, '视图')
    await view(page, '待办一').locator('.view-name').click()
    await isClosed(page)
    await becomes(() => seen(page, '.chip').count(), 1)
  }),
  control('a view, written over', '.view-list .link', async page => {
    await pickOne(seen(page, '.pager .sizes'), '10')
    await becomes(() => rows(page).count(), 10)
    await open(page, '视图：待办一')
    await view(page, '待办一').getByRole('button', { name: '覆盖' }).click()
    await view(page, '待办一').getByText('当前', { exact: false }).waitFor()
    await inSheet(page, '关闭面板').click()
    await isClosed(page)
  }),
]

/** What leaves a list as a file, and what comes into it. */
const files: Control[] = [
  control('rows as a file', '.list-tools .link', async page => {
    const file = page.waitForEvent('download')
    await button(page, '导出').click()
    expect((await file).suggestedFilename()).toMatch(/^网店_\d+\.xlsx$/)
  }),
  control('an empty sheet to fill in', '.import-step .button', async page => {
    await open(page, '导入')
    const file = page.waitForEvent('download')
    await inSheet(page, '下载模板').click()
    expect((await file).suggestedFilename()).toContain('导入模板')
  }),
  control('rows from a file', '.import-drop, .import-report .button', async page => {
    const chooser = page.waitForEvent('filechooser')
    await sheet(page).locator('.import-drop').click()
    const buffer = Buffer.from('网店名称\n没有网址的店\n')
    await (await chooser).setFiles({ name: '网店.csv', mimeType: 'text/csv', buffer })
    await sheet(page).locator('.import-report, .problem').first().waitFor()
  }),
  control('a panel, closed', '.sheet-close', async page => {
    await inSheet(page, '关闭面板').click()
    // its file has been checked, and nothing of it is kept
    const question = seen(page, 'dialog.question')
    if ((await sheet(page).count()) > 0 && (await question.count()) > 0)
      await question.getByRole('button', { name: '放弃' }).click()
    await isClosed(page)
  }),
  control('what one wants now', '.list-tools .tool', async page => {
    const asked = page.waitForRequest(request => request.url().includes('/eshopList'))
    await button(page, '刷新').click()
    await asked
  }),
]

play({
  title: 'a list, by staff of a city: its columns, views and files',
  who: 'huainan_yaopin',
  at: '/dataCenter/onlineShop',
  controls: [...columns, ...views, ...files],
})

play({
  title: 'a list by days',
  who: 'huainan_admin',
  at: '/management/specialTask',
  controls: [
    control('the months of a calendar', '.calendar-head .link', async page => {
      await open(page, '日历')
      const title = async () => (await sheet(page).locator('.calendar-title').innerText()).replace(/\s/g, '')
      const before = await title()
      await sheet(page).getByRole('button', { name: '上个月' }).click()
      await holds(async () => (await title()) !== before)
      await sheet(page).getByRole('button', { name: '今天' }).click()
      await becomes(title, before)
    }),
    control(
      'days of a calendar',
      '.calendar [data-day], .calendar-pick button',
      async page => {
        const before = await total(page)
        const days = sheet(page).locator('td[data-day]')
        await days.nth(10).click()
        await days.nth(11).click()
        await becomes(() => seen(page, '.chip').count(), 1)
        await holds(async () => (await total(page)) < before)
        await inSheet(page, '关闭面板').click()
      },
      page => becomes(() => seen(page, '.chip').count(), 1),
    ),
  ],
})
