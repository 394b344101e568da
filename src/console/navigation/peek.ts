import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

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

/** The link at the same place of the next or previous row that has one. */
export function besideIt(opener: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const at = opener.closest('td')?.cellIndex
  let row = opener.closest('tr.grid-row')
  while (row) {
    row = by > 0 ? row.nextElementSibling : row.previousElementSibling
    const cell = at === undefined || !row?.matches('tr.grid-row') ? undefined : (row as HTMLTableRowElement).cells[at]
    const link = cell?.querySelector<HTMLElement>('a[data-go], a[data-peek]')
    if (link) return link
  }
  return undefined
}
