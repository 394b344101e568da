import type { Database } from '../db/database.ts'
import { inParts } from '../db/parts.ts'
import { afterCommit, type CallContext } from './context.ts'

/**
 * Runs work in a transaction of its call. Whatever the work is handed on to (hooks of the product, effects of a
 * transition) asks `inside.db`, which is that transaction and never a second connection; what is begun for later begins
 * once all of it is kept. `faced`: gives the result where an error only hid that it is kept, and throws what is to be
 * told otherwise.
 */
export async function transact<C extends Pick<CallContext, 'db' | 'later'>, T>(
  call: C,
  work: (inside: C, tx: Database) => Promise<T>,
  faced: (error: unknown) => Promise<T> = error => Promise.reject(error as Error),
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
    .catch(faced)
  for (const begin of waiting) afterCommit(call, begin)
  return result
}
