import type { Page as Tab } from 'playwright-core'
import type { Page } from '../../../src/core/contract/configuration.ts'

/** What is on the screen, read in one go. */
export interface Seen {
  trail: string[]
  current: string[]
  problems: string[]
  columns: string[]
  cells: string[][]
  key: string | null
  shown: number
  raw: string[]
  /** cards with a number whose lines have not all room, and titles in the header */
  cut: string[]
  /** texts in Chinese that are no data */
  chinese: string[]
}

/** Rows, fields, figures: whatever a page of its kind is made of; or a sentence that says why there are none. */
const SHOWN: Record<Page['kind'], string> = {
  list: 'tr[data-row-key], .grid-empty, .state',
  dashboard: '[data-widget], .screen section, .state',
  detail: 'dt, .state',
  form: 'input, textarea, select, .ant-select, .state',
  document: '.print-scroll *, .state',
  system: 'p',
  redirect: 'p',
}

/** The page that is looked at: those that were left stay in the document, hidden. */
export const NOW = 'section.page:not([data-left]), section.screen:not([data-left]), .print-preview'

/** Reads the page that is open now. */
export const look = (tab: Tab, kind: Page['kind']): Promise<Seen> =>
  tab.evaluate(
    ([css, now]) => {
      const page = [...document.querySelectorAll<HTMLElement>(now)].find(one => one.checkVisibility())
      const all = (of: string) =>
        [...(page?.querySelectorAll<HTMLElement>(of) ?? [])].filter(one => one.checkVisibility())
      const texts = (of: string) => all(of).map(one => one.innerText.trim())
      const words = document.createTreeWalker(page ?? document.body, NodeFilter.SHOW_TEXT)
      // a label of a picture may stand in several lines
      const wholeOf = (text: Node): string =>
        (text.parentElement?.closest('svg text') ?? text).textContent?.trim() ?? ''
      const raw: string[] = []
      const chinese: string[] = []
      while (words.nextNode()) {
        const within = words.currentNode.parentElement
        const text = wholeOf(words.currentNode)
        const isData = within?.closest('a[href^="http"], dd, td, code, .widget-rows')
        if (/\p{Script=Han}/u.test(text) && !isData && within?.checkVisibility()) chinese.push(text)
        if (/undefined|\bNaN\b|\[object |^null$/.test(text)) raw.push(text)
        else if (!isData && /^[a-z]+\w*\.[a-zA-Z.]+$|^[a-z]+[A-Z]\w*$|[{}]/.test(text)) raw.push(text)
      }
      return {
        trail: texts('.page-head .trail > *'),
        current: [...document.querySelectorAll<HTMLElement>('nav a[aria-current="page"]')].map(
          one => one.innerText.split('\n')[0] ?? '',
        ),
        problems: texts('[role="alert"], .missing'),
        columns: texts('thead th'),
        cells: all('tr[data-row-key]').map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText.trim())),
        key: all('tr[data-row-key]')[0]?.dataset['rowKey'] ?? null,
        shown: all(css).length,
        raw,
        cut: [
          ...all('.is-kpi .kpi').filter(one => one.scrollHeight > one.clientHeight + 1),
          ...[...document.querySelectorAll<HTMLElement>('.header .system, .header .system-area')].filter(
            one => one.scrollWidth > one.clientWidth + 1,
          ),
        ].map(one => one.innerText),
        chinese,
      }
    },
    [SHOWN[kind], NOW] as const,
  )

/** Something is shown, and all that the page waits for has come. */
export const settled = (tab: Tab, kind: Page['kind']): Promise<unknown> =>
  tab.waitForFunction(
    ([css, now]) => {
      const seen = (of: string, within: ParentNode): Element[] =>
        [...within.querySelectorAll(of)].filter(one => one.checkVisibility())
      const [page] = seen(now, document)
      return page !== undefined && seen(css, page).length > 0 && seen('[aria-busy="true"]', page).length === 0
    },
    [SHOWN[kind], NOW] as const,
  )
