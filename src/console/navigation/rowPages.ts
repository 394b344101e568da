import { part, type ConsoleApp } from '../app/app.ts'

/** The pages of a list, for whoever walks along its rows from outside. */
export interface RowPages {
  canTurn(by: 1 | -1): boolean
  /** settles when the rows of that page are in the document; false if they did not come */
  turn(by: 1 | -1): Promise<boolean>
}

/** by the element around a list's rows */
export const rowPages = part(() => new WeakMap<Element, RowPages>())

export const AROUND_ROWS = '[data-rows]'

export const pagesAround = (app: ConsoleApp, element: Element): RowPages | undefined => {
  const around = element.closest(AROUND_ROWS)
  return around ? rowPages(app).get(around) : undefined
}
