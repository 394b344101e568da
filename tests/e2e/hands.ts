import type { Locator, Page } from 'playwright-core'

/**
 * How somebody works: a day of work is written once, whatever does it. `steps` counts what is pressed; what is typed is
 * not counted.
 */
export interface Hands {
  readonly steps: () => number
  press(what: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  /** Opens a select and takes the entry with this text. */
  pick(field: Locator, text: string): Promise<void>
  /** Chooses a file behind the button of an upload. */
  attach(button: Locator, file: FilePayload): Promise<void>
}
interface FilePayload {
  name: string
  mimeType: string
  buffer: Buffer
}
export type HandsOn = (page: Page) => Hands

const attachBy =
  (page: Page, press: (what: Locator) => Promise<void>) =>
  async (button: Locator, file: FilePayload): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(button)])
    await chooser.setFiles(file)
  }
const option = (page: Page, text: string): Locator =>
  page.locator('.ant-select-item-option:visible', { hasText: text }).first()

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
    attach: attachBy(page, press),
  }
}
