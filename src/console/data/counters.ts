import type { Call } from '../../core/contract/configuration.ts'
import { currentProduct, type Counters } from '../product/product.ts'

const AGE = 30_000
const NONE: Counters = { badges: {}, figures: {} }
const listeners = new Set<() => void>()
let counters = NONE
let asked = -Infinity

export const currentCounters = (): Counters => counters
export function subscribeCounters(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asked anew when the window is looked at again, never while it is hidden and not twice within half a minute. */
export async function refreshCounters(): Promise<void> {
  const source = currentProduct().counters
  const now = performance.now()
  if (!source || document.hidden || now - asked < AGE) return
  asked = now
  counters = await source.read().catch(() => NONE)
  for (const listener of listeners) listener()
}

/** After a call that changes what is counted; a console that shows no number has never asked for one. */
export async function recount(call: Pick<Call, 'changes'> | undefined): Promise<void> {
  if (!call || asked === -Infinity || !currentProduct().counters?.changedBy(call)) return
  asked = -Infinity
  await refreshCounters()
}
