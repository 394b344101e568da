import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reaches, type Account, accountOf, arrived, choose, listed, ownConsole, rows } from '../harness.ts'

const own = ownConsole()

const city = (area: string): Account => accountOf(a => a.areaCode === area && a.areaLevel <= 2)
const menuTexts = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()
const firstName = (page: Page): Promise<string> => rows(page).first().locator('a').first().innerText()

/** A number opens the list that it counts, and back leads to the number, with the focus on it. */
async function leadsToItsRows(page: Page): Promise<void> {
  const number = page.locator('[data-widget="clues"] .kpi-value')
  const count = await number.locator('b').innerText()
  await number.click()
  await page.getByText(`共 ${count} 条`).locator('visible=true').waitFor()
  await page.goBack()
  await expect.poll(() => number.evaluate(element => element === document.activeElement)).toBe(true)
}

/** A county of the map is looked at by a click; the address says so, and the way up leads back. */
async function drills(page: Page): Promise<void> {
  await page.locator('[data-widget="map"] path[data-mark="0"]').click()
  await reaches(page, /area=3404\d\d/)
  const up = page.getByRole('navigation', { name: '所看地区' }).getByRole('button', { name: '淮南市' })
  await up.waitFor()
  await page.reload()
  await up.click()
  await reaches(page, to => !to.searchParams.has('area'))
  await page.goBack()
  await reaches(page, /area=3404\d\d/)
}

describe('logging in', () => {
  it('R2.01 without a token any page goes to the login page', async () => {
    const page = await own.browser.newPage()
    await page.goto(`${own.server.url}/dataCenter/onlineShop`)
    await reaches(page, /\/login/)
    await expect.poll(() => page.getByLabel('账号', { exact: true }).isVisible()).toBe(true)
    await page.close()
  })

  it('a wrong password says so and keeps what was typed', async () => {
    const page = await own.browser.newPage()
    await page.goto(`${own.server.url}/login`)
    await page.getByLabel('账号', { exact: true }).fill('fj_province')
    await page.getByLabel('密码', { exact: true }).fill('wrong-Password1')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByText('用户名或密码错误').first().waitFor()
    await expect.poll(() => page.getByLabel('账号', { exact: true }).inputValue()).toBe('fj_province')
    await expect.poll(() => page.getByLabel('密码', { exact: true }).inputValue()).toBe('wrong-Password1')
    await page.close()
  })

  it('R1.01 R2.03 R2.06 R3.01 staff land on their first menu page, titled by page and customer', async () => {
    const staff = await own.logIn(city('340400'), '')
    await staff.page.locator('.kpi-value').first().waitFor()
    expect(new URL(staff.page.url()).pathname).toBe('/index/workbench')
    await expect.poll(() => staff.page.title()).toContain('工作台')
    // what waits, by its limit, and the one button that opens the first of it
    const first = staff.page.locator('.worklist-rows a').first()
    const url = new URL(await first.evaluate((link: HTMLAnchorElement) => link.href))
    await staff.page.getByRole('button', { name: '办理下一件' }).click()
    await expect.poll(() => new URL(staff.page.url()).href).toBe(url.href)
    await expect.poll(() => staff.page.locator('header.header').innerText()).toContain('淮南市网络交易数据监测平台')
    const cookies = await staff.context.cookies()
    expect(cookies.map(c => c.name)).toEqual(expect.arrayContaining(['Token', 'apitenant']))
    const kept = await staff.page.evaluate(
      () => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { sysArea?: { areaCode: string } },
    )
    expect(kept.sysArea?.areaCode).toBe('340400')
    await staff.page.goto(`${own.server.url}/index/home`)
    await staff.page.locator('.kpi-value').first().waitFor()
    await leadsToItsRows(staff.page)
    await drills(staff.page)
    expect(staff.problems).toEqual([])
    await staff.context.close()
  })

  it('R2.05 R2.10 an unknown page is a 404, and so is one that the user may not see', async () => {
    const staff = await own.logIn(accountOf(a => a.areaLevel === 4))
    await staff.page.goto(`${own.server.url}/no/such/page`)
    await reaches(staff.page, /\/404/)
    await staff.page.goto(`${own.server.url}/caseClues/user`)
    await reaches(staff.page, /\/404/)
    await staff.context.close()
  })

  it('R4.01 logging out asks first, then forgets the session', async () => {
    const staff = await own.logIn(city('640000'))
    await staff.page.getByRole('button', { name: /宁夏区级演示/ }).click()
    await staff.page
      .getByRole('menuitem', { name: '退出登录' })
      .or(staff.page.getByRole('button', { name: '退出登录' }))
      .click()
    await staff.page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|退\s*出/ })
      .click()
    await reaches(staff.page, /\/login/)
    expect((await staff.context.cookies()).find(c => c.name === 'Token')).toBeUndefined()
    await staff.context.close()
  })
})

describe('R6.05 R6.06 R6.07 staff of three areas see three menus', () => {
  const MENUS: [area: string, expected: string[]][] = [
    ['350000', ['网店', '电商平台']],
    ['520000', ['平台内经营者', '网站']],
    ['640000', ['网络店铺', '经营网站']],
  ]
  for (const [area, expected] of MENUS) {
    it(`area ${area}: ${expected.join(' ')}`, async () => {
      const staff = await own.logIn(city(area))
      await listed(staff.page)
      await expect.poll(async () => (await menuTexts(staff.page)).slice(0, 3)).toEqual(['工作台', ...expected])
      await staff.context.close()
    })
  }
})

describe('R2.07 list → filter → page 2 → detail → back', () => {
  it('finds everything as it was: filter, page, rows and scroll', async () => {
    const { page, context, problems } = await own.logIn(city('340400'))
    await listed(page)
    await page.getByRole('textbox', { name: '网店名称' }).fill('店')
    await page.keyboard.press('Enter')
    await reaches(page, /shopName=/)
    await page.getByRole('button', { name: '下一页' }).click()
    await reaches(page, /page=2/)
    await rows(page).first().locator('td').filter({ hasText: /^21$/ }).first().waitFor()
    const [before, url] = [await firstName(page), page.url()]
    await rows(page).nth(4).locator('a').first().click()
    await page.getByText('主体信息').first().waitFor()
    await page.goBack()
    await listed(page)
    expect(page.url()).toBe(url)
    await expect.poll(() => firstName(page)).toBe(before)
    await expect.poll(() => page.getByRole('textbox', { name: '网店名称' }).inputValue()).toBe('店')
    await page.reload()
    await listed(page)
    await expect.poll(() => firstName(page)).toBe(before)
    await expect.poll(() => page.getByRole('textbox', { name: '网店名称' }).inputValue()).toBe('店')
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('website: add, change, delete with a reason', () => {
  const NAME = '端到端演示网站'
  it('R5.01 keeps what was typed when something is missing, and saves when nothing is', async () => {
    const { page, context } = await own.logIn(city('340400'))
    await listed(page)
    await choose(page, '网站')
    await listed(page)
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByRole('button', { name: '保存' }).waitFor()
    await page.getByRole('textbox', { name: /网站名称/ }).fill(NAME)
    await page.getByRole('button', { name: '保存' }).click()
    await page.locator('.form-note[role=alert]').first().waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: /网站名称/ }).inputValue()).toBe(NAME)
    await fillWebsite(page)
    await page.getByRole('button', { name: '保存' }).click()
    await arrived(page, '网站')
    await findWebsite(page, NAME)
    await expect.poll(() => rows(page).count()).toBe(1)

    await pickOfMore(page, '修改')
    await page.getByRole('button', { name: '保存' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: /网站名称/ }).inputValue()).toBe(NAME)
    await page.getByRole('textbox', { name: /网站名称/ }).fill(`${NAME}二`)
    await page.getByRole('button', { name: '保存' }).click()
    await arrived(page, '网站')
    await findWebsite(page, `${NAME}二`)

    await pickOfMore(page, '删除')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /确\s*定|删\s*除/ }).click()
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await dialog.getByRole('textbox').fill('端到端测试删除')
    await dialog.getByRole('button', { name: /确\s*定|删\s*除/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    await rows(page).first().waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.list:visible').innerText()).toMatch(/没有|暂无/)
    await context.close()
  })
})

async function pickOfMore(page: Page, action: string): Promise<void> {
  await rows(page).first().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function fillWebsite(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /域名/ }).fill('e2e-demo.example')
  await page.getByRole('textbox', { name: /首页网址/ }).fill('https://e2e-demo.example/')
  await page.getByRole('textbox', { name: /主体名称/ }).fill('淮南端到端演示有限公司')
  await page.getByRole('textbox', { name: /统一社会信用代码/ }).fill('91340400MA00000X11')
  await chooseFirst(page, '所属地区')
  await chooseFirst(page, '网站类型')
}

/** Opens a select or a cascader by its label and takes the first entry of every level. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  await page.getByLabel(label).filter({ visible: true }).first().click()
  const menus = page.locator('.ant-cascader-menu:visible')
  const options = page.locator('.ant-select-item-option:visible')
  await menus.or(options).first().waitFor()
  if (await options.count()) return options.first().click()
  for (let level = 0; (await menus.count()) > level; level++) {
    await menus.nth(level).locator('li').first().click()
    // what lies below comes in a column of its own; the last level closes all of them
    await expect.poll(async () => [0, level + 2].includes(await menus.count())).toBe(true)
  }
}

async function findWebsite(page: Page, name: string): Promise<void> {
  await choose(page, '网站')
  await page.getByRole('textbox', { name: /网站名称/ }).fill(name)
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await reaches(page, /siteName=/)
  await expect.poll(async () => (await rows(page).allInnerTexts()).map(text => text.includes(name))).toEqual([true])
}

describe('a user of one area cannot read another area’s shop', () => {
  it('not by list, not by id, not by address', async () => {
    const other = await own.logIn(city('350000'))
    await listed(other.page)
    const foreign = await rows(other.page).first().getAttribute('data-row-key')
    await other.context.close()
    const { page, context } = await own.logIn(city('340400'))
    await listed(page)
    const answers = await page.evaluate(async uniqueId => {
      const token = /(?:^|; )Token=([^;]+)/.exec(document.cookie)?.[1]
      const ask = async (path: string, body: unknown) => {
        const answer = await fetch(`/prod-api${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            client_id: 'webApp',
            client_secret: 'webApp',
          },
          body: JSON.stringify(body),
        })
        return {
          status: answer.status,
          body: (await answer.json()) as { data?: { totalRecord?: number; shopName?: string } },
        }
      }
      return [
        await ask('/api-im/eshop/queryOne', { uniqueId }),
        await ask('/api-im/eshop/eshopList', { pageNo: 1, pageRowNo: 20, pageFlag: 1, areaCode: '350000' }),
      ]
    }, foreign)
    expect(answers[0]!.status).toBe(404)
    expect(answers[0]!.body.data?.shopName).toBeUndefined()
    expect(answers[1]!.body.data?.totalRecord).toBe(0)
    await page.goto(`${own.server.url}/dataCenter/shopDetails?uniqueId=${foreign}`)
    await page.getByText('没有这条网店').first().waitFor()
    await context.close()
  })
})
