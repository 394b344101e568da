/**
 * Mouse and keyboard for browsers that Playwright's own locators do not run in (they ask for `checkVisibility`): elements
 * are found by a function in the page, and pressed where they stand.
 */
import type { Page } from 'playwright-core'

const PATIENCE_MS = 60_000

/** In the page: the first element that is seen, of a selector, with these words. */
const FIND = `(([selector, words]) => {
  const seen = [...document.querySelectorAll(selector)].filter(one => {
    const box = one.getBoundingClientRect()
    const text = (one.innerText || one.getAttribute('aria-label') || one.value || '').replace(/\\s/g, '')
    return box.width > 0 && box.height > 0 && (words === '' || text.includes(words))
  })
  const found = seen[0]
  if (!found) return null
  found.scrollIntoView({ block: 'center', inline: 'nearest' })
  const { left, top, width, height } = found.getBoundingClientRect()
  return [left + Math.min(width / 2, 200), top + height / 2]
})`

export class Hands {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Where an element is, once it is there. */
  async find(selector: string, words = ''): Promise<[number, number]> {
    const code = `${FIND}(${JSON.stringify([selector, words])})`
    return this.#once<[number, number]>(code, `nothing is seen of ${selector} ${words}`)
  }

  async press(selector: string, words = ''): Promise<void> {
    await this.page.mouse.click(...(await this.find(selector, words)))
  }

  async write(selector: string, text: string): Promise<void> {
    await this.press(selector)
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(text)
  }

  /** Waits until a condition, as code of the page, holds. */
  async until(condition: string): Promise<void> {
    await this.#once(condition, `${condition} does not come`)
  }

  /** What code answers once it answers something. Playwright's own wait would need `eval`, which the policy forbids. */
  async #once<T>(code: string, otherwise: string): Promise<T> {
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      // a page that is just being left answers nothing
      const found = await this.page.evaluate<T | null>(code).catch(() => null)
      if (found) return found
      await this.page.waitForTimeout(100)
    }
    throw new Error(`${otherwise} at ${this.page.url()}`)
  }
}
