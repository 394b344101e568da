import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specificationIn } from '../../src/cli/specification.ts'
import { compile } from '../../src/server/config/live.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { ROOT } from '../folders.ts'
import { ACCOUNT, SpecifiedBackend } from '../server/support/specified/backend.ts'
import { logIn, ownConsole, type Staff } from './harness.ts'

const { compiled } = compile(await readConfigFolder(ROOT))
const specification = specificationIn(ROOT)
if (!compiled || !specification) throw new Error('the configuration has errors')
const backend = new SpecifiedBackend(compiled.configuration, specification)
const own = ownConsole(async () => ({ UPSTREAM_API: await backend.listen() }))

let staff: Staff
let page: Page
beforeAll(async () => {
  staff = await logIn(own.browser, own.server.url, ACCOUNT)
  page = staff.page
})
afterAll(async () => {
  await staff.context.close()
  backend.close()
})

const go = (route: string): Promise<unknown> => page.goto(`${own.server.url}/${route}`)
const asked = (call: string): typeof backend.seen => backend.seen.filter(one => one.call === call)
const rowOf = (key: string) => page.locator(`[data-row-key="${key}"]:visible`)
const stateOf = (key: string): unknown => backend.clue(key)?.['resultStatus']

const notices = () => page.locator('.notice:visible')
const put = (key: string, resultStatus: string): unknown => Object.assign(backend.clue(key) ?? {}, { resultStatus })

describe('the console in front of a backend that speaks the specification alone', () => {
  it('R8.04 sends a selection by the specification’s batch, and tells the distinct reasons', async () => {
    const [one, two] = [backend.plant('20'), backend.plant('20')]
    await go('illegalClues/Case?tab=waiting')
    await rowOf(two).first().waitFor()
    for (const key of [one, two]) await rowOf(key).getByRole('checkbox').check()
    // somebody else was quicker
    put(two, '70')
    await page.locator('.toolbar:visible').getByRole('button', { name: /受理/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '受理' }).click()
    await notices().getByText('1. 线索已是“已撤销”，不能受理').waitFor()
    expect(asked('illegalResult.process').map(({ args }) => args)).toEqual([
      expect.objectContaining({ ids: [one, two], action: 'sl' }),
    ])
    expect(stateOf(one)).toBe('30')
  })

  it('R4.09 offers what role, state and workflow allow, takes it by clubLeadProcess, and a row goes on', async () => {
    const key = backend.plant('20')
    await go('illegalClues/Case?tab=waiting')
    await rowOf(key).first().waitFor()
    const buttons = (await rowOf(key).getByRole('button').allTextContents()).join()
    expect(buttons).toContain('受理')
    expect(buttons).not.toContain('派发')
    await rowOf(key).getByRole('button', { name: '受理', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '受理' }).click()
    await expect.poll(() => stateOf(key)).toBe('30')
    await expect.poll(() => rowOf(key).count()).toBe(0)
  })

  it('asks for a record by the name that the specification gives it, and leads on to its handling', async () => {
    const key = backend.plant('30')
    await go(`illegalClues/particulars?resultId=${key}`)
    await page.getByRole('button', { name: '处理', exact: true }).first().click()
    await page.waitForURL(/processForm/)
    expect(asked('illegalResult.one').map(({ args }) => args)).toContainEqual({ illegalId: key })
  })

  it('R7.01 asks for evidence, files and reviews of a clue on its page, and offers platforms in the backend’s words', async () => {
    const key = backend.plant('30')
    await go(`illegalClues/particulars?resultId=${key}`)
    await page.getByRole('tab', { name: '材料与审核' }).click()
    for (const call of ['illegalResult.evidence', 'illegalResult.files', 'illegalResult.audits'])
      await expect
        .poll(() => asked(call).map(({ args, refused }) => ({ args, refused })))
        .toContainEqual({
          args: { resultId: key },
          refused: undefined,
        })
    await go('dataCenter/onlineShop')
    await page.locator('[data-row-key]:visible').getByText('甲平台').first().waitFor()
    expect(asked('eshop.platforms').map(({ refused }) => refused)).not.toContainEqual(expect.anything())
  })

  it('draws a board of the chart calls, and says in a widget’s place what the backend has not got', async () => {
    await go('index/home')
    // a picture is drawn when somebody comes to it, not for who scrolled past
    const lookAt = async (name: string) => {
      const widget = page.locator(`[data-widget=${name}]`)
      await widget.scrollIntoViewIfNeeded()
      return widget
    }
    await (await lookAt('category')).getByText('特供专供类').first().waitFor()
    // one call of all kinds for all cards; a rate that is not in it is said, and not a dash
    const rooms = await lookAt('rooms')
    expect(await rooms.locator('.kpi-value').first().textContent()).toBe('90家')
    expect(await rooms.locator('.kpi-other').textContent()).toBe('50.0%')
    expect(asked('chart.countByType')).toHaveLength(1)
    const map = await lookAt('map')
    // towns, whose bounds nobody has: bars
    await map.getByText('第1镇').first().waitFor()
    expect(await map.locator('h2').textContent()).toBe('各地载体')
    await (await lookAt('liveness')).getByText('所接的后端没有这项统计').first().waitFor()
    expect(await page.locator('.kpi').getByText('–', { exact: true }).count()).toBe(0)
    expect(await page.getByText('HTTP 404').count()).toBe(0)
  })

  it('asks for nothing twice that the backend has not got, and says so on its button', async () => {
    const key = backend.plant('20')
    await go('illegalClues/Case?tab=waiting')
    await rowOf(key).first().waitFor()
    backend.seen.splice(0)
    await go('illegalClues/Case?tab=waiting')
    await rowOf(key).first().waitFor()
    await go('dataCenter/onlineShop')
    await page.locator('[data-row-key]:visible').first().waitFor()
    // by configuration: what only our own server has is never asked for
    const save = page.getByRole('button', { name: '导出', exact: true })
    expect([await save.isDisabled(), await save.getAttribute('title')]).toEqual([true, '所接的后端没有这项功能'])
    const refused = backend.seen.filter(one => one.refused !== undefined)
    expect(refused.map(({ line, refused: why }) => `${line} ${why}`)).toEqual([])
    // by its first answer
    const more = page.locator('[data-row-key]:visible [data-more]').first()
    const remove = page.getByRole('menuitem', { name: '删除' })
    await more.click()
    await remove.click()
    await page.getByRole('dialog').getByRole('textbox').fill('不再经营')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await notices().getByText('所接的后端没有这项功能').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '放弃' }).click()
    await more.click()
    expect([await remove.isDisabled(), await remove.getAttribute('title')]).toEqual([true, '所接的后端没有这项功能'])
  })
})
