import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { reaches, arrived, choose as chooseFromMenu, logIn, ownConsole, rows, temporaryFolder } from './harness.ts'

/** Another product by configuration alone: examples/library on the engine and its base, with no code of its own. */
const LIBRARY = fileURLToPath(new URL('../../examples/library', import.meta.url))
const own = ownConsole(() => ({ CONFIG_DIR: LIBRARY, DATA_DIR: temporaryFolder(), DEMO: '1' }))
const PASSWORD = 'Reading-Room-47'
const BOOK = '城南旧事'
const READER = '林英子'

let page: Page
let problems: string[]

const signIn = async (username: string, password: string): Promise<void> => {
  ;({ page, problems } = await logIn(own.browser, own.server.url, { username, password }))
}
const labelled = (label: string) => page.getByLabel(label).filter({ visible: true }).first()
const press = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
const seen = (text: string) => rows(page).filter({ hasText: text }).first()

/** Whoever has a one-time password can do nothing before it is changed, and signs in with the new one. */
async function changePassword(username: string, old: string): Promise<void> {
  await signIn(username, old)
  await arrived(page, '修改密码')
  await labelled('旧密码').fill(old)
  await labelled('新密码').fill(PASSWORD)
  await labelled('确认密码').fill(PASSWORD)
  await page.locator('.password-form button[type=submit]').click()
  await reaches(page, /\/login/)
  await page.context().close()
  await signIn(username, PASSWORD)
  await arrived(page, '图书')
}

/** The first area of every level: Dongcheng in Beijing, where the example has a branch. */
async function chooseArea(): Promise<void> {
  await labelled('所属地区').click()
  const menus = page.locator('.ant-cascader-menu:visible')
  await menus.first().waitFor()
  for (let level = 0; (await menus.count()) > level; level++) {
    await menus.nth(level).locator('li').first().click()
    await expect.poll(async () => [0, level + 2].includes(await menus.count())).toBe(true)
  }
}

async function choose(label: string, text: string): Promise<void> {
  await labelled(label).click()
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
}

async function add(menu: string, form: string, fill: () => Promise<void>): Promise<void> {
  await chooseFromMenu(page, menu)
  await press('新增')
  await arrived(page, form)
  await fill()
  await press(/^保\s*存$/)
  await arrived(page, menu)
}

/** A call as the signed-in person's console sends it. */
const call = <T>(path: string, body: object): Promise<T> =>
  page.evaluate(
    async ([to, text]) => {
      const token = /(?:^|; )Token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`/prod-api${to}`, { method: 'POST', headers, body: text })
      return ((await answer.json()) as { data: T }).data
    },
    [path, JSON.stringify(body)] as const,
  )

beforeAll(async () => {
  const [, password = ''] = /one-time password: admin (\S+)/.exec(own.server.output) ?? []
  await changePassword('admin', password)
})

describe('a library lends books', () => {
  it('and is called as its configuration says, from the first byte', async () => {
    expect(own.server.output).toContain('图书馆借阅台')
    expect(await (await fetch(own.server.url)).text()).toContain('<title>图书馆借阅台</title>')
    expect(await page.getByRole('menuitem').or(page.locator('nav a, nav button')).allInnerTexts()).toEqual(
      expect.arrayContaining(['图书', '读者', '借阅']),
    )
  })

  it('keeps books and readers', async () => {
    await add('图书', '图书登记', async () => {
      await labelled('书名').fill(BOOK)
      await labelled('作者').fill('林海音')
      await choose('类别', '文学')
      await chooseArea()
    })
    await seen(BOOK).waitFor()
    await add('读者', '读者登记', async () => {
      await labelled('姓名').fill(READER)
      await labelled('借书证号').fill('B0001')
      await chooseArea()
    })
    await seen(READER).waitFor()
  })

  it('lends a book and takes it back, through the states of its workflow', async () => {
    await add('借阅', '借阅登记', async () => {
      await choose('图书', BOOK)
      await choose('读者', READER)
      await chooseArea()
    })
    await expect.poll(() => seen(BOOK).innerText()).toContain('已预约')
    await seen(BOOK).getByRole('button', { name: '借出' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('应还日期').fill('2030-05-01')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: '借出' }).click()
    await expect.poll(() => seen(BOOK).innerText()).toContain('2030-05-01')
    await seen(BOOK).getByRole('button', { name: '归还' }).click()
    await expect.poll(() => seen(BOOK).innerText()).toContain('已归还')
    // a date picker in a dialog makes antd warn of its own portal in every product
    expect(problems.filter(text => !text.startsWith('Warning: trigger element'))).toEqual([])
  })
})

describe('a branch', () => {
  it('sees what its overlay says otherwise, and its own books', async () => {
    const unit = { orgName: '东城馆', orgType: '1', areaCode: '110101' }
    const orgId = await call<string>('/api-user/sysorg/saveOrUpdate', unit)
    const roleIds = await call<string>('/api-user/roles/saveOrUpdate', {
      code: 'librarian',
      name: '馆员',
      level: '3',
      dataScope: '3',
      menuIds: ['*'],
      buttons: ['*'],
    })
    const { password } = await call<{ password: string }>('/api-user/users/saveOrUpdate', {
      username: 'dongcheng',
      nickName: '东城馆员',
      areaCode: '110101',
      orgId,
      roleIds,
    })
    await chooseFromMenu(page, '图书')
    expect(await page.locator('th:visible').allInnerTexts()).not.toContain('阅览室')
    await changePassword('dongcheng', password)
    await seen(BOOK).waitFor()
    expect(await page.locator('th:visible').allInnerTexts()).toContain('阅览室')
  })
})
