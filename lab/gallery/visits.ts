import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { signIn } from '../old-browsers/stations.ts'
import { Hands } from '../old-browsers/hands.ts'
import type { Look, State } from './states.ts'

export interface Account {
  username: string
  password: string
}

/** One browser for each person, because a session is of one; pages of it are opened anew for each state. */
export class Visits {
  readonly #contexts = new Map<string, Promise<BrowserContext>>()
  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly accounts: readonly Account[],
  ) {}

  /** Has somebody look at the page in the state that is asked for. */
  async look(state: State, at: (page: Page) => Promise<void>): Promise<void> {
    const page = await (await this.#contextOf(state.user)).newPage()
    page.setDefaultTimeout(CALM_MS)
    // what is asked of a page that has hung has no end of its own
    const end = setTimeout(() => void page.close(), ENOUGH_MS)
    try {
      await this.#bring(page, state)
      await at(page)
    } finally {
      clearTimeout(end)
      await page.close()
    }
  }

  async #bring(page: Page, { page: path, width, height, look = {}, bring }: State): Promise<void> {
    const { zoom = 1 } = look
    await page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(height / zoom) })
    await page.addInitScript(NAMES)
    await page.addInitScript(chosen, { theme: look.theme ?? 'light', lang: look.lang ?? 'zh' })
    await page.addInitScript(watchShifts)
    if (look.answers) await page.route('**/*api*/**', answering(look.answers))
    await page.goto(`${this.url}/${path}`)
    await calm(page, look)
    await bring?.(page)
    await page.waitForTimeout(SETTLED_MS)
  }

  #contextOf(user: string | undefined): Promise<BrowserContext> {
    const known = this.#contexts.get(user ?? '')
    if (known) return known
    const made = this.#come(user)
    this.#contexts.set(user ?? '', made)
    return made
  }

  async #come(user: string | undefined): Promise<BrowserContext> {
    const context = await this.browser.newContext({ locale: 'zh-CN' })
    if (user === undefined) return context
    const account = this.accounts.find(({ username }) => username === user)
    if (!account) throw new Error(`The demonstration has no ${user}`)
    const page = await context.newPage()
    await signIn(new Hands(page), this.url, account.username, account.password)
    await page.close()
    return context
  }
}

/** What runs these files gives functions their names by a function that a page does not have. */
const NAMES = 'globalThis.__name = it => it'

const SETTLED_MS = 600
/** Long enough for the slowest board; what is late on purpose has no end. */
const CALM_MS = 15_000
const ENOUGH_MS = 120_000
async function calm(page: Page, { answers }: Look): Promise<void> {
  if (answers === 'late') return page.waitForTimeout(CALM_MS / 10)
  await page.waitForLoadState('networkidle', { timeout: CALM_MS }).catch(() => undefined)
}

/** What somebody has chosen in this browser, before the console reads it. */
function chosen({ theme, lang }: { theme: string; lang: string }): void {
  localStorage.setItem('look', JSON.stringify({ theme, density: 'default', weak: false }))
  localStorage.setItem('lang', lang)
}

/** Adds up how far what is seen has moved by itself. */
function watchShifts(): void {
  const seen = window as unknown as { shifts: number }
  seen.shifts = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const OWN = /config|session|user|menu|message|prefs|badge|counter/i
/** Answers of lists and figures; what the shell itself asks is answered as ever. */
const answering =
  (how: NonNullable<Look['answers']>) =>
  async (route: Route): Promise<void> => {
    if (OWN.test(route.request().url())) return route.continue()
    if (how === 'late') return
    if (how === 'failed') return route.fulfill({ status: 500, body: '' })
    const data = { list: [], total: 0, count: 0 }
    return route.fulfill({ contentType: 'application/json', body: JSON.stringify({ resultCode: '0', code: 1, data }) })
  }
