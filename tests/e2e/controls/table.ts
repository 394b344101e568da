import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, choose as toPage, ownConsole, type Staff } from '../harness.ts'

/** A control that pages share, such as the choice of the rows of a page. */
export interface Control {
  name: string
  /** selectors of the elements that it is */
  of: string
  /** presses it by mouse, and looks on the screen for what it promises */
  press: Look
  /** looks for what is still there after a reload; left out where it promises nothing for later */
  kept?: Look | undefined
}
type Look = (page: Page) => Promise<void>

export const control = (name: string, of: string, press: Look, kept?: Look): Control => ({ name, of, press, kept })

/** Controls of one page, pressed one after the other by one person; then it is loaded anew. */
export interface Scene {
  title: string
  who: string
  at: string
  controls: readonly Control[]
  /** the status of the calls that are refused here, which a browser tells its console */
  refused?: number
}

/** Whatever somebody can press, choose, type into or drag. */
const TAGS = 'button, a[href], input, select, textarea, summary, [draggable=true], [tabindex="0"]'
const ROLES = ['tab', 'menuitem', 'menuitemcheckbox', 'option', 'separator', 'radio', 'switch']
const MARKS = ['sort', 'mark', 'act', 'more', 'go', 'peek', 'preview', 'copy', 'day', 'resize']
const PRESSABLE = [TAGS, ...ROLES.map(role => `[role=${role}]`), ...MARKS.map(name => `[data-${name}]`)].join()

/** selectors of all controls of the table */
const known: string[] = []
/** Elements that no control of the table is, with where they were seen. */
export const unknown = new Map<string, string>()

async function noteUnknown(page: Page): Promise<void> {
  const found = await page.evaluate(
    ([pressable, selectors]) => {
      const nameOf = (one: Element): string =>
        [one.tagName.toLowerCase(), ...(one.getAttribute('class') ?? '').split(' ').filter(Boolean)].join('.')
      const pathOf = (one: Element): string =>
        [one.parentElement?.parentElement, one.parentElement, one]
          .flatMap(part => (part ? [nameOf(part)] : []))
          .join(' > ')
      return [...document.querySelectorAll(pressable)]
        .filter(one => one.checkVisibility() && !selectors.some(of => one.matches(of)))
        .map(pathOf)
    },
    [PRESSABLE, known] as const,
  )
  const where = `${new URL(page.url()).pathname}: ${expect.getState().currentTestName ?? ''}`
  for (const one of found) unknown.set(one, unknown.get(one) ?? where)
}

export const own = ownConsole()

/** The page is drawn, and what it waits for has come. */
const calm = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const pages = [...document.querySelectorAll('.page, .screen')].filter(one => one.checkVisibility())
    return pages.length > 0 && pages.every(one => one.querySelector('[aria-busy=true]') === null)
  })

/** The tests of a scene. What a control leaves open is there for the next one. */
export function play({ title, who, at, controls, refused }: Scene): void {
  known.push(...controls.map(({ of }) => of))
  describe(title, () => {
    let staff: Staff
    beforeAll(async () => {
      staff = await own.logIn(
        accountOf(one => one.username === who),
        at,
      )
      await calm(staff.page)
      await noteUnknown(staff.page)
    })
    afterAll(() => staff.context.close())
    it.each(controls)('$name', async ({ press }) => {
      await press(staff.page)
      await noteUnknown(staff.page)
    })
    it('and after a reload', async () => {
      const keeping = controls.filter(({ kept }) => kept)
      if (keeping.length > 0) await staff.page.reload()
      for (const { kept } of keeping) await kept?.(staff.page)
      expect(staff.problems.filter(text => !text.includes(`status of ${refused}`))).toEqual([])
    })
  })
}

/** Pages one may come back to stay in the document, hidden: only what is seen counts. */
export const seen = (page: Page, of: string): Locator => page.locator(of).filter({ visible: true })
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true })
/** What is seen becomes this, however long the machine takes for it. */
export const becomes = async (look: () => Promise<unknown>, value: unknown): Promise<void> => {
  await expect.poll(look).toEqual(value)
}
export const holds = (look: () => Promise<boolean>): Promise<void> => becomes(look, true)

export const rows = (page: Page): Locator => seen(page, 'tr.grid-row')
export const total = async (page: Page): Promise<number> =>
  Number((await seen(page, '.pager .total').innerText()).replace(/\D/g, ''))
/** The texts of one column of the list. */
export async function cells(page: Page, column: string): Promise<string[]> {
  const titles = await seen(page, '.grid thead th').allInnerTexts()
  const at = titles.findIndex(text => text.trim().startsWith(column))
  return (
    await rows(page)
      .locator(`td:nth-child(${at + 1})`)
      .allInnerTexts()
  ).map(text => text.trim())
}
/** Chooses an entry of an open list by its text. */
export const choose = async (page: Page, text: string): Promise<void> =>
  seen(page, '.ant-select-item-option').filter({ hasText: text }).first().click()
/** An entry of the menu, in a group that may be closed. */
/** One of the few that a button of the console's own offers. */
export async function pickOne(of: Locator, value: string): Promise<void> {
  await of.click()
  await of.page().locator(`.choices [data-value="${value}"]`).click()
}

export async function openMenu(page: Page, group: string, name: string): Promise<void> {
  const entry = page.locator('nav.side').getByRole('link', { name, exact: true }).filter({ visible: true })
  if ((await entry.count()) === 0) await page.locator('nav.side').getByRole('button', { name: group }).click()
  await toPage(page, name)
}
