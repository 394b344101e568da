import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'

/** What the same writes cost, in milliseconds for a thousand rows, and what room a table takes, in bytes. */
export interface TableCosts {
  room: { rows: number; indexes: number; count: number }
  /** [the table with five indexes, with the derived ones] */
  inserts: Pair
  singleInserts: Pair
  updates: Pair
  singleUpdates: Pair
}
type Pair = [five: number, derived: number]

const FIVE = 'bench_five'
const BATCHES = 20
const BATCH = 1000
const SINGLES = 1000

/** What somebody would make by hand who thinks of no list: these, and that of the key. */
const BY_HAND = ['"areaCode" text_pattern_ops, "updateTime" desc', '"updateTime" desc', 'uscc_dim', '"platformName"']

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A copy of the shops with five indexes. */
async function makeFive(db: Database): Promise<void> {
  await sql.raw(`drop table if exists ${FIVE}`).execute(db)
  await sql.raw(`create table ${FIVE} (like eshop) with (fillfactor = 90)`).execute(db)
  await sql.raw(`insert into ${FIVE} select * from eshop`).execute(db)
  await sql.raw(`alter table ${FIVE} add primary key ("uniqueId", "provinceCode")`).execute(db)
  for (const columns of BY_HAND) await sql.raw(`create index on ${FIVE} (${columns})`).execute(db)
  await sql.raw(`vacuum analyze ${FIVE}`).execute(db)
}

/** Rows as those that are there, under keys of their own, changed now. */
async function insertRows(db: Database, table: string, columns: string[], mark: string, count: number): Promise<void> {
  const values = columns.map(name =>
    name === 'uniqueId'
      ? `md5('${mark}' || "uniqueId")`
      : name === 'updateTime'
        ? `(now() at time zone 'Asia/Shanghai')::timestamp(0)`
        : `"${name}"`,
  )
  await sql
    .raw(
      `insert into ${table} (${columns.map(name => `"${name}"`).join(', ')})
       select ${values.join(', ')} from bench_new where place between 1 and ${count}`,
    )
    .execute(db)
}

/** What a check of some carriers changes. */
const updateRows = (db: Database, table: string, keys: readonly string[]): Promise<unknown> =>
  sql`update ${sql.table(table)} set "updateTime" = (now() at time zone 'Asia/Shanghai')::timestamp(0),
    "auditStatus" = '0', opinion = '3' where "uniqueId" = any(${`{${keys.join(',')}}`}::text[])`.execute(db)

/** Both tables in turn, so that whatever else the machine does meets both; the medians of the batches. */
async function inTurn(times: number, of: (table: string, i: number) => Promise<unknown>, rows: number): Promise<Pair> {
  const took: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i++)
    for (const [at, table] of [FIVE, 'eshop'].entries()) took[at]!.push(await timed(() => of(table, i)))
  return [(median(took[0]) * 1000) / rows, (median(took[1]) * 1000) / rows]
}

async function keysOf(db: Database, from: number, count: number): Promise<string[]> {
  const { rows } = await sql<{
    key: string
  }>`select "uniqueId" as key from bench_new where place between ${from + 1} and ${from + count}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Writes to the shops as they are and to a copy with five indexes; all that was written goes away again. */
export async function tableCosts(db: Database): Promise<TableCosts> {
  const room = await roomOf(db)
  await makeFive(db)
  await sql`drop table if exists bench_new`.execute(db)
  await sql`create table bench_new as select e.*, row_number() over () as place
    from (select * from eshop where "uniqueId" like 'bench-%' order by md5("uniqueId")
    limit ${sql.lit(BATCHES * BATCH + SINGLES)}) as e`.execute(db)
  await sql`create unique index on bench_new (place)`.execute(db)
  await sql`analyze bench_new`.execute(db)
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_name = 'eshop'`.execute(db)
  const columns = rows.map(({ name }) => name)
  const inserts = await inTurn(BATCHES, (table, i) => insertRows(db, table, columns, `many-${i}`, BATCH), BATCH)
  const singleInserts = await inTurn(SINGLES, (table, i) => insertRows(db, table, columns, `single-${i}`, 1), 1)
  const keys = await keysOf(db, 0, BATCHES * BATCH + SINGLES)
  const updates = await inTurn(
    BATCHES,
    (table, i) => updateRows(db, table, keys.slice(i * BATCH, (i + 1) * BATCH)),
    BATCH,
  )
  const singleUpdates = await inTurn(SINGLES, (table, i) => updateRows(db, table, [keys[BATCHES * BATCH + i] ?? '']), 1)
  await sql`delete from eshop where "uniqueId" ~ '^[0-9a-f]{32}$'`.execute(db)
  await sql.raw(`drop table ${FIVE}, bench_new`).execute(db)
  await sql`vacuum analyze eshop`.execute(db)
  return { room, inserts, singleInserts, updates, singleUpdates }
}

async function roomOf(db: Database): Promise<TableCosts['room']> {
  const { rows } = await sql<Record<'rows' | 'indexes' | 'count', number>>`select pg_relation_size('eshop') as rows,
    pg_indexes_size('eshop') as indexes, (select count(*) from pg_index where indrelid = 'eshop'::regclass) as count`.execute(
    db,
  )
  return rows[0] ?? { rows: 0, indexes: 0, count: 0 }
}

const CHUNK = 500

/**
 * Notes of every shop that it was seen, as collecting does: a chunk a transaction, in the order of keys. The product's
 * keys are random and these are not, so they are taken in the order of their digests.
 */
export async function nightly(db: Database): Promise<{ rows: number; seconds: number }> {
  const { rows } = await sql<{ key: string }>`select "uniqueId" as key from eshop order by md5("uniqueId")`.execute(db)
  const began = performance.now()
  for (let from = 0; from < rows.length; from += CHUNK) {
    const keys = rows.slice(from, from + CHUNK).map(({ key }) => key)
    await sql`update eshop set "collectTime" = (now() at time zone 'Asia/Shanghai')::timestamp(0)
      where "uniqueId" = any(${`{${keys.join(',')}}`}::text[])`.execute(db)
  }
  return { rows: rows.length, seconds: (performance.now() - began) / 1000 }
}
