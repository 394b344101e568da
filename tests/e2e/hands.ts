import type { Locator, Page } from 'playwright-core'

/**
 * How somebody works: with the mouse or with the keyboard alone. A day of work is written once and done with both; what
 * one of them cannot reach is a dead end. `steps` counts what is pressed: clicks, or keys that do something; the keys
 * that only lead there and what is typed are not counted.
 */
export interface Hands {
  readonly steps: () => number
  press(what: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  /** Opens a select and takes the entry with this text. */
  pick(field: Locator, text: string): Promise<void>
}
export type HandsOn = (page: Page) => Hands

const option = (page: Page, text: string): Locator =>
  page.locator('.ant-select-item-option:visible', { hasText: text }).first()

/** What a select holds, in words: one that nobody has used yet is no more than its text. */
export const heldBy = (selects: Locator): Promise<string[]> =>
  selects
    .locator('.ant-select-selection-item, .touch > input')
    .evaluateAll(all => all.map(one => (one instanceof HTMLInputElement ? one.value : (one.textContent ?? ''))))

export const mouse: HandsOn = page => {
  let steps = 0
  const press = async (what: Locator): Promise<void> => {
    await what.click()
    steps += 1
  }
  return {
    steps: () => steps,
    press,
    write: async (field, text) => {
      await press(field)
      await field.fill(text)
    },
    pick: async (field, text) => {
      await press(field)
      await field.fill(text)
      await press(option(page, text))
    },
  }
}

const FARTHEST = 400

export const keyboard: HandsOn = page => {
  let steps = 0
  const isAt = (what: Locator): Promise<boolean> => what.evaluate(element => element === document.activeElement)
  /**
   * Tab leads everywhere, and after the last part of a page to its first. What is looked for is found once and not after
   * each key, which takes longer than the key; it is looked for again when it seems reached, or is drawn anew.
   */
  const go = async (to: Locator): Promise<void> => {
    await to.waitFor()
    let tabs = 0
    while (!(await isAt(to))) {
      const target = await to.elementHandle()
      const isFar = (): Promise<boolean> =>
        target?.evaluate(element => element.isConnected && element !== document.activeElement) ?? Promise.resolve(false)
      do {
        if (tabs++ === FARTHEST) throw new Error(`no key leads to ${String(to)}`)
        await page.keyboard.press('Tab')
      } while (await isFar())
    }
  }
  const key = async (name: string): Promise<void> => {
    await page.keyboard.press(name)
    steps += 1
  }
  const press = async (what: Locator): Promise<void> => {
    await go(what)
    await key((await what.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
  }
  return {
    steps: () => steps,
    press,
    write: async (field, text) => {
      await go(field)
      await page.keyboard.insertText(text)
    },
    pick: async (field, text) => {
      await go(field)
      await page.keyboard.insertText(text)
      await option(page, text).waitFor()
      await key('Enter')
    },
  }
}
