import { sql } from 'kysely'
import { FIELD_TRAITS } from '../../core/model/field/traits.ts'
import type { Database } from '../db/database.ts'
import { hasTable } from '../db/tables/own-tables.ts'
import type { FilePlace } from '../files/place.ts'
import type { Sweeping } from './terms.ts'

/** Rows read at a time, so that other queries can run in between. */
const BITE = 1000
/** A file's id within an address, in JSON or alone. */
const ID = '(?:^|[^\\w-])([\\w-]{32})(?![\\w-])'

/** Entity name in sys_file_use for uses found by this search, as opposed to those noted by saves. */
const NAMED = 'sys_named'

/** Tables of the server that may refer to files: drafts, jobs, settings, the audit trail. */
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

/** Last key of the next batch; undefined after the last row. */
async function endOf(db: Database, { table, key }: FilePlace, after: Key | undefined): Promise<Key | undefined> {
  const from = after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`
  const { rows } = await sql<{
    last: Key | null
  }>`select max(k) as last from (select ${sql.ref(key)} as k from ${sql.table(table)} where ${from}
    order by ${sql.ref(key)} limit ${BITE}) x`.execute(db)
  return rows[0]?.last ?? undefined
}

/**
 * A key of the audit trail before which no entry is newer than `since`. Entries are roughly in order of time; a batch
 * is subtracted because concurrent transactions may swap some.
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
 * Which of these files are referred to anywhere: in records (also deleted ones), their history, drafts, running jobs,
 * or tables of the product. Uses found are noted, to find them faster next time. `since`: no file is older.
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
