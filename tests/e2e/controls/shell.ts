import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, control, type Control, holds, openMenu, play, rows, seen } from './table.ts'

const tabs = (page: Page) => seen(page, '.tabs [role=tab]')
const names = (page: Page): Promise<string[]> => tabs(page).allInnerTexts()
const path = async (page: Page): Promise<string> => new URL(page.url()).pathname
const side = (page: Page) => page.locator('nav.side')
const link = (page: Page, name: string) => side(page).getByRole('link', { name, exact: true }).filter({ visible: true })
const favourite = (page: Page, name: string) => seen(page, '.side-favourites').getByText(name)
const user = (page: Page) => seen(page, '.drop.user > button')
const entry = async (page: Page, name: string): Promise<void> => {
  await user(page).click()
  await seen(page, '.user-panel').getByText(name, { exact: true }).click()
}
const look = (page: Page, name: string): Promise<string | undefined> =>
  page.evaluate(key => document.documentElement.dataset[key], name)

const menu: Control[] = [
  control(
    'a group of the menu',
    '.side-item.level1, .side-item.level2:not(a), .side-item.level3:not(a)',
    async page => {
      await side(page).getByRole('button', { name: '线索办理' }).click()
      await link(page, '违法线索').waitFor()
    },
  ),
  control('an entry of the menu', 'a.side-item', async page => {
    // one entry a second
    await expect
      .poll(async () => {
        if ((await path(page)) !== '/illegalClues/Case') await link(page, '违法线索').click()
        return path(page)
      })
      .toBe('/illegalClues/Case')
    await becomes(() => names(page), ['网店', '违法线索'])
  }),
  control('a star', '.side-star', async page => {
    await link(page, '违法线索').hover()
    await seen(page, '.side-star').first().click()
    await favourite(page, '违法线索').waitFor()
  }),
]

const strip: Control[] = [
  control('a tab of an open page', '.tabs [role=tab], .tabs .tab', async page => {
    await tabs(page).first().click()
    await becomes(() => path(page), '/dataCenter/onlineShop')
  }),
  control('the menu of a tab', '.tab-tools button, .popup [role=menuitem]', async page => {
    await button(page, '页签的菜单').click()
    await page.getByRole('menuitem', { name: '固定页签' }).click()
    await becomes(() => seen(page, '.tab.pinned').count(), 1)
    await button(page, '页签的菜单').click()
    await page.getByRole('menuitem', { name: '取消固定页签' }).click()
    await becomes(() => seen(page, '.tab.pinned').count(), 0)
    const asked = page.waitForRequest(request => request.url().includes('/eshopList'))
    await button(page, '页签的菜单').click()
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await asked
  }),
  control('a page in the whole window', '.tab-tools button', async page => {
    await button(page, '最大化内容').click()
    await becomes(() => seen(page, '.header').count(), 0)
    await button(page, '还原').click()
    await becomes(() => seen(page, '.header').count(), 1)
  }),
  control('a tab, closed', '.tab-close', async page => {
    await tabs(page).last().click()
    await becomes(() => path(page), '/illegalClues/Case')
    await seen(page, '.tab.on .tab-close').click()
    await becomes(() => path(page), '/dataCenter/onlineShop')
    await becomes(() => names(page), ['网店'])
    await openMenu(page, '线索办理', '违法线索')
  }),
  control(
    'the place of a tab',
    '.tabs [draggable]',
    async page => {
      await tabs(page).nth(1).dragTo(tabs(page).first())
      await becomes(() => names(page), ['违法线索', '网店'])
    },
    async page => holds(async () => (await names(page))[0] === '违法线索'),
  ),
  control(
    'the menu, folded',
    '.side-fold',
    async page => {
      await button(page, '收起菜单').click()
      await becomes(async () => (await side(page).boundingBox())?.width, 64)
      // however many groups there are, the last one is reached
      const last = seen(page, '.side-items > .group > .side-item').last()
      await side(page).hover({ position: { x: 20, y: 200 } })
      await page.mouse.wheel(0, 5000)
      await last.hover()
      const entries = seen(page, '.side-items > .group:hover > ul')
      const box = await entries.boundingBox()
      expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 768).toBe(true)
      await entries.locator('a').first().hover()
      await becomes(() => entries.count(), 1)
    },
    async page => {
      await becomes(async () => (await side(page).boundingBox())?.width, 64)
      await button(page, '展开菜单').click()
      await becomes(async () => (await side(page).boundingBox())?.width, 250)
      await favourite(page, '违法线索').waitFor()
    },
  ),
]

const header: Control[] = [
  control('what is looked for', '.head-button.find, .palette-input, .palette [role=option]', async page => {
    await seen(page, '.head-button.find').click()
    await seen(page, '.palette-input').fill('yhgl')
    await seen(page, '.palette [role=option]').filter({ hasText: '用户管理' }).first().click()
    await becomes(() => path(page), '/caseClues/user')
    await rows(page).first().waitFor()
  }),
  control('the tools of the header', '.drop > .head-button, .tool-panel *', async page => {
    await seen(page, '.drop.tools > button').click()
    const panel = seen(page, '.tool-panel')
    await panel.getByRole('button', { name: '添加' }).click()
    await panel.getByLabel('网址').fill('https://tool.example/')
    await page.keyboard.press('Escape')
    await seen(page, 'dialog.question').getByRole('button', { name: '继续填写' }).click()
    await panel.getByLabel('描述').fill('查询')
    await panel.getByRole('button', { name: '保存' }).click()
    await panel.getByRole('link', { name: /查询/ }).waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => panel.count(), 0)
  }),
  control('messages', '.message-panel *', async page => {
    await seen(page, '.drop.messages > button').click()
    const panel = seen(page, '.message-panel')
    const unread = panel.locator('.message.unread')
    await unread.first().waitFor()
    await panel.getByRole('button', { name: '全部已读' }).click()
    await becomes(() => unread.count(), 0)
    await panel.getByText('查看全部').click()
    await holds(async () => (await path(page)).includes('message'))
  }),
  control('new clues', '.header a.head-button', async page => {
    const to = (await seen(page, '.header a.head-button').first().getAttribute('href')) ?? ''
    await seen(page, '.header a.head-button').first().click()
    await becomes(() => path(page), to.split('?')[0])
  }),
  control('one’s own page', '.header a.system, .skip', async page => {
    await seen(page, '.header a.system').click()
    await becomes(() => path(page), '/index/workbench')
    await seen(page, '.worklist-rows').waitFor()
  }),
  control('what waits for one', '.welcome a, .welcome .link, .welcome button', async page => {
    await page.goto(new URL('/index/indexSuo', page.url()).href)
    await seen(page, '.welcome .worklist-rows a').first().click()
    await holds(async () => (await path(page)) !== '/index/indexSuo')
  }),
]

const own: Control[] = [
  control(
    'dark or light',
    '.user-panel [aria-checked]',
    async page => {
      await entry(page, '深色')
      await becomes(() => look(page, 'theme'), 'dark')
      await seen(page, '.user-panel').getByText('深色', { exact: true }).click()
      await becomes(() => look(page, 'theme'), 'light')
      await seen(page, '.user-panel').getByText('紧凑', { exact: true }).click()
      await becomes(() => look(page, 'density'), 'compact')
      await page.keyboard.press('Escape')
    },
    page => becomes(() => look(page, 'density'), 'compact'),
  ),
  control('the sheet of keys', '.user-panel button, .shortcuts *', async page => {
    await entry(page, '快捷键')
    await seen(page, '.shortcuts').getByText('Ctrl K').waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => seen(page, '.shortcuts').count(), 0)
  }),
  control('the manual', '.manual a, .manual button, .manual-search', async page => {
    await entry(page, '操作手册')
    await seen(page, '.page h1, .page h2').first().waitFor()
    await holds(async () => (await path(page)).includes('manual'))
    await seen(page, '.manual-search').fill('列设置')
    await page.getByText(/找到 \d+ 节/).waitFor()
  }),
]

play({
  title: 'around the page, by staff of a city',
  who: 'huainan_admin',
  at: '/dataCenter/onlineShop',
  controls: [...menu, ...strip, ...header, ...own],
})

play({
  title: 'another language, for staff of a county',
  who: 'huainan_datong',
  at: '/dataCenter/onlineShop',
  controls: [
    control(
      'another language',
      '.user-panel [lang]',
      async page => {
        await entry(page, 'English')
        await page.getByText('System', { exact: false }).first().waitFor()
        await becomes(() => page.evaluate(() => document.documentElement.lang), 'en')
      },
      page => becomes(() => page.evaluate(() => document.documentElement.lang), 'en'),
    ),
  ],
})
