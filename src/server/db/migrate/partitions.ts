import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { takeTime } from '../limits.ts'
import { removeRollupsOf } from '../rollups/keep.ts'
import type { Entity } from '../tables/models.ts'
import { isSharded, PROVINCE, quoted } from '../tables/province.ts'
import { MIGRATION_LOCK } from './locks.ts'
import { partitionsIn } from './stored-schema.ts'

/** Notes of each entity whether its table is in parts: lists then name the province beside the area. */
export async function notePartitions(db: Database, entities: Iterable<Entity>): Promise<void> {
  const divided = new Set((await partitionsIn(db)).map(({ whole }) => whole))
  for (const entity of entities) entity.partitioned = divided.has(entity.name)
}

/** A table that has rows enough for parts, and the column that they are told by. */
export const mayDivide = (entity: Entity): boolean => isSharded(entity) && entity.volume === 'large'

const parted = (table: string, province: string): string => quoted(`${table}_p${province}`)

/** As whole tables have it, see `spacious` of migrate.ts. */
const ROOM = 'with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05)'

/**
 * Puts a table's rows into a part for each province, and one for all else, in one transaction; returns how many rows.
 * Views on it, its indexes and its roll-ups are gone then, and made by what every start does of the tables.
 */
export const divide = (db: Database, entity: Entity, provinces: readonly string[]): Promise<number> =>
  db.transaction().execute(tx => divideWithin(tx, entity, provinces))

export async function divideWithin(tx: Database, { name, key }: Entity, provinces: readonly string[]): Promise<number> {
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(tx)
  await takeTime(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  await removeRollupsOf(tx, name)
  const [table, fresh] = [quoted(name), quoted(`${name}_new`)]
  await run(`lock table ${table} in access exclusive mode`)
  for (const view of await viewsOn(tx, name)) await run(`drop view ${quoted(view)}`)
  await run(`create table ${fresh} (like ${table} including defaults including constraints)
    partition by list (${quoted(PROVINCE)})`)
  for (const province of provinces)
    await run(`create table ${parted(name, province)} partition of ${fresh} for values in ('${province}') ${ROOM}`)
  await run(`create table ${parted(name, 'xx')} partition of ${fresh} default ${ROOM}`)
  await run(`insert into ${fresh} select * from ${table}`)
  await run(`drop table ${table}`)
  await run(`alter table ${fresh} rename to ${table}`)
  await run(`alter table ${table} add primary key (${quoted(key)}, ${quoted(PROVINCE)})`)
  await run(`analyze ${table}`)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

async function viewsOn(tx: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct v.relname as name from pg_depend d
      join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = ${quoted(table)}::regclass and v.relkind = 'v'`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
