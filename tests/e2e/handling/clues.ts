import { chinaTime } from '../../../src/server/db/time.ts'
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { reaches, accountOf, ownConsole, type Staff } from '../harness.ts'
import { heldBy } from '../hands.ts'
import { PNG } from '../../picture.ts'

const own = ownConsole()
const staff: Record<'province' | 'city' | 'county', Staff> = {} as never

const CLUES = '/api-im/ivIdIllegalResult'

beforeAll(async () => {
  for (const [who, username] of [
    ['province', 'fj_province'],
    ['city', 'fj_fuzhou'],
    ['county', 'fj_gulou'],
  ] as const) {
    staff[who] = await own.logIn(accountOf(one => one.username === username))
  }
})

/** A call as the member of staff whose page this is. */
const call = <T>(page: Page, path: string, body: object): Promise<T> =>
  page.evaluate(
    async ({ path: to, body: sent }) => {
      const token = /(?:^|; )Token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const answer = await fetch(`/prod-api${to}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${decodeURIComponent(token)}`, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      })
      return ((await answer.json()) as { data: unknown }).data
    },
    { path, body },
  ) as Promise<T>

const row = (page: Page, key: string) => page.locator(`[data-row-key="${key}"]:visible`)
const badge = async (page: Page, title: string): Promise<number> =>
  Number(
    (
      await page
        .locator('.side-item', { hasText: title })
        .locator('.badge')
        .innerText({ timeout: 2000 })
        .catch(() => '0')
    ).trim(),
  )
const tabCount = async (page: Page, label: string): Promise<number> =>
  Number(
    (await page.locator('.list-tabs:visible [role=tab]', { hasText: label }).locator('.tab-count').innerText()).replace(
      /\D/g,
      '',
    ),
  )

async function show(page: Page, route: string, query: string): Promise<void> {
  await page.goto(`${own.server.url}/illegalClues/${route}?${query}`)
  await page.locator('.list-tabs:visible').waitFor()
}
async function press(page: Page, key: string, label: string): Promise<void> {
  await row(page, key).waitFor()
  const button = row(page, key).getByRole('button', { name: label, exact: true })
  if (await button.count()) return button.click()
  await row(page, key).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
async function choose(page: Page, field: string, text: string): Promise<void> {
  const input = page.locator(`[id="ask.${field}"]`)
  // what it holds already lies over the input once it is drawn
  await page.locator('.ant-select, .touch', { has: input }).click()
  await input.fill(text)
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
}
/** The act stands at the far right, by its own word. */
const confirmDialog = (page: Page) => page.getByRole('dialog').getByRole('button').last().click()
const told = (page: Page, text: string) => page.locator('.notice', { hasText: text }).first().waitFor()
async function sendTo(page: Page, key: string, unit: string): Promise<void> {
  await press(page, key, '派发')
  await choose(page, 'toOrg', unit)
  await confirmDialog(page)
  await told(page, '派发成功')
}

interface Stored {
  list: Record<string, unknown>[]
}
const stateOf = async (page: Page, key: string): Promise<unknown> =>
  (await call<Stored>(page, `${CLUES}/queryListNew`, { resultId: key, pageNo: 1, pageRowNo: 1, pageFlag: 1 }))
    .list[0]?.['resultStatus']

describe('a clue on its way', () => {
  it('R4.09 R4.05 is found, confirmed, sent down twice, accepted, handled, reviewed and closed by three people, and their counters follow', async () => {
    const {
      province: { page: p },
      city: { page: c },
      county: { page: k },
    } = staff
    const found =
      (
        await call<Stored>(p, `${CLUES}/queryListNew`, {
          resultStatus: '00',
          riskLevel: '2,3',
          areaCode: '3501',
          pageNo: 1,
          pageRowNo: 1,
          pageFlag: 1,
        })
      ).list[0] ?? {}
    const key = String(found['resultId'])
    const only = `resultId=${key}`
    // a badge counts what one's own unit holds, this tab what stands in one's area, for whoever is above may judge
    await show(c, 'Details', 'pageSize=50')
    await expect.poll(() => badge(c, '疑似违法')).toBeGreaterThan(0)
    const held = await badge(c, '疑似违法')
    await show(p, 'Details', 'pageSize=50')
    await expect.poll(() => tabCount(p, '待研判')).toBeGreaterThanOrEqual(held)
    const [suspected, toSend] = [await tabCount(p, '待研判'), await badge(p, '线索推送')]
    await press(p, key, '确认')
    await p.locator('[id="ask.illegalDesc"]').fill('页面宣称疗效，经人工研判属实')
    // what the hit says already is not asked again
    const [category = ''] = await heldBy(p.getByRole('dialog'))
    expect(category).not.toBe('')
    await expect.poll(() => row(p, key).innerText()).toContain(category)
    await p
      .locator('input[data-upload="ask.evidenceIds"]')
      .setInputFiles({ name: '截图.png', mimeType: 'image/png', buffer: PNG })
    await p.getByRole('link', { name: '截图.png' }).waitFor()
    await confirmDialog(p)
    await told(p, '确认成功')
    await expect.poll(() => badge(p, '线索推送')).toBe(toSend + 1)
    await expect.poll(() => tabCount(p, '待研判')).toBe(suspected - 1)
    await c.reload()
    await expect.poll(() => badge(c, '疑似违法')).toBe(held - 1)

    await show(p, 'CasePush', 'tab=unsent&pageSize=50')
    await sendTo(p, key, '福州市市场监管局')
    await show(c, 'Case', 'pageSize=50')
    const waiting = await tabCount(c, '待受理')
    await sendTo(c, key, '鼓楼区市场监管局')
    // the tab says what the badge does: what is handed on is another unit's
    await expect.poll(() => tabCount(c, '待受理')).toBe(waiting - 1)

    await show(k, 'Case', 'pageSize=50')
    await expect.poll(() => badge(k, '违法线索')).toBeGreaterThan(0)
    const [accept, open] = [await tabCount(k, '待受理'), await badge(k, '违法线索')]
    await press(k, key, '受理')
    await confirmDialog(k)
    await told(k, '受理成功')
    await expect.poll(() => tabCount(k, '待受理')).toBe(accept - 1)
    expect(await badge(k, '违法线索')).toBe(open)
    await show(k, 'Case', 'tab=working&pageSize=50')
    await press(k, key, '处理')
    await reaches(k, to => to.pathname.endsWith('/processForm'))
    const field = (name: string) => k.locator(`[id="illegalClues/processForm.${name}"]`)
    // what proves it stands beside the form
    await k.locator('.beside').getByRole('link', { name: '截图.png' }).waitFor()
    await expect.poll(() => k.locator('.beside .image img').count()).toBe(1)
    await expect
      .poll(() => k.locator('.beside .timeline li b').allInnerTexts())
      .toEqual(['受理', '派发', '派发', '确认'])
    const pick = async (name: string, text: string) => {
      await field(name).click()
      await field(name).fill(text)
      await k.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
    }
    // the day of the check is today, unless somebody says another
    expect(await field('checkDate').inputValue()).toBe(chinaTime().slice(0, 10))
    await pick('processMode', '行政指导')
    await pick('checkResult', '违反网络交易规定')
    await field('measures').fill('已约谈并删除违法信息')
    await k.getByRole('button', { name: '保存草稿' }).click()
    await told(k, '草稿已保存')
    await k.getByRole('button', { name: '提交', exact: true }).click()
    await told(k, '处理结果已提交')
    await reaches(k, to => !to.pathname.endsWith('/processForm'))
    await expect.poll(() => badge(k, '违法线索')).toBe(open - 1)

    await show(c, 'CasePush', 'tab=review&pageSize=50')
    const review = await tabCount(c, '待审核')
    await press(c, key, '审核通过')
    await confirmDialog(c)
    await told(c, '审核通过成功')
    await expect.poll(() => tabCount(c, '待审核')).toBe(review - 1)
    expect(await stateOf(c, key)).toBe('60')
    await c.goto(`${own.server.url}/illegalClues/particulars?${only}`)
    await expect
      .poll(() => c.locator('.timeline li:visible b').allInnerTexts())
      .toEqual(['审核通过', '处理', '受理', '派发', '派发', '确认'])
  })

  it('R4.09 goes back with a reason, and is sent again', async () => {
    const {
      city: { page: c },
      county: { page: k },
    } = staff
    const { resultId } = await call<{ resultId: string }>(c, `${CLUES}/reportAdd`, {
      objectName: '退回样例',
      objectUrl: 'https://a.example/back',
      illegalCategory: '03',
      illegalDesc: '夸大宣传',
    })
    await show(c, 'CasePush', 'tab=unsent&objectName=退回样例')
    await sendTo(c, resultId, '鼓楼区市场监管局')
    await show(k, 'Case', 'objectName=退回样例')
    await press(k, resultId, '退回')
    await choose(k, 'returnReason', '非本辖区')
    await k.locator('[id="ask.opinion"]').fill('经营地在长乐')
    await confirmDialog(k)
    await told(k, '退回成功')
    await show(c, 'CasePush', 'tab=returned&objectName=退回样例')
    await sendTo(c, resultId, '鼓楼区市场监管局')
    expect(await stateOf(k, resultId)).toBe('20')
  })

  it('R8.04 R4.09 twenty at once of which three have moved on: both counts and each reason once', async () => {
    const {
      city: { page: c },
      county: { page: k },
    } = staff
    const keys: string[] = []
    for (let i = 0; i < 20; i++)
      keys.push(
        (
          await call<{ resultId: string }>(c, `${CLUES}/reportAdd`, {
            objectName: `批量样例${i}`,
            objectUrl: `https://a.example/${i}`,
            illegalCategory: '03',
            illegalDesc: '夸大宣传',
          })
        ).resultId,
      )
    const sent = await call<{ code: string }[]>(c, `${CLUES}/clubLeadProcess`, {
      ids: keys,
      action: 'pf',
      toOrg: 'org-350102',
    })
    expect(sent.filter(({ code }) => code === '1')).toHaveLength(20)
    await show(k, 'Case', 'objectName=批量样例')
    await expect.poll(() => k.locator('[data-row-key]:visible').count()).toBe(20)
    await k.getByRole('checkbox', { name: '选择本页' }).click()
    await call(k, `${CLUES}/clubLeadProcess`, { ids: keys.slice(0, 3), action: 'sl' })
    await k.locator('.toolbar:visible').getByRole('button', { name: '受理' }).click()
    await confirmDialog(k)
    const notice = k.locator('.notice', { hasText: '失败' }).first()
    await notice.waitFor()
    expect((await notice.innerText()).trim()).toBe('受理成功17条，失败3条\n1. 记录已是“处理中”，不能受理')
    for (const key of keys) expect(await stateOf(k, key)).toBe('30')
  })

  it('R6.02 goes out as a spreadsheet of what was chosen, with its files, and the route tells it', async () => {
    const {
      city: { page: c },
    } = staff
    await show(c, 'Case', 'tab=all&objectName=批量样例')
    await expect.poll(() => c.locator('[data-row-key]:visible').count()).toBeGreaterThan(1)
    const keys = await c
      .locator('[data-row-key]:visible')
      .evaluateAll(rows => rows.slice(0, 2).map(one => one.getAttribute('data-row-key') ?? ''))
    for (const key of keys) await row(c, key).getByRole('checkbox').check()
    const [file] = await Promise.all([
      c.waitForEvent('download'),
      c.locator('.toolbar:visible').getByRole('button', { name: '导出文件' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^违法线索_\d{12}\.zip$/)
    const { sheets } = await readXlsx(Buffer.from(unzipSync(readFileSync(await file.path()))['违法线索.xlsx'] ?? []))
    expect(sheets[0]?.rows).toHaveLength(4 + keys.length)
    await c.goto(`${own.server.url}/illegalClues/particulars?resultId=${keys[0]}`)
    await expect.poll(() => c.locator('.timeline li:visible b').first().innerText()).toBe('导出文件')
  })

  it('R6.02 has the buttons of one’s role and of its state', async () => {
    const seen = async (username: string, query: string): Promise<string[]> => {
      const { page, context } = await own.logIn(accountOf(one => one.username === username))
      const { list } = await call<{ list: { resultId: string; $may: string[] }[] }>(page, `${CLUES}/queryListNew`, {
        ...Object.fromEntries(new URLSearchParams(query)),
        pageNo: 1,
        pageRowNo: 50,
        pageFlag: 1,
      })
      const key = list.find(({ $may }) => $may.length > 2)?.resultId ?? ''
      await page.goto(`${own.server.url}/illegalClues/particulars?resultId=${key}`)
      await page.getByRole('heading').first().waitFor()
      const more = page.locator('.page:visible').getByRole('button', { name: '更多', exact: true })
      if ((await more.count()) > 0) await more.first().click()
      const labels = await page
        .locator(
          '.page-head:visible button, .detail-head:visible button, .page:visible .button, [role=menuitem]:visible',
        )
        .allInnerTexts()
      await context.close()
      return ['移送', '派发', '受理', '处理', '退回', '导出文件'].filter(label =>
        labels.some(text => text.trim() === label),
      )
    }
    expect(await seen('huainan_yaopin', 'resultStatus=10&productField=1')).toEqual(['移送', '派发', '处理', '导出文件'])
    expect(await seen('huainan_admin', 'resultStatus=20')).toEqual(['派发', '受理', '退回', '导出文件'])
  })

  it('that is suspected is given out with others in one batch, to the units of their areas', async () => {
    const {
      city: { page: c },
    } = staff
    await show(c, 'Details', 'resultStatus=00')
    await expect.poll(() => c.locator('[data-row-key]:visible').count()).toBeGreaterThan(1)
    const keys = await c
      .locator('[data-row-key]:visible')
      .evaluateAll(rows => rows.slice(0, 2).map(one => one.getAttribute('data-row-key') ?? ''))
    for (const key of keys) await row(c, key).getByRole('checkbox').check()
    await c.locator('.toolbar:visible').getByRole('button', { name: '分配', exact: true }).click()
    await choose(c, 'allocMode', '按属地')
    await confirmDialog(c)
    await told(c, '已分配，由接收单位研判')
    const { list } = await call<Stored>(c, '/api-im/wjSuspectedAllocations/list', {
      pageNo: 1,
      pageRowNo: 20,
      pageFlag: 1,
    })
    expect(new Set(list.map(one => one['batchNo'])).size).toBe(1)
    expect(list.flatMap(one => String(one['suspectIds']).split(',')).sort()).toEqual(keys.sort())
  })

  it('nothing was said in the console that ought not to be', () => {
    expect(Object.values(staff).flatMap(({ problems }) => problems)).toEqual([])
  })
})
