import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { AROUND_ROWS, pagesAround } from './rowPages.ts'

/** A record shown beside the page, without leaving it. */
export interface Peek {
  /** address of the record's page */
  url: string
  /** addresses shown before it, through links within the panel */
  before: readonly string[]
  /** the link that leads to it on the page */
  opener: HTMLElement
}
export const peek = part(() => createStore<Peek | undefined>(undefined))

/** The link by which a row's own record is opened; else the first record that the row names. */
export const rowLink = (row: Element): HTMLAnchorElement | null =>
  row.querySelector('a[data-go]') ?? row.querySelector('a[data-peek]')

export const addressOf = (link: Element): string => link.getAttribute('href') ?? '/'

const columnOf = (opener: Element): number | undefined => opener.closest('td')?.cellIndex

const linkIn = (row: Element | null | undefined, at: number | undefined): HTMLElement | undefined => {
  const cell = at === undefined || !row?.matches('tr.grid-row') ? undefined : (row as HTMLTableRowElement).cells[at]
  return cell?.querySelector<HTMLElement>('a[data-go], a[data-peek]') ?? undefined
}

/** The link at the same place of the next or previous row that has one. */
export function besideIt(opener: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const at = columnOf(opener)
  let row = opener.closest('tr.grid-row')
  while (row) {
    row = by > 0 ? row.nextElementSibling : row.previousElementSibling
    const link = linkIn(row, at)
    if (link) return link
  }
  return undefined
}

/** The same beyond the end of a page: turns it, and gives the link of the next one's first row or the former's last. */
export async function beyondIt(app: ConsoleApp, opener: HTMLElement, by: 1 | -1): Promise<HTMLElement | undefined> {
  const at = columnOf(opener)
  const around = opener.closest(AROUND_ROWS)
  const pages = pagesAround(app, opener)
  if (!around || !pages?.canTurn(by) || !(await pages.turn(by))) return undefined
  const rows = [...around.querySelectorAll('tr.grid-row')]
  const ordered = by > 0 ? rows : rows.reverse()
  return ordered.map(row => linkIn(row, at)).find(Boolean)
}

/** Whether there is a row to go on to, on this page or on another. */
export const goesOn = (app: ConsoleApp, opener: HTMLElement, by: 1 | -1): boolean =>
  besideIt(opener, by) !== undefined || pagesAround(app, opener)?.canTurn(by) === true
