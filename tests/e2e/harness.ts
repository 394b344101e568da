import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findQuickChromium } from '../../scripts/find-tools.ts'
import { demoAccounts, type DemoAccount } from '../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../src/supervision/server/demo/demo-files.ts'
import type { Envelope } from '../../src/core/contract/api.ts'
import { copyFolder, forget, temporary } from '../folders.ts'
import { prepared } from '../prepared.ts'
import { ServerProcess } from '../server/support/process.ts'
import { profileFor } from './profiles.ts'

/**
 * Waits until the page is at an address. Playwright's own wait fails where one navigation cuts off another, as a
 * sign-out does with what the page was about to open.
 */
export async function reaches(page: Page, where: RegExp | ((to: URL) => boolean)): Promise<void> {
  const isThere = (): boolean => (where instanceof RegExp ? where.test(page.url()) : where(new URL(page.url())))
  await vi.waitFor(() => expect(isThere(), page.url()).toBe(true), { timeout: 100_000, interval: 50 })
}

export type Account = DemoAccount
const accounts = demoAccounts(await readDemo('.'))
export function accountOf(find: (account: Account) => boolean): Account {
  const found = accounts.find(find)
  if (!found) throw new Error('No demo account fits')
  return found
}

/** A data folder of its own, with what `npm test` has loaded already; empty where it has not. */
export function dataFolder(): string {
  const folder = temporaryFolder()
  const loaded = prepared('demo')
  if (loaded !== undefined) copyFolder(loaded, folder)
  return folder
}

const folders: string[] = []
export function temporaryFolder(): string {
  const folder = temporary('e2e-')
  folders.push(folder)
  return folder
}
// the first to be said is the last to be done: by then the file has stopped its servers
afterAll(async () => {
  await Promise.all(folders.map(forget))
})

/** A copy of the repository's configuration that a test may change. */
export function temporaryConfig(): string {
  const folder = temporaryFolder()
  for (const part of ['schemas', 'customers']) cpSync(part, join(folder, part), { recursive: true })
  return folder
}

/** The real server as `npm start` runs it, on a folder of its own. */
export const startServer = (env: Record<string, string> = {}): Promise<ServerProcess> =>
  new ServerProcess({
    PORT: '0',
    DATABASE_URL: '',
    EMBEDDED_SYNC: '0',
    DATA_DIR: env['DATA_DIR'] ?? dataFolder(),
    ...env,
  }).running()

/** A limit and no measure: what never comes is told before the test itself is cut off. */
const PATIENCE_MS = 100_000

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findQuickChromium()
  if (!executablePath) throw new Error('No Chromium: npm test installs one where it may, see its message')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, timeout: PATIENCE_MS })
  const open = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await open(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

export interface Staff {
  page: Page
  context: BrowserContext
  /** errors, warnings of the page's console and failed expectations of its policies */
  problems: string[]
}

/** A list that every account of the demonstration has; where nothing else is said, work begins there. */
export const FIRST = '/dataCenter/onlineShop'

type Credentials = Pick<Account, 'username' | 'password'>

/** A member of staff in a browser profile of their own (see profiles.ts), with nothing open yet. */
async function staffIn(browser: Browser, url: string): Promise<Staff> {
  const context = await profileFor(browser, url)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  return { page, context, problems }
}

/** Logged in through the login page; `first` is what they came for, the first page of their menu where it is empty. */
export async function logIn(browser: Browser, url: string, account: Credentials, first = ''): Promise<Staff> {
  const staff = await staffIn(browser, url)
  const { page } = staff
  await page.goto(`${url}/login${first && `?redirect=${encodeURIComponent(first)}`}`)
  await page.getByLabel('账号', { exact: true }).fill(account.username)
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await reaches(page, to => !to.pathname.startsWith('/login'))
  return staff
}

/** With the session that the login page would have got, on the page that it would have led to: one page drawn, not two. */
async function comeTo(
  browser: Browser,
  url: string,
  { username, password }: Credentials,
  first: string,
): Promise<Staff> {
  const staff = await staffIn(browser, url)
  const answer = await staff.context.request.post(`${url}/prod-api/api-auth/oauth/user/token`, {
    headers: { client_id: 'webApp', client_secret: 'webApp' },
    data: { username, password, bound: 1 },
  })
  const { data, resultMsg } = (await answer.json()) as Envelope<{ access_token: string }>
  if (!data) throw new Error(`${username} cannot log in: ${resultMsg}`)
  await staff.context.addCookies([{ name: 'Token', value: data.access_token, url, sameSite: 'Lax' }])
  await staff.page.goto(url + first)
  return staff
}

/** Pages one may come back to stay in the document, hidden: only what is seen counts. */
export const rows = (page: Page) => page.locator('[data-row-key]:visible')
export const listed = (page: Page): Promise<void> => rows(page).first().waitFor()
/**
 * The page of this title is there. The address changes first, and until then a button may be the one of the page
 * before.
 */
export const arrived = async (page: Page, title: string): Promise<void> => {
  await page.waitForFunction(wanted => document.title === wanted, title)
}

/** What waits for `held` goes on once the test says `release`. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  return { held, release }
}

/** What the browser had still to draw is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done))))

/** Chooses an entry of the menu. It takes one click a second, and drops what comes sooner: then it is clicked again. */
export async function choose(page: Page, title: string): Promise<void> {
  const link = page.locator('nav').getByRole('link', { name: title, exact: true })
  const to = (await link.getAttribute('href')) ?? ''
  const here = (): Promise<string> => page.evaluate(() => location.pathname)
  // a click that is taken changes the address at once, so none is taken twice
  await expect
    .poll(async () => {
      if ((await here()) !== to) await link.click()
      return here()
    })
    .toBe(to)
  await arrived(page, title)
}

export interface Own {
  readonly server: ServerProcess
  readonly browser: Browser
  /** On this page, where there is one: how the login page leads there is proved where none is named. */
  logIn(account: Account, first?: string): Promise<Staff>
}

type Environment = () => Promise<Record<string, string>> | Record<string, string>
let plain: Own | undefined

/**
 * A server and a browser for the tests of one file, up before its own `beforeAll`; without an environment one for all
 * its parts.
 */
export const ownConsole = (env?: Environment): Own => (env ? consoleIn(env) : (plain ??= consoleIn(() => ({}))))

function consoleIn(env: Environment): Own {
  const up: { server?: ServerProcess; browser?: Browser } = {}
  beforeAll(async () => {
    ;[up.server, up.browser] = await Promise.all([startServer(await env()), launchBrowser()])
  })
  afterAll(async () => {
    await up.browser?.close()
    await up.server?.stop()
  })
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('Only once the tests run')
    return part
  }
  return {
    get server() {
      return there(up.server)
    },
    get browser() {
      return there(up.browser)
    },
    logIn: (account, first = FIRST) =>
      (first === '' ? logIn : comeTo)(there(up.browser), there(up.server).url, account, first),
  }
}
