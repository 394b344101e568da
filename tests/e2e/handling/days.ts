import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, accountOf, arrived, listed, ownConsole, reaches, rows, type Staff } from '../harness.ts'
import { heldBy, keyboard, mouse, type Hands, type HandsOn } from '../hands.ts'
import { some } from '../../whole.ts'

const own = ownConsole()
/** An account of the demonstration; the colleagues of those that it lists have the same password. */
const named = (username: string): Account => ({ ...accountOf(() => true), username })
const told = (page: Page, text: string): Promise<void> => page.locator('.notice', { hasText: text }).first().waitFor()

/** One member of staff at work. */
class Worker {
  readonly page: Page
  readonly hands: Hands
  constructor({ page }: Staff, handsOn: HandsOn) {
    this.page = page
    this.hands = handsOn(page)
  }

  press = (name: string | RegExp): Promise<void> => this.hands.press(this.button(name))
  button = (name: string | RegExp): Locator =>
    this.page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()

  /** Through the menu, as somebody who knows where it stands. */
  async open(group: string, title: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: '主菜单' })
    // a badge belongs to its name
    const link = menu.locator('a', { has: this.page.getByText(title, { exact: true }) })
    if (!(await link.isVisible())) await this.hands.press(menu.getByRole('button', { name: group, exact: true }))
    await this.hands.press(link)
    await arrived(this.page, title)
    await listed(this.page)
  }

  /** From the bell to the record that the newest message is about. */
  async openNewest(about: string): Promise<void> {
    await this.page.reload()
    await this.press(/^消息通知/)
    await this.hands.press(
      this.page.getByRole('dialog', { name: '消息通知' }).getByRole('button', { name: about }).first(),
    )
    await this.onRecord()
  }

  onRecord = (): Promise<void> => this.page.locator('.detail-body:visible').first().waitFor()

  ask = (field: string): Locator => this.page.locator(`[id="ask.${field}"]`)

  /** The dialog of a transition: what stands in it is said already. */
  async confirm(done: string, further?: RegExp): Promise<void> {
    const buttons = this.dialog().getByRole('button')
    const act = further ? this.dialog().getByRole('button', { name: further }) : buttons.last()
    await this.hands.press(act)
    await told(this.page, done)
  }
  dialog = (): Locator => this.page.getByRole('dialog').filter({ visible: true })

  /** The dialog names the unit that the record's area belongs to. */
  async sendTo(unit: string): Promise<void> {
    await expect.poll(() => heldBy(this.dialog())).toContain(unit)
    await this.confirm('派发成功')
  }
}

/** Each with a county that has a hit of its own. */
const WAYS: [how: string, handsOn: HandsOn, area: string, account: string][] = [
  ['the mouse', mouse, '台江区', 'fj_350103_1'],
  ['the keyboard alone', keyboard, '晋安区', 'fj_350111_1'],
]

describe.each(some(WAYS, 1))('a day of work with %s', (how, handsOn, area, ofCounty) => {
  const workers = {} as Record<'province' | 'city' | 'county', Worker>
  const staff: Staff[] = []
  let tries = 0
  beforeAll(async () => {
    for (const [who, username] of [
      ['province', 'fj_province'],
      ['city', 'fj_fuzhou'],
      ['county', ofCounty],
    ] as const) {
      const one = await own.logIn(named(username))
      staff.push(one)
      workers[who] = new Worker(one, handsOn)
    }
  })
  afterAll(async () => {
    for (const { context } of staff) await context.close()
  })

  it('R4.05 R4.09 leads a clue from its hit to its end over three levels', async () => {
    const { province: p, city: c, county: k } = workers
    await p.open('线索办理', '疑似违法')
    // what is grave takes a second person
    const hit = rows(p.page).filter({ hasText: area }).filter({ hasNotText: '高' }).first()
    await p.hands.press(hit.getByRole('link').first())
    await p.onRecord()
    await p.press('确认')
    await p.confirm('确认成功', /确认并派发/)
    await p.sendTo('福州市市场监管局')
    await c.openNewest('派发')
    await c.press('派发')
    await c.sendTo(`${area}市场监管局`)
    await k.openNewest('派发')
    await k.press('受理')
    await k.confirm('受理成功', /受理并处理/)
    await reaches(k.page, to => to.pathname.endsWith('/processForm'))
    const field = (name: string) => k.page.locator(`[id="illegalClues/processForm.${name}"]`)
    await k.hands.pick(field('checkResult'), '违反网络交易规定')
    await k.hands.pick(field('processMode'), '行政指导')
    await k.hands.write(field('measures'), '已约谈并删除违法信息')
    await k.press('提交')
    await told(k.page, '处理结果已提交')
    await c.openNewest('处理')
    await c.press('审核通过')
    await c.confirm('审核通过成功')
    await expect
      .poll(() => c.page.locator('.timeline li:visible b').allInnerTexts())
      .toEqual(['审核通过', '处理', '受理', '派发', '派发', '确认'])
    const steps = [p, c, k].map(one => one.hands.steps())
    const all = steps.reduce((a, b) => a + b)
    console.info(`a clue’s way with ${how}: ${steps.join(' + ')} = ${all}`)
    // it took 39 when nothing was filled in
    expect(all).toBeLessThanOrEqual(24)
    expect(staff.flatMap(({ problems }) => problems)).toEqual([])
  })

  it('filters a list, keeps it as a view, exports and labels it, and walks through it and back', async () => {
    const { city } = workers
    const { page, hands } = city
    const first = (): Promise<string> => rows(page).first().locator('a').first().innerText()
    await city.open('数据中心', '网店')
    await hands.write(page.getByRole('textbox', { name: '网店名称' }), '店')
    await city.press('查询')
    await reaches(page, /shopName=/)
    // a second try finds the first one's view in use, and its name on the button
    tries += 1
    await city.press(/^视图/)
    await hands.write(page.getByRole('textbox', { name: '视图名称' }), `有店字的 ${how} ${tries}`)
    await city.press('保存为新视图')
    await page.getByText('当前', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const [file] = await Promise.all([page.waitForEvent('download'), city.press('导出')])
    expect(await file.failure()).toBeNull()
    await hands.press(page.getByRole('checkbox', { name: '选择本页' }))
    await city.press('打标签')
    await hands.pick(city.ask('labelIds'), '重点关注')
    await page.keyboard.press('Tab')
    // what was labelled comes to the top
    const again = page.waitForResponse(answer => answer.url().includes('eshopList'))
    await city.confirm('成功')
    const { data } = (await (await again).json()) as { data: { list: { shopName: string }[] } }
    const name = data.list[0]?.shopName ?? ''
    // the answer is here before it is drawn
    await expect.poll(first).toBe(name)
    await hands.press(rows(page).first().locator('a').first())
    await city.onRecord()
    await city.press('下一条')
    await page.getByText('第 2 条').filter({ visible: true }).first().waitFor()
    await city.press('返回')
    await listed(page)
    await reaches(page, /shopName=/)
    await expect.poll(first).toBe(name)
    console.info(`a list’s work with ${how}: ${hands.steps()}`)
  })

  it('R4.01 R4.03 R6.02 makes a role and a user of it, who signs in with a password of their own', async () => {
    const admin = await own.logIn(named('huainan_admin'))
    const { page } = admin
    const a = new Worker(admin, handsOn)
    const tag = handsOn === mouse ? 'mouse' : 'keys'
    const text = (name: RegExp) => page.getByRole('textbox', { name }).filter({ visible: true })
    const select = (name: string) => page.getByRole('combobox', { name }).filter({ visible: true })
    await a.open('系统设置', '角色管理')
    await a.press('新增')
    await arrived(page, '角色登记')
    await a.hands.write(text(/角色代码/), `desk_${tag}`)
    await a.hands.write(text(/角色名称/), `值班 ${tag}`)
    await a.hands.pick(select('数据范围'), '本级及下级')
    // nothing ticked would be nothing granted; the arrows go from one of a group to the next
    await a.hands.press(page.getByRole('radio', { name: /^只限所选菜单/ }))
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.getByRole('radio', { name: /^不限定/ }).isChecked()).toBe(true)
    await a.press('保存')
    await told(page, '角色已保存')
    await a.open('系统设置', '用户管理')
    await a.press('新增')
    await arrived(page, '用户登记')
    await a.hands.write(text(/登录名/), `desk_${tag}`)
    await a.hands.write(text(/姓名/), `值班员 ${tag}`)
    await a.hands.pick(select('所属单位'), '田家庵区市场监管局')
    await a.hands.pick(select('角色'), `值班 ${tag}`)
    await page.keyboard.press('Tab')
    await a.press('保存')
    const password = (
      await a
        .dialog()
        .getByText(/^一次性密码：/)
        .first()
        .innerText()
    ).replace(/^.*：/, '')
    expect(await a.dialog().innerText()).toContain(`账号 desk_${tag}`)
    await a.hands.press(a.dialog().getByRole('button', { name: '已记下' }))
    await admin.context.close()

    const context = await own.browser.newContext()
    const desk = await context.newPage()
    const hands = handsOn(desk)
    const signIn = async (secret: string): Promise<void> => {
      await hands.write(desk.getByLabel('账号', { exact: true }), `desk_${tag}`)
      await hands.write(desk.getByLabel('密码', { exact: true }), secret)
      await hands.press(desk.getByRole('button', { name: /登\s*录/ }))
    }
    await desk.goto(`${own.server.url}/login`)
    await signIn(password)
    await reaches(desk, /caseClues\/xsPaiFa/)
    await hands.write(desk.getByLabel('旧密码'), password)
    await hands.write(desk.getByLabel('新密码'), 'Desk2025work')
    await hands.write(desk.getByLabel('确认密码'), 'Desk2025work')
    await hands.press(desk.getByRole('button', { name: '修改密码' }))
    await reaches(desk, /\/login/)
    await signIn('Desk2025work')
    // the first page of the menu, with its numbers
    await reaches(desk, /index\/workbench/)
    await desk.locator('.kpi-value').first().waitFor()
    console.info(`an administrator’s day with ${how}: ${a.hands.steps()}, and the new user’s ${hands.steps()}`)
    expect(admin.problems).toEqual([])
    await context.close()
  })
})
