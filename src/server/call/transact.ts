import type { Database } from '../db/database.ts'
import { inParts } from '../db/parts.ts'
import { afterCommit, type CallContext } from './context.ts'

/**
 * Runs work in a transaction of its call. Whatever the work is handed on to (hooks of the product, effects of a
 * transition) asks `inside.db`, which is that transaction and never a second connection; what is begun for later begins
 * once all of it is kept.
 */
export async function transact<C extends Pick<CallContext, 'db' | 'later'>, T>(
  call: C,
  work: (inside: C, tx: Database) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = []
  let isOver = false
  const result = await call.db
    .transaction()
    .execute(tx =>
      work({ ...call, db: inParts(call.db, tx, () => isOver), later: begin => void waiting.push(begin) }, tx),
    )
    .finally(() => {
      isOver = true
    })
  for (const begin of waiting) afterCommit(call, begin)
  return result
}
