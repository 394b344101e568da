import type { Page } from 'playwright-core'

/** A state of the console, as somebody may have it before them. */
export interface State {
  name: string
  page: string
  width: number
  height: number
  look?: Look
  /** who looks: an account of the demonstration, or nobody */
  user?: string
  /** what is done before it is looked at */
  bring?: (page: Page) => Promise<void>
}
export interface Look {
  theme?: 'light' | 'dark'
  lang?: 'zh' | 'en'
  /** of the browser: at 150 % a window of 1366 has the room of 911 */
  zoom?: number
  /** the answers of lists: none yet, none at all, or failures */
  answers?: 'late' | 'empty' | 'failed'
}

const CITY = 'huainan_admin'
const COUNTY = 'huainan_datong'
const CLUES = 'illegalClues/Case?tab=all'

/** What is shown of each look. */
const PAGES: readonly [name: string, page: string][] = [
  ['workbench', 'index/workbench'],
  ['board', 'index/home'],
  ['clues', CLUES],
  ['shops', 'dataCenter/onlineShop'],
  ['subjects', 'dataCenter/register'],
  ['form', 'dataCenter/shopForm'],
  ['statistics', 'statisticalAnalysis/dataSts'],
  ['messages', 'dynamic/messageNotification'],
  ['settings', 'system/users'],
  ['tasks', 'management/specialTask'],
]
const EVERYWHERE: readonly [name: string, size: [number, number], look: Look][] = [
  ['light', [1366, 768], {}],
  ['dark', [1366, 768], { theme: 'dark' }],
  ['english', [1366, 768], { lang: 'en' }],
  ['1280', [1280, 720], {}],
  ['125', [1366, 768], { zoom: 1.25 }],
  ['150', [1366, 768], { zoom: 1.5 }],
  ['200', [1366, 768], { zoom: 2 }],
  ['1920', [1920, 1080], {}],
  ['2560', [2560, 1440], {}],
]

const all = PAGES.flatMap(([name, page]) =>
  EVERYWHERE.map(([look, [width, height], how]): State => ({
    name: `${name}-${look}`,
    page,
    width,
    height,
    look: how,
    user: CITY,
  })),
)

const at = (name: string, page: string, more: Partial<State> = {}): State => ({
  name,
  page,
  width: 1366,
  height: 768,
  user: CITY,
  ...more,
})

const firstRow = async (page: Page): Promise<void> => {
  await page.locator('main td.name > *, main td .link').first().click()
  await page.waitForLoadState('networkidle')
}
const idle = (page: Page): Promise<void> => page.waitForTimeout(IDLE_MS)
const IDLE_MS = 5500
const day = (page: Page): Promise<void> => page.getByRole('button', { name: '日间' }).click()
const WALLS: readonly [width: number, height: number][] = [
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
  [7680, 2160],
]

export const STATES: readonly State[] = [
  ...all,
  at('clue', CLUES, { bring: firstRow }),
  at('clue-dark', CLUES, { bring: firstRow, look: { theme: 'dark' } }),
  at('shop', 'dataCenter/onlineShop', { bring: firstRow }),
  at('clues-loading', CLUES, { look: { answers: 'late' } }),
  at('clues-empty', CLUES, { look: { answers: 'empty' } }),
  at('clues-failed', CLUES, { look: { answers: 'failed' } }),
  at('board-failed', 'index/home', { look: { answers: 'failed' } }),
  at('board-county', 'index/home', { user: COUNTY }),
  at('workbench-county', 'index/workbench', { user: COUNTY }),
  at('board-nothing', 'index/home?period=2019'),
  at('missing', 'nowhere/at/all'),
  at('login', 'login', { user: undefined }),
  at('login-dark', 'login', { user: undefined, look: { theme: 'dark' } }),
  at('login-2560', 'login', { user: undefined, width: 2560, height: 1440 }),
  at('evidence-public', 'documentContent/evidence3', { user: undefined }),
  at('evidence-wrong', 'documentContent/evidence3?code=nothing', { user: undefined }),
  at('manual', 'account/manual'),
  ...WALLS.map(([width, height]) => at(`wall-${width}x${height}`, 'navscreen', { width, height, bring: idle })),
  at('wall-day', 'navscreen', { width: 1920, height: 1080, bring: day }),
  at('wall-english', 'navscreen', { width: 1920, height: 1080, look: { lang: 'en' }, bring: idle }),
  at('wall-county', 'navscreen', { width: 1920, height: 1080, user: COUNTY, bring: idle }),
  at('wall-nothing', 'navscreen?period=2019', { width: 1920, height: 1080, bring: idle }),
  at('wall-fujian', 'navscreen', { width: 1920, height: 1080, user: 'fj_fuzhou', bring: idle }),
  at('wall-guiyang', 'navscreen', { width: 1920, height: 1080, user: 'gz_guiyang', bring: idle }),
]
