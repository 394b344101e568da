import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, type Staff } from '../harness.ts'
import { becomes, button, holds, own, rows, seen } from './table.ts'

const ROWS = 5
/** How a window of 1366 × 768 is at 100, 125, 150 and 200 %. */
const ZOOMED = [
  { width: 1366, height: 768 },
  { width: 1093, height: 614 },
  { width: 911, height: 512 },
  { width: 683, height: 384 },
]

/** How many rows stand between the head of the list and its lower end. */
const roomFor = async (page: Page): Promise<number> => {
  const [grid, head, row] = await Promise.all(
    [seen(page, '.rows'), seen(page, '.grid thead').first(), rows(page).first()].map(one => one.boundingBox()),
  )
  return ((grid?.height ?? 0) - (head?.height ?? 0)) / (row?.height ?? 1)
}

describe('in a low window', () => {
  let staff: Staff
  beforeAll(async () => {
    staff = await own.logIn(accountOf(one => one.username === 'huainan_admin'))
    await rows(staff.page).first().waitFor()
  })
  afterAll(async () => {
    await staff.page.setViewportSize({ width: 1366, height: 768 })
    await staff.context.close()
  })

  it('the entries of every group of the folded menu are reached, by the wheel and by the keyboard', async () => {
    const { page } = staff
    await page.setViewportSize({ width: 1366, height: 320 })
    await button(page, '收起菜单').click()
    const groups = seen(page, '.side-items > .group > .side-item')
    const last = groups.last()
    await becomes(async () => isInside(page, await last.boundingBox()), false)
    await groups.first().hover()
    await holds(async () => {
      await page.mouse.wheel(0, 5000)
      return isInside(page, await last.boundingBox())
    })
    await last.hover()
    const entries = seen(page, '.side-items > .group:is(:hover, :focus-within) > ul')
    await becomes(async () => isInside(page, await entries.boundingBox()), true)
    await page.mouse.move(700, 300)
    await becomes(() => entries.count(), 0)
    await groups.first().focus()
    await becomes(async () => isInside(page, await last.boundingBox()), false)
    await groups.nth(-2).focus()
    while (!(await isFocused(last))) await page.keyboard.press('Tab')
    await becomes(async () => isInside(page, await last.boundingBox()), true)
    await becomes(async () => isInside(page, await entries.boundingBox()), true)
  })

  it.each(['/dataCenter/onlineShop', '/illegalClues/Case?tab=all', '/tagManage/storeLabel'])(
    'the list %s has room for five rows, which are scrolled to',
    async at => {
      const { page } = staff
      await page.goto(new URL(at, page.url()).href)
      for (const size of ZOOMED) {
        await page.setViewportSize(size)
        await rows(page).first().waitFor()
        await expect.poll(() => roomFor(page)).toBeGreaterThanOrEqual(ROWS)
        const fifth = rows(page).nth(ROWS - 1)
        await seen(page, '.toolbar, .list-tabs').first().hover()
        await holds(async () => {
          await page.mouse.wheel(0, 500)
          return isInside(page, await fifth.boundingBox())
        })
      }
    },
  )
})

type Box = { x: number; y: number; width: number; height: number } | null
const isInside = (page: Page, box: Box): boolean =>
  box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
const isFocused = (one: ReturnType<typeof seen>): Promise<boolean> =>
  one.evaluate(element => element === document.activeElement)
