import { sql } from 'kysely'
import type { Database, TableRow } from '../../db/database.ts'
import { write, type WriteMany } from '../../db/gathering.ts'
import type { Entity } from '../../db/tables/models.ts'
import { insertMany } from '../../db/bulk.ts'
import { isSharded, PROVINCE, rowItself, withProvince } from '../../db/tables/province.ts'
import { computedOf } from './computed.ts'
import { countedFields, keepCounts, startingCounts } from './counted.ts'

/**
 * If a table is distributed by province, PostgreSQL cannot update the province of a row: the row is deleted and
 * inserted with all its columns.
 */
async function move(tx: Database, entity: Entity, before: TableRow, place: TableRow): Promise<void> {
  const table = sql.table(entity.name)
  const { rows } = await sql<{ whole: string }>`delete from ${table} where ${rowItself(entity, before)}
    returning row_to_json(${table})::text as whole`.execute(tx)
  await sql`insert into ${table} select *
    from jsonb_populate_record(null::${table}, ${rows[0]?.whole ?? '{}'}::jsonb ||
    ${JSON.stringify(place)}::jsonb)`.execute(tx)
}

/** Rows of several tables, in one statement for each. */
const insertRows: WriteMany<{ table: string; row: TableRow }> = async (tx, all) => {
  for (const table of new Set(all.map(one => one.table)))
    await tx
      .insertInto(table)
      .values(all.filter(one => one.table === table).map(({ row }) => row))
      .execute()
}

/** Values without those that the server counts: a row that is given back says what was counted once. */
function withoutCounts(entity: Entity, values: TableRow): TableRow {
  const counted = countedFields(entity)
  return counted.some(name => name in values)
    ? Object.fromEntries(Object.entries(values).filter(([name]) => !counted.includes(name)))
    : values
}

/** What the row says after a change, and what of it the change writes: what is worked out goes along. */
function completed(
  entity: Entity,
  before: TableRow | undefined,
  said: TableRow,
): { after: TableRow; values: TableRow } {
  const row = { ...(before ?? startingCounts(entity)), ...said }
  const computed = Object.entries(computedOf(entity, row, before !== undefined)).filter(
    ([name, value]) => !before || name in said || before[name] !== value,
  )
  const values = { ...said, ...Object.fromEntries(computed) }
  return { after: withProvince(entity, { ...row, ...values }), values }
}

/** Inserts a row or updates the changed columns, and what others keep of it; returns the row as stored. */
export async function writeRow(
  tx: Database,
  entity: Entity,
  before: TableRow | undefined,
  given: TableRow,
): Promise<TableRow> {
  const { after, values } = completed(entity, before, withoutCounts(entity, given))
  if (!before) await write(tx, insertRows, { table: entity.name, row: after })
  else if (Object.keys(values).length > 0) {
    const area = entity.areaField ?? ''
    if (isSharded(entity) && after[PROVINCE] !== before[PROVINCE])
      await move(tx, entity, before, { [area]: after[area], [PROVINCE]: after[PROVINCE] })
    await tx.updateTable(entity.name).set(values).where(rowItself(entity, after)).execute()
  }
  await keepCounts(tx, entity, [{ before, after }])
  return after
}

/** Inserts many rows in few statements; returns them as stored. */
export async function addRows(tx: Database, entity: Entity, all: readonly TableRow[]): Promise<TableRow[]> {
  const made = all.map(row => completed(entity, undefined, withoutCounts(entity, row)).after)
  await insertMany(tx, entity.name, made)
  await keepCounts(
    tx,
    entity,
    made.map(after => ({ after })),
  )
  return made
}

/** Takes a row away for good. */
export async function deleteRow(tx: Database, entity: Entity, before: TableRow): Promise<void> {
  await tx.deleteFrom(entity.name).where(rowItself(entity, before)).execute()
  await keepCounts(tx, entity, [{ before }])
}
