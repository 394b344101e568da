import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountOf, ownConsole, type Staff } from '../harness.ts'
import { PNG } from '../../picture.ts'

const own = ownConsole()

let staff: Staff
let page: Page
beforeAll(async () => {
  staff = await own.logIn(accountOf(a => a.areaCode === '350100' && a.areaLevel === 2))
  page = staff.page
})

const rows = () => page.locator('[data-row-key]:visible')
const head = () => page.locator('.detail-head:visible h1')
const name = () => page.locator('[id="dataCenter/websiteForm.siteName"]:visible')

async function openList(): Promise<string> {
  await page.goto(`${own.server.url}/dataCenter/website`)
  await rows().first().waitFor()
  return (await rows().first().getAttribute('data-row-key')) ?? ''
}
/** Saves as somebody else would, past the form that is open. */
const saveElsewhere = (uniqueId: string, values: Record<string, string>) =>
  page.evaluate(
    async body => {
      const token = decodeURIComponent(
        document.cookie
          .split('; ')
          .find(part => part.startsWith('Token='))
          ?.slice(6) ?? '',
      )
      const answer = await fetch('/prod-api/api-im/website/save', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return answer.status
    },
    { uniqueId, ...values },
  )

describe('a record', () => {
  it('leads to the next one of its list, and back to the list', async () => {
    await openList()
    const names = await rows().locator('a[data-go]').allInnerTexts()
    await rows().first().locator('a[data-go]').click()
    await head()
      .filter({ hasText: names[0] ?? '' })
      .waitFor()
    await page.getByRole('button', { name: '下一条' }).click()
    await head()
      .filter({ hasText: names[1] ?? '' })
      .waitFor()
    await expect.poll(() => page.locator('.record-navigation:visible').innerText()).toContain('第 2 条')
    await page.getByRole('button', { name: '返回' }).click()
    await rows().first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/dataCenter/website')
  })

  it('lists what belongs to its subject, and prints', async () => {
    await openList()
    await rows().first().locator('a[data-go]').click()
    await head().waitFor()
    await page.getByRole('tab', { name: '同一主体的载体' }).click()
    await rows().first().waitFor()
    await page.getByRole('button', { name: '打印', exact: true }).click()
    const preview = page.getByRole('dialog', { name: '打印预览' })
    await preview.waitFor()
    await expect.poll(() => preview.evaluate(element => getComputedStyle(element).zIndex)).toBe('20002')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.shell').isVisible()).toBe(false)
    expect(await preview.locator('.sheet > thead').evaluate(element => getComputedStyle(element).display)).toBe(
      'table-header-group',
    )
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
  })
})

describe('a chart', () => {
  it('is drawn on the page that has one, and nothing of it is fetched before; its numbers stand beside it for who does not see it', async () => {
    const fetched: string[] = []
    page.on('request', request => fetched.push(new URL(request.url()).pathname))
    const drawing = () => fetched.filter(path => /\/assets\/pictures-.*\.js$/.test(path)).length
    await openList()
    await rows().first().locator('a[data-go]').click()
    await head().waitFor()
    expect(drawing()).toBe(0)
    await page.getByRole('tab', { name: '活跃度曲线' }).click()
    const chart = page.getByRole('application', {
      name: /^活跃度曲线，\d{4}-\d{2} 至 \d{4}-\d{2}，最近 \d{4}-\d{2} 为 \d+分/,
    })
    await chart.locator('.mark').first().waitFor()
    expect(drawing()).toBe(1)
    const figures = page.getByRole('table', { name: '活跃度曲线' }).locator('tbody tr')
    await expect.poll(() => figures.count()).toBe(12)
    expect(await figures.last().locator('td').innerText()).toMatch(/^\d+分$/)
    // what the policy of the page forbids is said in the browser's console
    expect(staff.problems).toEqual([])
  })
})

describe('a form', () => {
  it('asks before typed text is left by the browser back, keeps it on the server and offers it again', async () => {
    await openList()
    await page.getByRole('button', { name: '新增' }).click()
    await name().fill('写了一半的网站')
    await page.goBack()
    const question = page.locator('.question:visible').filter({ hasText: '有未保存的修改，确定离开？' })
    await question.waitFor()
    expect(new URL(page.url()).pathname).toBe('/dataCenter/websiteForm')
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => name().inputValue()).toBe('写了一半的网站')
    await page.goBack()
    const kept = page.waitForResponse(
      answer => answer.url().includes('/drafts') && answer.request().method() === 'POST',
    )
    await Promise.all([kept, question.getByRole('button', { name: '离开' }).click()])
    await rows().first().waitFor()
    await page.goto(`${own.server.url}/dataCenter/websiteForm`)
    await page.getByRole('button', { name: '恢复' }).click()
    await expect.poll(() => name().inputValue()).toBe('写了一半的网站')
    await page.getByRole('button', { name: '放弃草稿' }).click()
    await page.getByRole('status').filter({ hasText: '已恢复' }).waitFor({ state: 'detached' })
    await page.goBack()
    await rows().first().waitFor()
  })

  it('takes what is typed as soon as it is there, into each kind of control', async () => {
    await page.goto(`${own.server.url}/dataCenter/platformForm`)
    const at = (field: string) => page.locator(`[id="dataCenter/platformForm.${field}"]:visible`)
    const keys = page.keyboard
    await at('platformName').focus()
    await keys.type('甲乙丁')
    await keys.press('ArrowLeft')
    await keys.type('丙')
    // a select is what it is once the focus is on it, and the next key is its own already
    await keys.press('Tab')
    await keys.type('综')
    expect(await at('platformKind').inputValue()).toBe('综')
    await page.locator('.ant-select-item-option:visible').waitFor()
    await keys.press('Enter')
    await at('onlineTime').focus()
    await keys.type('2026-01-05')
    await keys.press('Enter')
    await at('shopTotal').focus()
    // no whole number: what was typed stays as it is, and is told
    await keys.type('１2.6')
    await keys.press('Tab')
    const total = page.locator('.form-item', { has: at('shopTotal') })
    await total.getByText('要填整数').waitFor()
    await at('shopTotal').fill('１2')
    await keys.press('Tab')
    await total.getByText('要填整数').waitFor({ state: 'detached' })
    const shown = ['platformName', 'onlineTime', 'shopTotal'].map(field => at(field).inputValue())
    expect(await Promise.all(shown)).toEqual(['甲乙丙丁', '2026-01-05', '12'])
    const item = page.locator('.form-item', { has: at('platformKind') })
    expect(await item.locator('.ant-select-selection-item').innerText()).toMatch(/^综/)
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.locator('.question:visible').getByRole('button', { name: '离开' }).click()
  })

  it('leaves no tab behind when it is cancelled', async () => {
    await openList()
    await page.getByRole('button', { name: '新增' }).click()
    await name().waitFor()
    const tab = page.locator('.tabs-bar').getByText('网站登记')
    await tab.waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    await rows().first().waitFor()
    await tab.waitFor({ state: 'detached' })
  })

  it('fills the subject by its credit code', async () => {
    await openList()
    const code = await rows().first().locator('.code').first().innerText()
    await page.goto(`${own.server.url}/dataCenter/websiteForm`)
    const subject = page.locator('[id="dataCenter/websiteForm.subjectName"]:visible')
    await page.locator('[id="dataCenter/websiteForm.uscc_dim"]:visible').fill(code.trim())
    await page.getByRole('button', { name: '查询主体' }).click()
    await page.getByText(/已填写主体名称/).waitFor()
    await expect.poll(() => subject.inputValue()).not.toBe('')
  })

  it('takes an upload, shows a conflict field by field, saves what was chosen, and the history tells it', async () => {
    const key = await openList()
    await page.goto(`${own.server.url}/dataCenter/websiteForm?uniqueId=${key}`)
    await name().waitFor()
    expect(await saveElsewhere(key, { siteName: '他人改的名称', remark: '他人的备注' })).toBe(200)
    await name().fill('我改的名称')
    await page.locator('[id="dataCenter/websiteForm.signsLicenses"]:visible').getByText('是', { exact: true }).click()
    await page
      .locator('input[data-upload="dataCenter/websiteForm.licenseShot"]')
      .setInputFiles({ name: '亮照.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('link', { name: '亮照.png' }).waitFor()
    const way = page.locator('[id="dataCenter/websiteForm.showType"]')
    if ((await way.inputValue()) === '') {
      await way.click()
      await page.locator('.ant-select-item-option:visible').first().click()
    }
    await page.getByRole('button', { name: '保存' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '该记录已被他人修改' })
    await dialog.waitFor()
    const lines = await dialog.locator('tbody tr').allInnerTexts()
    expect(lines.map(line => line.split(/\s/)[0])).toEqual(['网站名称', '备注'])
    await dialog.getByText('我改的名称').click()
    await dialog.getByRole('button', { name: '按所选保存' }).click()
    await page.getByText('网站已保存').waitFor()
    await page.goto(`${own.server.url}/dataCenter/websiteDetails?uniqueId=${key}`)
    await head().filter({ hasText: '我改的名称' }).waitFor()
    await page.locator('.timeline li').first().waitFor()
    const history = await page.locator('.timeline').textContent()
    expect(history).toContain('网站名称：他人改的名称 → 我改的名称')
    expect(history).toContain('亮照.png')
    await page.getByRole('button', { name: '放大 亮照截图' }).click()
    await page.getByRole('dialog', { name: '亮照截图' }).waitFor()
    await page.keyboard.press('Escape')
    // the conflict itself is the one thing that the browser reports
    expect(staff.problems.filter(problem => !problem.includes('409'))).toEqual([])
  })
})
