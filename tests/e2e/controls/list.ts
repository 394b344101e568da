import type { Page } from 'playwright-core'
import { becomes, button, cells, control, type Control, holds, pickOne, play, rows, seen } from './table.ts'

const firstNumber = (page: Page): Promise<string> => seen(page, '.grid [data-preview]').first().innerText()
const head = (page: Page, name: string) => seen(page, '.grid thead th').filter({ hasText: name })
const widthOf = async (page: Page, name: string): Promise<number> => (await head(page, name).boundingBox())?.width ?? 0
const hasSize = async (page: Page, size: string): Promise<void> => {
  await becomes(() => rows(page).count(), Number(size))
  await becomes(() => seen(page, '.pager .sizes').getAttribute('data-value'), size)
}
const isCompact = (page: Page): Promise<void> =>
  becomes(async () => (await rows(page).first().boundingBox())?.height, 30)
const isDown = (page: Page): Promise<void> =>
  becomes(() => head(page, '涉嫌违法数').getAttribute('aria-sort'), 'descending')

/** The head of the table, and how high its rows are. */
const table: Control[] = [
  control(
    'the order of the rows',
    '.grid [data-sort], .grid .sorter',
    async page => {
      await head(page, '涉嫌违法数').locator('.sorter').click()
      await becomes(() => head(page, '涉嫌违法数').getAttribute('aria-sort'), 'ascending')
      await head(page, '涉嫌违法数').locator('.sorter').click()
      await isDown(page)
      await holds(async () => {
        const numbers = (await cells(page, '涉嫌违法数')).map(text => Number(text.replace(/\D/g, '')))
        return numbers.length > 1 && numbers.every((n, i) => i === 0 || n <= (numbers[i - 1] ?? 0))
      })
    },
    isDown,
  ),
  control(
    'the width of a column',
    '.grid .edge',
    async page => {
      const before = await widthOf(page, '涉嫌违法数')
      const edge = await head(page, '涉嫌违法数').locator('.edge').boundingBox()
      if (!edge) throw new Error('no edge')
      await page.mouse.move(edge.x + 4, edge.y + 10)
      await page.mouse.down()
      await page.mouse.move(edge.x + 64, edge.y + 10)
      await page.mouse.up()
      await becomes(async () => Math.round((await widthOf(page, '涉嫌违法数')) - before), 60)
    },
    page => holds(async () => (await widthOf(page, '涉嫌违法数')) > 190),
  ),
  control(
    'the height of the rows',
    '.list-tools .tool[aria-pressed]',
    async page => {
      await button(page, '紧凑行高').click()
      await isCompact(page)
      await button(page, '标准行高').waitFor()
    },
    isCompact,
  ),
]

/** Turning pages, and how many rows they have. */
const pager: Control[] = [
  control(
    'rows of a page',
    '.pager .sizes',
    async page => {
      await pickOne(seen(page, '.pager .sizes'), '50')
      await hasSize(page, '50')
      await pickOne(seen(page, '.pager .sizes'), '10')
      await hasSize(page, '10')
    },
    page => hasSize(page, '10'),
  ),
  control('the next page', '.pager .step.next', async page => {
    await seen(page, '.pager .step.next').click()
    await becomes(() => firstNumber(page), '11')
    await becomes(() => seen(page, '.pager .number.current').innerText(), '2')
  }),
  control('the previous page', '.pager .step.prev', async page => {
    await seen(page, '.pager .step.prev').click()
    await becomes(() => firstNumber(page), '1')
  }),
  control('pages further on', '.pager .number.jump', async page => {
    await seen(page, '.pager .number.jump').click()
    await becomes(() => firstNumber(page), '51')
  }),
  control('a page by its number', '.pager .number', async page => {
    await seen(page, '.pager .number').filter({ hasText: /^1$/ }).click()
    await becomes(() => firstNumber(page), '1')
  }),
  control('back to the top', '.to-top, .rows > .grid', async page => {
    const grid = seen(page, '.grid')
    await pickOne(seen(page, '.pager .sizes'), '50')
    await hasSize(page, '50')
    await grid.hover()
    await page.mouse.wheel(0, 900)
    await seen(page, '.to-top').click()
    await becomes(() => grid.evaluate(one => one.scrollTop), 0)
    await pickOne(seen(page, '.pager .sizes'), '10')
    await hasSize(page, '10')
  }),
  control(
    'a page that is typed',
    '.pager .jumper .input',
    async page => {
      await seen(page, '.pager .jumper .input').fill('2')
      await page.keyboard.press('Enter')
      await becomes(() => firstNumber(page), '11')
    },
    page => becomes(() => firstNumber(page), '11'),
  ),
]

play({
  title: 'a list, by staff of a county: its head and its pages',
  who: 'huainan_datong',
  at: '/dataCenter/onlineShop',
  controls: [...table, ...pager],
})
