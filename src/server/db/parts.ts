import { sql } from 'kysely'
import type { Database } from './database.ts'

type Part = <T>(work: (part: Database) => Promise<T>) => Promise<T>

/**
 * A database whose transactions become savepoints of an open transaction, so that a failed part is rolled back alone,
 * or whatever else `part` makes of them. After the open transaction has ended, they are ordinary transactions again,
 * for work that was only started in it.
 */
export function inParts(
  whole: Database,
  tx: Database,
  isOver: () => boolean,
  part: Part = work => inSavepoint(tx, work),
): Database {
  return new Proxy(whole, {
    get(_target, name) {
      if (name === 'transaction') return isOver() ? () => whole.transaction() : () => ({ execute: part })
      if (name === 'isTransaction') return !isOver()
      const database = isOver() ? whole : tx
      const value: unknown = Reflect.get(database, name, database)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(database) : value
    },
  })
}

async function inSavepoint<T>(tx: Database, work: (part: Database) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    // if the connection is gone there is no savepoint to roll back to
    await sql`rollback to savepoint part`.execute(tx).catch(() => undefined)
    throw error
  }
}
