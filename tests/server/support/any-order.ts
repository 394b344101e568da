import type { KyselyPlugin } from 'kysely'

/**
 * Rows that a test reads without an order come the other way round than they were written. A database may
 * answer so at any time, and seldom does: a test that reads them as a list must fail at once, not once in a hundred
 * runs.
 */
export const anyOrder = (): KyselyPlugin => {
  const unordered = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && node.orderBy === undefined) unordered.add(queryId)
      return node
    },
    transformResult({ result, queryId }) {
      return Promise.resolve(unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result)
    },
  }
}
