import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { LONG } from '../limits.ts'
import { isOurs, tableIndexes } from '../tables/indexes.ts'
import type { Entity } from '../tables/models.ts'
import { quoted } from '../tables/province.ts'
import { INDEX_LOCK } from './locks.ts'
import { applyChanges, type SchemaChange } from './schema-changes.ts'
import { storedSchema, type StoredSchema } from './stored-schema.ts'

/** Indexes that a table lacks, and those of ours that nothing wants any more: every write would keep them up. */
function differences(entity: Entity, { indexes, unfinished }: StoredSchema): SchemaChange[] {
  const wanted = tableIndexes(entity)
  const names = new Set(wanted.map(({ name }) => name))
  const what = `index ${entity.name}`
  const drop = (name: string): SchemaChange => ({ what, statement: `drop index if exists ${quoted(name)}` })
  const create = wanted
    .filter(({ name }) => !indexes.has(name) || unfinished.has(name))
    .flatMap(({ name, definition }): SchemaChange[] => [
      // what a broken connection left is kept up by every write and read by none
      ...(unfinished.has(name) ? [drop(name)] : []),
      { what, statement: `create index if not exists ${quoted(name)} on ${quoted(entity.name)} ${definition}` },
    ])
  return [...create, ...[...indexes].filter(name => isOurs(entity, name) && !names.has(name)).map(drop)]
}

async function hasRows(db: Database, { name }: Entity): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from ${sql.table(name)}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Changes of indexes that hold nobody up, because nobody reads the table yet: together with the table itself. */
export async function quickIndexChanges(
  tx: Database,
  entities: readonly Entity[],
  stored: StoredSchema,
  all: boolean,
): Promise<SchemaChange[]> {
  const changes: SchemaChange[] = []
  for (const entity of entities) {
    const found = differences(entity, stored)
    if (found.length > 0 && (all || !stored.tables.has(entity.name) || !(await hasRows(tx, entity))))
      changes.push(...found)
  }
  return changes
}

const AGAIN_MS = 500

/** PGlite has one connection, whose user waits in any case, and does not know how to do it beside others. */
async function isAlone(db: Database): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db)
  return /emscripten|wasm/i.test(rows[0]?.version ?? '')
}

const concurrently = ({ statement, ...change }: SchemaChange): SchemaChange => ({
  ...change,
  statement: statement.replace(/^(create|drop) index/, '$1 index concurrently'),
})

/**
 * Makes and drops what the tables with rows still lack or have too much, while everybody goes on reading and writing
 * them. One instance does it; the others wait until it is done, and wait without a statement under way, for which the
 * one would wait in turn.
 */
export async function keepIndexes(db: Database, entities: readonly Entity[], version: string): Promise<void> {
  const before = await storedSchema(db)
  if (!entities.some(entity => differences(entity, before).length > 0)) return
  const alone = await isAlone(db)
  await db.connection().execute(async connection => {
    while (!(await locked(connection))) await pause(AGAIN_MS)
    try {
      await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
        connection,
      )
      for (const entity of entities) await keepOf(connection, entity, version, alone)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${sql.lit(INDEX_LOCK)})`.execute(connection)
    }
  })
}

async function locked(connection: Database): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${sql.lit(INDEX_LOCK)}) as got`.execute(
    connection,
  )
  return rows[0]?.got === true
}

async function keepOf(connection: Database, entity: Entity, version: string, alone: boolean): Promise<void> {
  const stored = await storedSchema(connection)
  const changes = differences(entity, stored)
  if (changes.length === 0) return
  await applyChanges(connection, alone ? changes : changes.map(concurrently), stored, version)
  // of an expression the database knows nothing until it has looked
  await sql`${LONG}analyze ${sql.table(entity.name)}`.execute(connection)
}
