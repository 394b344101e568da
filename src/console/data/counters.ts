import type { Call } from '../../core/contract/configuration.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { countUnread } from './unread.ts'
import { product, type Counters } from '../product/product.ts'

const AGE = 30_000
const NONE: Counters = { badges: {}, figures: {} }

/** The product's numbers, e.g. at menu entries, and the time of the last request. */
export const counters = part(() => ({ ...createStore(NONE), asked: -Infinity }))

/** Requests the numbers when the window gets the focus, at most twice a minute, and never while it is hidden. */
export async function refreshCounters(app: ConsoleApp): Promise<void> {
  const source = product(app).get().counters
  const now = performance.now()
  if (!source || document.hidden || now - counters(app).asked < AGE) return
  counters(app).asked = now
  counters(app).set(await source.read(app).catch(() => NONE))
}

/** Requests the numbers again after a call that changes them, unless none has been shown yet. */
export async function recount(app: ConsoleApp, call: Pick<Call, 'changes'> | undefined): Promise<void> {
  if (call?.changes?.includes('message')) void countUnread(app, true)
  if (!call || counters(app).asked === -Infinity || !product(app).get().counters?.changedBy(call)) return
  counters(app).asked = -Infinity
  await refreshCounters(app)
}
