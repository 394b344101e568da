import type { ConsoleApp } from '../app/app.ts'
import type { ListPage, Page } from '../../core/contract/configuration.ts'
import { sendEarly } from '../data/http/early.ts'
import { recordArgs, recordKey } from './parts/recordArgs.ts'
import { listArgs, readState } from './list/query/state.ts'

/** The first request of a page, sent as soon as the page is known and before anything of it is drawn. */
export function requestFirst(app: ConsoleApp, page: Page, search: string): void {
  if (page.kind === 'list' && !waits(page))
    sendEarly(app, page.source, listArgs(app, page, readState(app, page, search)))
  if (page.kind === 'detail' && recordKey(page.entity.key, search))
    sendEarly(app, page.source, recordArgs(page.entity.key, search))
  if (page.kind === 'form' && page.source && recordKey(page.entity.key, search))
    sendEarly(app, page.source, recordArgs(page.entity.key, search))
}

/** What a tab has to compute first comes when that can be done. */
const waits = (page: ListPage): boolean =>
  page.tabs?.some(tab => Object.values(tab.filters).some(fixed => 'expression' in fixed)) === true
