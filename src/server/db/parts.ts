import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * A database whose transactions are parts of one that is open: what one of them refuses is undone alone. When the open
 * one has come to its end they are transactions of their own again, for work that was only begun in it.
 */
export function inParts(whole: Database, tx: Database, isOver: () => boolean): Database {
  const transaction = (): unknown =>
    isOver() ? whole.transaction() : { execute: <T>(work: (part: Database) => Promise<T>) => part(tx, work) }
  return new Proxy(whole, {
    get(_target, name) {
      if (name === 'transaction') return transaction
      const database = isOver() ? whole : tx
      const value: unknown = Reflect.get(database, name, database)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(database) : value
    },
  })
}

async function part<T>(tx: Database, work: (part: Database) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    // where the connection itself has gone there is nothing to go back to
    await sql`rollback to savepoint part`.execute(tx).catch(() => undefined)
    throw error
  }
}
