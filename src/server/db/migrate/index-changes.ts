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

/** An index that could not be made, for a reason that leaves the data as they are. */
export interface Unmade {
  table: string
  fields: readonly string[]
  error: unknown
}

interface IndexChange extends SchemaChange {
  /** what a new index is of */
  made?: { name: string; fields: readonly string[] }
}

/**
 * SQLSTATEs of what an index meets and rows do not: no room on the disk or in memory (class 53), a value too long for
 * an index (54). Lists without it answer the same, only later.
 */
const SPARED = /^5[34]/
const NO_ROOM = /^53/
const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

/** Indexes that a table lacks, and those of ours that nothing wants any more: every write would keep them up. */
function differences(entity: Entity, { indexes, unfinished }: StoredSchema): IndexChange[] {
  const wanted = tableIndexes(entity)
  const names = new Set(wanted.map(({ name }) => name))
  const what = `index ${entity.name}`
  const drop = (name: string): IndexChange => ({ what, statement: dropping(name) })
  const create = wanted
    .filter(({ name }) => !indexes.has(name) || unfinished.has(name))
    .flatMap(({ name, definition, plan }): IndexChange[] => [
      // what a broken connection left is kept up by every write and read by none
      ...(unfinished.has(name) ? [drop(name)] : []),
      {
        what,
        statement: `create index if not exists ${quoted(name)} on ${quoted(entity.name)} ${definition}`,
        made: { name, fields: plan.fields.map(field => field.name) },
      },
    ])
  return [...create, ...[...indexes].filter(name => isOurs(entity, name) && !names.has(name)).map(drop)]
}

const dropping = (name: string): string => `drop index if exists ${quoted(name)}`

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

const beside = (statement: string): string => statement.replace(/^(create|drop) index/, '$1 index concurrently')

/**
 * Of a table in parts PostgreSQL makes no index beside others. It is made of each part, and that of the whole then
 * takes those for its own, in a moment.
 */
function besideOthers(
  statement: string,
  { name }: Entity,
  { partitions, indexes, unfinished }: StoredSchema,
): string[] {
  const parts = partitions.get(name)
  if (!parts) return [beside(statement)]
  if (statement.startsWith('drop')) return [statement]
  const [, index = '', definition = ''] =
    /^create index if not exists "([^"]+)" on "[^"]+" (.*)$/s.exec(statement) ?? []
  const made = parts.flatMap(part => {
    const own = `${part}${index.slice(name.length)}`
    return [
      ...(indexes.has(own) && unfinished.has(own) ? [beside(dropping(own))] : []),
      beside(`create index if not exists ${quoted(own)} on ${quoted(part)} ${definition}`),
    ]
  })
  return [...made, statement]
}

/**
 * Makes and drops what the tables with rows still lack or have too much, while everybody goes on reading and writing
 * them. One instance does it; the others wait until it is done, and wait without a statement under way, for which the
 * one would wait in turn. Returns what could not be made: it is tried again at the next start or edit.
 */
export async function keepIndexes(db: Database, entities: readonly Entity[], version: string): Promise<Unmade[]> {
  const before = await storedSchema(db)
  if (!entities.some(entity => differences(entity, before).length > 0)) return []
  const alone = await isAlone(db)
  const unmade: Unmade[] = []
  await db.connection().execute(async connection => {
    while (!(await locked(connection))) await pause(AGAIN_MS)
    try {
      await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
        connection,
      )
      for (const entity of entities) await keepOf({ connection, version, alone, unmade }, entity)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${sql.lit(INDEX_LOCK)})`.execute(connection)
    }
  })
  return unmade
}

async function locked(connection: Database): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${sql.lit(INDEX_LOCK)}) as got`.execute(
    connection,
  )
  return rows[0]?.got === true
}

interface Keeping {
  connection: Database
  version: string
  /** nobody else has a connection */
  alone: boolean
  unmade: Unmade[]
}

async function keepOf(keeping: Keeping, entity: Entity): Promise<void> {
  const { connection, version, alone, unmade } = keeping
  const stored = await storedSchema(connection)
  const changes = differences(entity, stored)
  if (changes.length === 0) return
  const missing = unmade.length
  for (const { made, ...change } of changes) {
    // until a new index is there, lists go on with the one that it takes the place of
    if (!made && unmade.length > missing && !stored.unfinished.has(nameIn(change))) continue
    const statements = alone ? [change.statement] : besideOthers(change.statement, entity, stored)
    try {
      if (made) refuseWithoutRoom(unmade)
      const all = statements.map(statement => ({ ...change, statement }))
      await applyChanges(connection, all, stored, version)
    } catch (error) {
      if (!made || !SPARED.test(codeOf(error))) throw error
      unmade.push({ table: entity.name, fields: made.fields, error })
      // every write would keep up what is left of it
      const left = alone ? [dropping(made.name)] : besideOthers(dropping(made.name), entity, stored)
      for (const statement of left) await sql.raw(statement).execute(connection)
    }
  }
  // of an expression the database knows nothing until it has looked
  if (unmade.length === missing) await sql`${LONG}analyze ${sql.table(entity.name)}`.execute(connection)
}

const nameIn = ({ statement }: SchemaChange): string => /"([^"]+)"/.exec(statement)?.[1] ?? ''

/** Once there was no room for an index, the next ones are not tried: each would fill the disk again first. */
function refuseWithoutRoom(unmade: readonly Unmade[]): void {
  const last = unmade.at(-1)
  if (last && NO_ROOM.test(codeOf(last.error))) throw last.error
}
