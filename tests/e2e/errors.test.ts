import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawn, ownConsole } from './harness.ts'

const USER = {
  id: 7,
  username: 'up',
  nickName: '上游用户',
  customerId: 203402,
  areaCode: '340200',
  sysCustomer: { areaName: '芜湖市' },
  sysOrg: { orgName: '芜湖局' },
  sysRoles: [{ code: 'city_admin', name: '市级管理员' }],
  sysArea: { areaLevel: 2, areaCode: '340200', areaName: '芜湖市' },
}
const MENU = [{ id: 1, name: '网店', url: '/dataCenter/onlineShop', css: 'shop', subMenus: [] }]
const LIST = { totalRecord: 1, list: [{ uniqueId: 'a', shopName: '甲店' }] }
type Answer = { status: number; body: unknown } | 'hang up'

let next: Answer = { status: 200, body: { resultCode: '0', data: LIST } }

/** An existing backend that answers the list as the test wants it. */
function backend(): Server {
  const send = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return createServer((request: IncomingMessage, response) => {
    const url = request.url ?? ''
    request.resume()
    if (url.includes('/oauth/user/token'))
      return send(response, 200, { resultCode: '0', data: { access_token: 'good' } })
    if (request.headers.authorization !== 'Bearer good') return send(response, 401, {})
    if (url.includes('/oauth/userinfo')) return send(response, 200, { resultCode: '0', data: USER })
    if (url.includes('/menus/current')) return send(response, 200, { resultCode: '0', data: MENU })
    if (!url.includes('eshopList')) return send(response, 200, { resultCode: '0', data: [] })
    if (next === 'hang up') return void request.socket.destroy()
    return send(response, next.status, next.body)
  })
}

const upstream = backend()
const own = ownConsole(async () => {
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
  return { UPSTREAM_API: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` }
})
let context: BrowserContext
let page: Page
beforeAll(async () => {
  context = await own.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  page = await context.newPage()
  await page.clock.install()
  await page.addInitScript(noteNotices)
  await page.goto(`${own.server.url}/login`)
  await page.getByLabel('账号', { exact: true }).fill('up')
  await page.getByLabel('密码', { exact: true }).fill('x')
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByText('甲店').first().waitFor()
})
afterAll(async () => {
  upstream.close()
})

/** What is said stays for a second or three: it is noted in the moment in which it is said. */
function noteNotices(): void {
  const said: string[] = []
  Object.assign(window, { said })
  const note = (node: Node): void => {
    if (node instanceof Element)
      said.push(...[...node.querySelectorAll('.notice')].map(notice => notice.textContent ?? ''))
  }
  new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document, {
    childList: true,
    subtree: true,
  })
}
const heard = (): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))

const notices = () => page.locator('.notice:visible')
/** A notice goes after some seconds: its page's clock is put forward. */
async function forgotten(): Promise<void> {
  await page.clock.fastForward(10_000)
  await expect.poll(() => notices().count()).toBe(0)
  await heard()
}
let round = 0
/** Asks the list anew, which is answered so; tells what was said of it. */
async function said(answer: Answer): Promise<string> {
  await forgotten()
  next = answer
  round += 1
  await page.getByRole('textbox', { name: '网店名称' }).fill(`第${round}次`)
  const asked = page.waitForRequest(request => request.url().includes('eshopList'))
  await page.keyboard.press('Enter')
  await asked
  const texts: string[] = []
  await expect.poll(async () => texts.push(...(await heard()))).toBeGreaterThan(0)
  // the page stays, with what was typed
  await expect.poll(() => page.getByRole('textbox', { name: '网店名称' }).inputValue()).toBe(`第${round}次`)
  return texts.join()
}

describe('the error catalogue, against a server that misbehaves so', () => {
  it('R8.01 resultCode 500 shows resultMsg and returns nothing', async () => {
    expect(await said({ status: 200, body: { resultCode: '500', resultMsg: '数据服务异常', data: LIST } })).toBe(
      '数据服务异常',
    )
    expect(await page.locator('[data-row-key]:visible').count()).toBe(0)
  })

  it('R8.02 HTTP 218 warns', async () => {
    expect(await said({ status: 218, body: {} })).toBe('您的访问过于频繁，请售后再试')
  })

  const CATALOGUE: [what: string, answer: Answer, text: string][] = [
    ['400 with resultMsg', { status: 400, body: { resultMsg: '地区不正确', msg: '另一句' } }, '地区不正确'],
    ['400 with msg', { status: 400, body: { msg: '页码不正确' } }, '页码不正确'],
    ['400 without either', { status: 400, body: {} }, '请求参数错误'],
    ['403', { status: 403, body: {} }, '没有权限，请联系管理员'],
    ['406', { status: 406, body: {} }, '该账户没有登录该平台的权限'],
    ['500', { status: 500, body: {} }, '服务器错误，请联系管理员'],
    ['503', { status: 503, body: {} }, '服务器错误，请联系管理员'],
    ['any other with its message', { status: 409, body: { resultMsg: '已被他人修改' } }, '已被他人修改'],
  ]
  for (const [what, answer, text] of CATALOGUE) {
    it(`R8.03 ${what}`, async () => {
      expect(await said(answer)).toBe(text)
    })
  }

  it('R8.03 404 is silent', async () => {
    next = { status: 404, body: {} }
    await forgotten()
    const answered = page.waitForResponse(response => response.url().includes('eshopList') && response.status() === 404)
    await page.getByRole('textbox', { name: '网店名称' }).fill('静')
    await page.keyboard.press('Enter')
    await answered
    await drawn(page)
    expect(await heard()).toEqual([])
  })

  it('R8.03 no response says 请求超时请重试, and the page offers to try again', async () => {
    await page.route('**/eshopList', route => route.abort())
    expect(await said({ status: 200, body: {} })).toBe('请求超时请重试')
    await page.unroute('**/eshopList')
    next = { status: 200, body: { resultCode: '0', data: LIST } }
    await page
      .getByRole('button', { name: /重试|重新加载/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByText('甲店').filter({ visible: true }).first().waitFor()
  })

  it('a backend that hangs up has not answered', async () => {
    expect(await said('hang up')).toMatch(/请求超时请重试/)
  })
})
