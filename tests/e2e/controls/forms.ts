import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { becomes, button, choose, control, type Control, holds, openMenu, play, rows, seen } from './table.ts'

const field = (page: Page, label: RegExp | string) => page.getByLabel(label).filter({ visible: true }).first()
const actions = (page: Page, name: string | RegExp) => seen(page, '.form-actions').getByRole('button', { name })
const item = (page: Page, label: string) => seen(page, '.form-item').filter({ hasText: label }).first()
const question = (page: Page) => seen(page, 'dialog.question')

/** The fields of a form, by their kinds. */
const fields: Control[] = [
  control('a text', '.form-item .control > .input', async page => {
    await field(page, /涉嫌违法网址/).fill('https://shop-001380.example/')
  }),
  control('what a call fills in', '.form-item .lookup', async page => {
    await button(page, '查询载体').click()
    await holds(async () => (await field(page, /载体名称/).inputValue()) !== '')
  }),
  control(
    'one of several',
    '.form-item .touch .input, .form-item .ant-select *, .ant-select-dropdown *',
    async page => {
      await field(page, /违法类别/).click()
      await choose(page, '违法广告')
      await holds(async () => (await item(page, '违法类别').innerText()).includes('违法广告'))
    },
  ),
  control('an area', '.ant-cascader-dropdown *', async page => {
    await field(page, /所属地区/).click()
    await seen(page, '.ant-cascader-menu-item').first().click()
    await page.keyboard.press('Escape')
    await holds(async () => (await item(page, '所属地区').innerText()) !== '所属地区')
  }),
  control('a moment', '.form-item .ant-picker *, .ant-picker-dropdown *', async page => {
    const before = await field(page, /发现时间/).inputValue()
    await field(page, /发现时间/).click()
    await seen(page, '.ant-picker-cell-inner').filter({ hasText: /^1$/ }).first().click()
    await seen(page, '.ant-picker-ok button').click()
    await holds(async () => (await field(page, /发现时间/).inputValue()) !== before)
  }),
  control('a number', '.form-item .number .input', async page => {
    await field(page, /涉案金额/).fill('120.50')
    await becomes(() => field(page, /涉案金额/).inputValue(), '120.50')
  }),
  control('a long text', '.form-item .long-text .input', async page => {
    await field(page, /违法描述/).fill('店铺页面使用“国家级”等用语。')
  }),
  control('a file', '.upload .button, .upload li a', async page => {
    const chooser = page.waitForEvent('filechooser')
    await item(page, '证据').getByRole('button', { name: '选择文件' }).click()
    const buffer = Buffer.from('店铺页面的文字')
    await (await chooser).setFiles({ name: '页面.txt', mimeType: 'text/plain', buffer })
    await item(page, '证据').getByText('页面.txt').waitFor()
  }),
  control('a file, taken away', '.upload li .link', async page => {
    await item(page, '证据').getByRole('button', { name: '移除' }).click()
    await becomes(() => item(page, '证据').getByText('页面.txt').count(), 0)
  }),
  control('a draft', '.form-actions .button', async page => {
    await actions(page, '保存草稿').click()
    await page.getByText('草稿已保存').waitFor()
  }),
  control('a form, left', '.page-head .back, dialog.question .button', async page => {
    await button(page, '返回').click()
    await question(page).getByRole('button', { name: '取消' }).click()
    await becomes(() => question(page).count(), 0)
    await becomes(() => field(page, /涉案金额/).inputValue(), '120.50')
    await actions(page, '取消').click()
    await question(page).getByRole('button', { name: '离开' }).click()
    await becomes(() => seen(page, '.form-body').count(), 0)
  }),
  control(
    'a draft, taken up again',
    '.draft .link',
    async page => {
      await openMenu(page, '线索办理', '新建线索')
      await seen(page, '.draft').getByRole('button', { name: '恢复' }).click()
      await becomes(() => field(page, /涉案金额/).inputValue(), '120.50')
    },
    page => becomes(() => field(page, /涉案金额/).inputValue(), '120.50'),
  ),
]

play({
  title: 'a form, by staff of a town',
  who: 'huainan_shangyao',
  at: '/dataThread/establishThread',
  controls: fields,
})

play({
  title: 'a form in steps',
  who: 'huainan_admin',
  at: '/generateReports/generateReports',
  controls: [
    control('the next step', '.form-actions .button, .steps button', async page => {
      const is = (step: string) => holds(async () => (await seen(page, '.steps .current').innerText()).endsWith(step))
      await actions(page, '下一步').click()
      await is('报告期和地区')
      await actions(page, '上一步').click()
      await is('报告')
      await seen(page, '.steps button').nth(1).click()
      await is('报告期和地区')
    }),
  ],
})

const CHANGED = '改过的主体经营者'
play({
  title: 'a form that changes a record',
  who: 'huainan_admin',
  at: '/dataCenter/website',
  controls: [
    control(
      'what is changed, saved',
      '.form-item .flag input',
      async page => {
        await rows(page).first().locator('a[data-go]').first().click()
        await seen(page, '.detail-name').getByRole('button', { name: '修改' }).click()
        await field(page, /网站名称/).fill(CHANGED)
        await actions(page, '保存').click()
        await becomes(() => seen(page, '.detail-name h1').innerText(), CHANGED)
        expect(new URL(page.url()).pathname).toBe('/dataCenter/websiteDetails')
      },
      page => becomes(() => seen(page, '.detail-name h1').innerText(), CHANGED),
    ),
  ],
})
