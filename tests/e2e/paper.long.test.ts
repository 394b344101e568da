import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountOf, listed, ownConsole, temporaryFolder } from './harness.ts'

/** What a printer gets: the dialog of Chromium leaves background graphics out unless one ticks them. */
const own = ownConsole()
const folder = temporaryFolder()
let page: Page
let printed = 0

beforeAll(async () => {
  ;({ page } = await own.logIn(accountOf(({ username }) => username === 'fj_fuzhou')))
  await listed(page)
})

/** Needs poppler-utils, which `npm test` installs where it may. */
function poppler(program: string, ...args: string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? String(stderr)}`)
  return stdout
}

interface Paper {
  sheets: number
  /** letters alone: a text that breaks is one text all the same */
  text: string
  words: string[]
  /** share of pixels that have ink, of each sheet */
  ink: number[]
}
async function print(): Promise<Paper> {
  const file = join(folder, `${++printed}.pdf`)
  await page.pdf({ path: file, preferCSSPageSize: true })
  const sheets = Number(/Pages:\s+(\d+)/.exec(String(poppler('pdfinfo', file)))?.[1])
  const words = String(poppler('pdftotext', '-raw', file, '-')).split(/\s+/)
  const ink = Array.from({ length: sheets }, (_, i) => inkOf(file, i + 1))
  return { sheets, text: words.join(''), words, ink }
}

const DARK = 160
/** The watermark is far lighter than what counts as ink. */
function inkOf(file: string, sheet: number): number {
  const at = String(sheet)
  const picture = poppler('pdftoppm', '-r', '40', '-gray', '-f', at, '-l', at, file)
  const pixels = picture.subarray(/^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 40))?.[0].length ?? 0)
  return pixels.reduce((sum, shade) => sum + (shade < DARK ? 1 : 0), 0) / pixels.length
}
const LEAST_INK = 0.003

async function board(path: string): Promise<void> {
  await page.goto(own.server.url + path)
  await page.waitForFunction(
    () => document.querySelector('.board-grid[aria-busy=false]') && !document.querySelector('.board-wait'),
  )
  await page.waitForLoadState('networkidle')
}
const squeezed = (texts: readonly string[]): string[] => texts.map(text => text.replace(/\s/g, ''))
const textsOf = async (selector: string): Promise<string[]> =>
  squeezed(await page.locator(selector).evaluateAll(all => all.map(one => one.textContent ?? '')))
const missing = (texts: readonly string[], { text }: Paper): string[] => texts.filter(one => !text.includes(one))

describe('a print without background graphics', () => {
  it.each(['/knowledgeBase/lawForm', '/account/manual', '/special/monitoringStatistics', '/navscreen'])(
    'of %s is not blank, whatever the theme',
    async path => {
      await page.evaluate(() => localStorage.setItem('look', JSON.stringify({ theme: 'dark' })))
      await page.goto(own.server.url + path)
      await page.locator('main :is(h1, h2, h3)').first().waitFor()
      await page.waitForLoadState('networkidle')
      const { ink } = await print()
      await page.evaluate(() => localStorage.removeItem('look'))
      expect(Math.max(...ink)).toBeGreaterThan(LEAST_INK)
    },
  )

  it('of a list has all its rows, of a record all its fields', async () => {
    await page.goto(`${own.server.url}/dataCenter/onlineShop`)
    await listed(page)
    const names = await textsOf('[data-row-key] td a')
    const list = await print()
    expect(names.length).toBeGreaterThan(0)
    expect([missing(names, list), list.ink[0]! > LEAST_INK]).toEqual([[], true])
    await page.locator('[data-row-key] td a').first().click()
    await page.locator('.pairs dt').first().waitFor()
    const labels = await textsOf('.pairs dt')
    const record = await print()
    expect([missing(labels, record), record.ink[0]! > LEAST_INK]).toEqual([[], true])
  })
})

describe('a report', () => {
  it('is one sheet, and says first what it is', async () => {
    await board('/special/statisticalTable?period=2026-10')
    const paper = await print()
    expect(paper.sheets).toBe(1)
    expect(paper.text.indexOf('网络市场监管情况统计表')).toBeLessThan(paper.text.indexOf('网监统1表'))
    expect(paper.text.split('网络市场监管情况统计表')).toHaveLength(2)
  })
})

describe('a cross table', () => {
  it.each(['/directionalFuZhou/statisticsFuZhouItem', '/special/monitoringStatistics'])(
    'of %s has all its heads and numbers on paper, however wide or long it is',
    async path => {
      // all of it in sight, so that all of it is drawn
      await page.setViewportSize({ width: 1366, height: 3000 })
      await board(path)
      await page.locator('.pivot').first().waitFor()
      await expect.poll(() => page.locator('.pivot').count()).toBe(await page.locator('.is-pivot').count())
      const heads = await textsOf('.pivot th')
      const numbers = await textsOf('.pivot td')
      const paper = await print()
      expect(missing(heads, paper)).toEqual([])
      const left = [...paper.words]
      const lost = numbers.filter(one => {
        const at = left.indexOf(one)
        if (at >= 0) left.splice(at, 1)
        return one !== '' && at < 0
      })
      expect(lost).toEqual([])
    },
  )
})

describe('the names of a round picture', () => {
  it.each([1366, 1920])('are all on paper, printed from a window of %i', async width => {
    await page.setViewportSize({ width, height: 768 })
    await board('/index/home')
    // those out of sight are drawn once they are printed: their names are those of the sheet
    const names = (): Promise<string[]> =>
      page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'))
        const lines = [...document.querySelectorAll('.round-names li')].map(one => one.textContent ?? '')
        dispatchEvent(new Event('afterprint'))
        return lines
      })
    // what draws them comes after the board itself, on a busy machine long after
    await expect.poll(async () => (await names()).length).toBeGreaterThan(8)
    expect(missing(squeezed(await names()), await print())).toEqual([])
  })

  it('are all seen on a wall display, which nobody scrolls', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await board('/navscreen')
    await page.locator('.round-names li').first().waitFor()
    const cut = await page.locator('.round-names').evaluateAll(lists =>
      lists.flatMap(list => {
        const { top, bottom } = list.getBoundingClientRect()
        return [...list.children].flatMap(one => {
          const box = one.getBoundingClientRect()
          const name = one.querySelector('span')
          const isWhole = box.top >= top - 1 && box.bottom <= bottom + 1 && name!.scrollWidth <= name!.clientWidth
          return isWhole ? [] : [one.textContent]
        })
      }),
    )
    expect(cut).toEqual([])
  })
})

describe('rows on a board', () => {
  it('show the columns that the widget names', async () => {
    await page.setViewportSize({ width: 1366, height: 3000 })
    await board('/priceMonitor/priceChangeView')
    const heads = page.locator('[data-widget=risen] th')
    await heads.first().waitFor()
    expect(await heads.allInnerTexts()).toEqual(['商品名称', '规格', '现价', '涨跌幅'])
  })

  it('show a number whole, since its end tells one record from the next', async () => {
    await board('/index/home')
    const links = page.locator('[data-widget=latest] td a')
    await links.first().waitFor()
    const cut = await links.evaluateAll(all =>
      all.filter(one => {
        const cell = one.closest('td')!
        return cell.scrollWidth > cell.clientWidth || one.scrollWidth > one.clientWidth
      }),
    )
    expect(cut).toHaveLength(0)
  })
})
