import type { ConsoleApp } from '../app/app.ts'
import type { Call, ListPage, Page } from '../../core/contract/configuration.ts'
import { needsEngine } from '../../core/expression/needs-engine.ts'
import { sendEarly } from '../data/http/early.ts'
import type { Args } from '../data/http/http.ts'
import { recordArgs, recordKey } from './parts/recordArgs.ts'
import { listArgs, readState } from './list/query/state.ts'

/** What a page asks for first. */
export interface First {
  call: Call
  args: Args
}

export function firstOf(app: ConsoleApp, page: Page, search: string): First | undefined {
  if (page.kind === 'list')
    return waits(page) ? undefined : { call: page.source, args: listArgs(app, page, readState(app, page, search)) }
  if ((page.kind === 'detail' || page.kind === 'form') && page.source && recordKey(page.entity.key, search))
    return { call: page.source, args: recordArgs(page.entity.key, search) }
  return undefined
}

/** Sends the first request of a page as soon as the page is known, before its code has been loaded and drawn. */
export function requestFirst(app: ConsoleApp, page: Page, search: string): void {
  const first = firstOf(app, page, search)
  if (first) void sendEarly(app, first.call, first.args)
}

/** Whether the request may depend on an expression in a tab, for which the expression engine must be loaded first. */
const waits = (page: ListPage): boolean =>
  needsEngine(page) && page.tabs?.some(tab => Object.values(tab.filters).some(fixed => 'expression' in fixed)) === true
