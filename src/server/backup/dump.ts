import type { Database } from '../db/database.ts'
import { takeTime } from '../db/limits.ts'
import { RowDigest } from './digest.ts'
import { isMadeAnew, NOT_BACKED_UP, dumpedRows, tableShapes, type TableCopy, type TableShape } from './tables.ts'

/** Receives the rows of one table; called for one table after another. */
export type Sink = (table: TableShape, rows: AsyncIterable<string[]>) => Promise<void>

async function* counted(rows: AsyncIterable<string[]>, digest: RowDigest): AsyncGenerator<string[]> {
  for await (const some of rows) {
    some.forEach(row => digest.add(row))
    yield some
  }
}

async function* nothing(): AsyncGenerator<string[]> {
  /* table whose rows are left out of backups */
}

/**
 * Reads all tables in one snapshot, so that concurrent writes cannot make them inconsistent. `also`: what else is to be
 * known as of the same moment.
 */
export async function dump(
  db: Database,
  sink: Sink,
  also: (tx: Database) => Promise<void> = async () => {},
): Promise<TableCopy[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await takeTime(tx)
      await also(tx)
      const copies: TableCopy[] = []
      for (const table of await tableShapes(tx)) {
        if (isMadeAnew(table)) continue
        const digest = new RowDigest()
        await sink(table, counted(NOT_BACKED_UP.has(table.name) ? nothing() : dumpedRows(tx, table), digest))
        copies.push({ ...table, rows: digest.rows, sha256: digest.sha256 })
      }
      return copies
    })
}
