import { sql } from 'kysely'
import { FIELD_TRAITS } from '../../core/model/field/traits.ts'
import type { Database } from '../db/database.ts'
import { hasTable } from '../db/tables/own-tables.ts'
import type { FilePlace } from '../files/place.ts'
import type { Sweeping } from './terms.ts'

/** So many rows at a time: whoever else asks has a turn in between. */
const BITE = 1000
/** A file's id as it stands in an address, in JSON or by itself. */
const ID = '(?:^|[^\\w-])([\\w-]{32})(?![\\w-])'

/** Stands for whatever names a file that no save has noted. */
const NAMED = 'sys_named'

/** What the server keeps beside the records: what was, what is being written, and what is at work. */
const OWN: FilePlace[] = [
  { table: 'sys_draft', key: 'userId', columns: ['values'] },
  { table: 'sys_job', key: 'id', columns: ['request'], only: 'finished = 0' },
  { table: 'sys_preference', key: 'userId', columns: ['value'] },
  { table: 'sys_view', key: 'id', columns: ['query'] },
  { table: 'sys_audit', key: 'id', columns: ['before', 'after'] },
]

function places({ entities, product }: Sweeping): FilePlace[] {
  const records = [...entities().values()].filter(hasTable).map(({ name, key, fields }) => ({
    table: name,
    key,
    columns: fields.filter(({ kind }) => FIELD_TRAITS[kind].holdsAddresses).map(field => field.name),
  }))
  return [...records.filter(({ columns }) => columns.length > 0), ...OWN, ...product.filePlaces]
}

type Key = string | number

/** The key that a bite ends with; nothing where there are no more rows. */
async function endOf(db: Database, { table, key }: FilePlace, after: Key | undefined): Promise<Key | undefined> {
  const from = after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`
  const { rows } = await sql<{
    last: Key | null
  }>`select max(k) as last from (select ${sql.ref(key)} as k from ${sql.table(table)} where ${from}
    order by ${sql.ref(key)} limit ${BITE}) x`.execute(db)
  return rows[0]?.last ?? undefined
}

/**
 * Entries of the trail come in the order of time, some of those of a moment a little later: what is older names nothing
 * of then.
 */
async function entryBefore(db: Database, since: string): Promise<Key | undefined> {
  const row = await db
    .selectFrom('sys_audit')
    .select('id')
    .where('time', '>=', since)
    .orderBy('time')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row['id']) - BITE
}

async function* namedAt(
  { db, rest }: Sweeping,
  place: FilePlace,
  ids: readonly string[],
  begin?: Key,
): AsyncGenerator<string> {
  const { table, key, columns, only } = place
  const [k, said] = [sql.ref(key), sql.join(columns.map(column => sql`${sql.ref(column)}::text`))]
  for (
    let after = begin, last = await endOf(db, place, after);
    last !== undefined;
    after = last, last = await endOf(db, place, after)
  ) {
    const { rows } = await sql<{
      id: string
    }>`select distinct m[1] as id
      from ${sql.table(table)}, regexp_matches(concat_ws(' ', ${said}), ${ID}, 'g') m
      where ${k} <= ${last} and ${after === undefined ? sql`true` : sql`${k} > ${after}`}
      and ${only === undefined ? sql`true` : sql.raw(only)} and m[1] in (${sql.join(ids)})`.execute(db)
    for (const row of rows) yield row.id
    await rest()
  }
}

/**
 * Which of these files anything at all names: records as they are (deleted ones, too) or were, drafts, work under way,
 * what the product keeps. It is noted, and not looked for again. `since`: none of them was there before.
 */
export async function namedAmong(sweeping: Sweeping, ids: readonly string[], since?: string): Promise<Set<string>> {
  const named = new Set<string>()
  if (ids.length === 0) return named
  const { db } = sweeping
  for (const place of places(sweeping)) {
    const begin = place.table === 'sys_audit' && since !== undefined ? await entryBefore(db, since) : undefined
    for await (const id of namedAt(sweeping, place, ids, begin)) named.add(id)
  }
  if (named.size > 0)
    await db
      .insertInto('sys_file_use')
      .values([...named].map(fileId => ({ fileId, entity: NAMED, objectId: '' })))
      .onConflict(on => on.doNothing())
      .execute()
  return named
}
