import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { takeTime } from '../db/limits.ts'
import { migrateWithin } from '../db/migrate/migrate.ts'
import { divideWithin, mayDivide } from '../db/migrate/partitions.ts'
import type { Entity } from '../db/tables/models.ts'
import type { ProductTables } from '../db/tables/product-tables.ts'
import { changesOfPeople } from './changes.ts'
import { RowDigest } from './digest.ts'
import {
  creation,
  dumpedRows,
  isMadeAnew,
  OF_ONE_PRIMARY,
  tableShapes,
  type TableCopy,
  type TableShape,
} from './tables.ts'

export class NotEmpty extends Error {}
export class Damaged extends Error {}
/** People have changed data since the backup was made. */
export class ChangedSince extends Error {
  readonly changes: number
  constructor(changes: number) {
    super(`${changes} changes since`)
    this.changes = changes
  }
}

export interface Backup {
  tables: TableCopy[]
  rows(table: TableCopy): AsyncIterable<string[]>
}

export interface RestoreOptions {
  entities: readonly Entity[]
  version: string
  tables: ProductTables
  force: boolean
  /** the embedded database keeps tables whole */
  mayDivide: boolean
  /** how many changes people must have made by now: with others nothing is restored */
  changes?: number | undefined
  /** runs as soon as nobody else can write any more; if it throws, nothing is restored */
  locked?: () => Promise<void>
  /** runs before the transaction commits; if it throws, nothing is restored */
  before(): Promise<void>
}

/** Tables with bookkeeping only: a database that has rows in no others counts as empty. */
const WITHOUT_DATA = new Set(['sys_schema_change', 'sys_meta', ...OF_ONE_PRIMARY])

async function refuseFull(tx: Database, tables: TableShape[]): Promise<void> {
  for (const table of tables) {
    const { name } = table
    if (WITHOUT_DATA.has(name) || isMadeAnew(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) throw new NotEmpty(name)
  }
}

/** Each change writes to the audit trail: once that is locked, none can be made unseen. */
async function refuseChanged(tx: Database, changes: number): Promise<void> {
  await sql`lock table sys_audit in access exclusive mode`.execute(tx)
  const now = await changesOfPeople(tx)
  if (now !== changes) throw new ChangedSince(now - changes)
}

async function fill(tx: Database, table: TableCopy, rows: AsyncIterable<string[]>): Promise<void> {
  const list = sql.join(table.columns.map(column => sql.ref(column.name)))
  for await (const some of rows) {
    await sql`insert into ${sql.table(table.name)} (${list})
      select ${list}
      from json_populate_recordset(null::${sql.table(table.name)}, ${`[${some.join(',')}]`}::json)`.execute(tx)
  }
  for (const { name } of table.columns.filter(column => column.serial)) {
    await sql`select setval(pg_get_serial_sequence(${`"${table.name}"`}, ${name}), coalesce(max(${sql.ref(name)}),
        0) + 1, false)
      from ${sql.table(table.name)}`.execute(tx)
  }
}

async function refuseDifference(rows: AsyncIterable<string[]>, table: TableCopy): Promise<void> {
  const digest = new RowDigest()
  for await (const some of rows) some.forEach(row => digest.add(row))
  if (digest.rows !== table.rows || digest.sha256 !== table.sha256) throw new Damaged(table.name)
}

/** Compares a backup's rows with its checksums, without a database. */
export async function checkRows(backup: Backup): Promise<void> {
  for (const table of backup.tables) await refuseDifference(backup.rows(table), table)
}

/** What was in parts here or where the backup is from; what goes with it, indexes and all, the next start makes. */
async function divideAgain(tx: Database, entities: readonly Entity[], tables: readonly TableShape[]): Promise<void> {
  const divided = new Map(tables.flatMap(({ name, provinces }) => (provinces ? [[name, provinces] as const] : [])))
  for (const entity of entities) {
    const provinces = divided.get(entity.name)
    if (provinces && mayDivide(entity)) await divideWithin(tx, entity, provinces)
  }
}

/**
 * Restores a backup in one transaction: creates its tables, loads the rows and compares checksums, then applies the
 * schema changes that today's configuration needs. `force` deletes what the database holds.
 */
export async function load(db: Database, backup: Backup, wanted: RestoreOptions): Promise<void> {
  await db.transaction().execute(async tx => {
    await takeTime(tx)
    const present = await tableShapes(tx)
    if (!wanted.force) await refuseFull(tx, present)
    if (wanted.changes !== undefined && present.some(({ name }) => name === 'sys_audit'))
      await refuseChanged(tx, wanted.changes)
    const ours = new Set([...backup.tables.map(table => table.name), ...wanted.entities.map(entity => entity.name)])
    for (const { name } of present)
      if (ours.has(name) || name.startsWith('sys_')) await sql`drop table ${sql.table(name)} cascade`.execute(tx)
    await wanted.locked?.()
    for (const table of backup.tables) {
      await sql.raw(creation(table)).execute(tx)
      await fill(tx, table, backup.rows(table))
      await refuseDifference(dumpedRows(tx, table), table)
    }
    await migrateWithin(tx, wanted.entities, wanted.version, wanted.tables, { again: true })
    if (wanted.mayDivide) await divideAgain(tx, wanted.entities, [...present, ...backup.tables])
    await wanted.before()
  })
}
