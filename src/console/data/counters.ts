import type { Call } from '../../core/contract/configuration.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { product, type Counters } from '../product/product.ts'

const AGE = 30_000
const NONE: Counters = { badges: {}, figures: {} }

/** Numbers at the menu and what else the product counts, and when they were asked for. */
export const counters = part(() => ({ ...createStore(NONE), asked: -Infinity }))

/** Asked anew when the window is looked at again, never while it is hidden and not twice within half a minute. */
export async function refreshCounters(app: ConsoleApp): Promise<void> {
  const source = product(app).get().counters
  const now = performance.now()
  if (!source || document.hidden || now - counters(app).asked < AGE) return
  counters(app).asked = now
  counters(app).set(await source.read(app).catch(() => NONE))
}

/** After a call that changes what is counted; a console that shows no number has never asked for one. */
export async function recount(app: ConsoleApp, call: Pick<Call, 'changes'> | undefined): Promise<void> {
  if (!call || counters(app).asked === -Infinity || !product(app).get().counters?.changedBy(call)) return
  counters(app).asked = -Infinity
  await refreshCounters(app)
}
