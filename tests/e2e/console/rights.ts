import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reaches, type Account, accountOf, arrived, choose, listed, ownConsole, rows } from '../harness.ts'

const own = ownConsole()

const named = (username: string): Account => accountOf(account => account.username === username)
const menuTexts = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts()

async function find(page: Page, filter: string, text: string): Promise<void> {
  await listed(page)
  await page.getByRole('textbox', { name: filter }).fill(text)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await rows(page).allInnerTexts()).every(row => row.includes(text))).toBe(true)
}

/** Sent as the page's own user: some of what a test needs has nothing to do with what it proves. */
const ask = (page: Page, path: string, body: object): Promise<unknown> =>
  page.evaluate(
    async ([url, sent]) => {
      const token = /(?:^|; )Token=([^;]+)/.exec(document.cookie)?.[1]
      const answer = await fetch(`/prod-api${url}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          client_id: 'webApp',
          client_secret: 'webApp',
        },
        body: JSON.stringify(sent),
      })
      return ((await answer.json()) as { data?: unknown }).data
    },
    [path, body] as const,
  )

describe('R4.04 R6.02 menus of a role', () => {
  it('granted by one are what another sees, at the next call, without a reload', async () => {
    const staff = await own.logIn(named('huainan_datong'))
    await choose(staff.page, '网站')
    await listed(staff.page)
    await expect.poll(() => menuTexts(staff.page)).toEqual(expect.arrayContaining(['网店', '网站']))

    const { page, context, problems } = await own.logIn(named('admin'))
    await page.goto(`${own.server.url}/caseClues/role`)
    await find(page, '角色名称', '区县局级')
    await rows(page).first().getByRole('button', { name: '修改' }).click()
    await page.getByRole('radio', { name: '只限所选菜单' }).focus()
    await page.keyboard.press('Space')
    const group = page.getByRole('checkbox', { name: '数据中心', exact: true })
    await group.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('checkbox', { name: '网店', exact: true }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: '网站', exact: true }).check()
    await expect.poll(() => group.evaluate(box => (box as HTMLInputElement).indeterminate)).toBe(true)
    await page.getByRole('checkbox', { name: '退回', exact: true }).uncheck()
    await page.getByRole('button', { name: '保存' }).click()
    await arrived(page, '角色管理')
    expect(problems).toEqual([])
    await context.close()

    await staff.page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
    await expect.poll(() => menuTexts(staff.page)).not.toContain('网店')
    await expect.poll(() => menuTexts(staff.page)).toContain('网站')
    // what the page asked for in the moment of the change may be refused: that is the point
    expect(staff.problems.filter(problem => !problem.includes('403'))).toEqual([])
    await staff.context.close()
  })

  it('of all customers are changed by the platform alone: others see no button for it', async () => {
    const { page, context } = await own.logIn(named('huainan_admin'))
    await page.goto(`${own.server.url}/caseClues/role`)
    await find(page, '角色名称', '县级管理员')
    expect(await rows(page).first().getByRole('button', { name: '修改' }).count()).toBe(0)
    await context.close()
  })
})

describe('a new user', () => {
  it('changes the one-time password first, and is out when disabled', async () => {
    const admin = await own.logIn(named('huainan_admin'))
    const made = (await ask(admin.page, '/api-user/users/saveOrUpdate', {
      username: 'e2e_new',
      nickName: '端到端新人',
      orgId: 'org-340403',
      areaCode: '340403',
      roleIds: 'role-county_admin',
    })) as { password: string }
    const account = { ...named('huainan_datong'), username: 'e2e_new', password: made.password }
    const first = await own.logIn(account)
    await reaches(first.page, /caseClues\/xsPaiFa/)
    await first.page.goto(`${own.server.url}/dataCenter/website`)
    await reaches(first.page, /caseClues\/xsPaiFa/)
    await first.page.getByLabel('旧密码').waitFor()
    expect(first.problems).toEqual([])
    await first.page.getByLabel('旧密码').fill(made.password)
    await first.page.getByLabel('新密码').fill('Better2025')
    await first.page.getByLabel('确认密码').fill('Better2025')
    await first.page.getByRole('button', { name: '修改密码' }).click()
    await reaches(first.page, /\/login/)
    await first.context.close()
    const again = await own.logIn({ ...account, password: 'Better2025' })
    await listed(again.page)

    await admin.page.goto(`${own.server.url}/caseClues/user`)
    await find(admin.page, '登录名', 'e2e_new')
    const more = () => rows(admin.page).first().getByRole('button', { name: '更多' }).click()
    await more()
    await admin.page.getByRole('menuitem', { name: '停用账号' }).click()
    await admin.page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|停\s*用/ })
      .click()
    await admin.page.getByText('用户已停用').first().waitFor()
    await more()
    await admin.page.getByRole('menuitem', { name: '启用账号' }).waitFor()
    await again.context.close()
    const page = await own.browser.newPage()
    await page.goto(`${own.server.url}/login`)
    await page.getByLabel('账号', { exact: true }).fill('e2e_new')
    await page.getByLabel('密码', { exact: true }).fill('Better2025')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByText('该账户没有登录该平台的权限').first().waitFor()
    await page.close()
    await admin.context.close()
  })
})

describe('a unit', () => {
  it('is changed in its form, and not deleted while it has users', async () => {
    const { page, context } = await own.logIn(named('huainan_admin'))
    await page.goto(`${own.server.url}/caseClues/org`)
    await find(page, '单位名称', '药品科')
    await rows(page).first().getByRole('button', { name: '修改' }).click()
    await page.getByRole('textbox', { name: /负责人/ }).fill('演示负责人')
    await page.getByRole('button', { name: '保存' }).click()
    await arrived(page, '单位管理')
    await expect.poll(() => rows(page).first().innerText()).toContain('演示')
    await rows(page).first().getByRole('button', { name: '删除' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|删\s*除/ })
      .click()
    await page
      .getByText(/该单位还有 \d+ 个用户，请先把他们调到其他单位/)
      .first()
      .waitFor()
    await context.close()
  })
})
