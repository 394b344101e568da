import type { Database } from './database.ts'
import { part } from './parts.ts'

/**
 * All that `work` reads is of one moment, whatever others write meanwhile: two numbers of one page cannot disagree. It
 * takes one connection, so its statements come one after another.
 */
export const inOneReading = <T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

const lines = new WeakMap<Database, Promise<unknown>>()

/** A statement of many that are asked at once in one transaction: if it fails, the others do not fail with it. */
export function alone<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return statement()
  const done = (lines.get(db) ?? Promise.resolve()).then(() => part(db, statement))
  lines.set(
    db,
    done.catch(() => undefined),
  )
  return done
}
