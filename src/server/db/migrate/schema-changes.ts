import { sql } from 'kysely'
import { insertMany } from '../bulk.ts'
import type { Database, TableRow } from '../database.ts'
import type { StoredSchema } from './stored-schema.ts'
import { chinaTime } from '../time.ts'

/** One statement that brings the tables closer to what the configuration needs. */
export interface SchemaChange {
  what: string
  statement: string
  /** not repeated once it is recorded: it takes a lock even if it changes nothing */
  once?: boolean
}

const TABLE = `create table if not exists sys_schema_change (
  number integer primary key, what text not null, statement text not null, "when" timestamp(0) not null,
  "configVersion" text not null)`

const indexName = (statement: string): string | undefined =>
  /^create (?:unique )?index (?:if not exists )?"?([^"\s]+)"?/.exec(statement)?.[1]

/** What was changed so far, in order. */
export async function recordedChanges(tx: Database, stored: StoredSchema): Promise<string[]> {
  if (!stored.tables.has('sys_schema_change')) return []
  const { rows } = await sql<{ what: string }>`select what from sys_schema_change order by number`.execute(tx)
  return rows.map(({ what }) => what)
}

/**
 * Applies missing changes in order and records them for later reference. `again`: ignores the records, for restored
 * databases, which contain the records but not all that was changed.
 */
export async function applyChanges(
  tx: Database,
  changes: readonly SchemaChange[],
  stored: StoredSchema,
  version: string,
  again = false,
): Promise<number> {
  if (!stored.tables.has('sys_schema_change')) await sql.raw(TABLE).execute(tx)
  const { rows } = await sql<{
    number: number
    statement: string
  }>`select number, statement from sys_schema_change`.execute(tx)
  const recorded = new Set(rows.map(row => row.statement))
  const last = Math.max(0, ...rows.map(row => row.number))
  const made: TableRow[] = []
  let applied = 0
  for (const { what, statement, once } of changes) {
    const index = indexName(statement)
    if (once && !again && recorded.has(statement) && (index === undefined || stored.indexes.has(index))) continue
    await sql.raw(statement).execute(tx)
    applied++
    if (recorded.has(statement) && once) continue
    made.push({ number: last + made.length + 1, what, statement, when: chinaTime(), configVersion: version })
  }
  // with the changes, and all at once: a first start makes some hundreds
  await insertMany(tx, 'sys_schema_change', made)
  return applied
}
