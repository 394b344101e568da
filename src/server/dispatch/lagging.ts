import type { CallContext, Handler, ListHandler } from '../call/context.ts'

/** Handlers of the engine that only list or count. */
const COUNTS: ReadonlySet<string> = new Set([
  'choices.list',
  'list.missing',
  'list.tabs',
  'message.unread',
  'record.find',
  'record.related',
  'statistic',
  'statistics.figures',
])

/**
 * Whether a replica may answer the call, a moment behind the primary: lists, counts and statistics. Everything else
 * asks the primary: who somebody is and what they may do, single records, which people decide by, and all that changes
 * anything. Exports read as lists do, see jobs/write-export.ts.
 */
export function mayLag(
  { endpoint: { handler = '', changes = [] }, product }: Pick<CallContext, 'endpoint' | 'product'>,
  definition: Handler | ListHandler | undefined,
): boolean {
  if (changes.length > 0) return false
  return typeof definition === 'object' || COUNTS.has(handler) || product.lagging.includes(handler)
}
