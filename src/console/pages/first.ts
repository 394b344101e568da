import type { ConsoleApp } from '../app/app.ts'
import type { ListPage, Page } from '../../core/contract/configuration.ts'
import { sendEarly } from '../data/http/early.ts'
import { recordArgs, recordKey } from './parts/recordArgs.ts'
import { listArgs, readState } from './list/query/state.ts'

/** Sends the first request of a page as soon as the page is known, before its code has been loaded and drawn. */
export function requestFirst(app: ConsoleApp, page: Page, search: string): void {
  if (page.kind === 'list' && !waits(page))
    sendEarly(app, page.source, listArgs(app, page, readState(app, page, search)))
  if (page.kind === 'detail' && recordKey(page.entity.key, search))
    sendEarly(app, page.source, recordArgs(page.entity.key, search))
  if (page.kind === 'form' && page.source && recordKey(page.entity.key, search))
    sendEarly(app, page.source, recordArgs(page.entity.key, search))
}

/** Whether the request depends on an expression in a tab, for which the expression engine must be loaded first. */
const waits = (page: ListPage): boolean =>
  page.tabs?.some(tab => Object.values(tab.filters).some(fixed => 'expression' in fixed)) === true
