import { sql } from 'kysely'
import type { Database, TableRow } from '../../db/database.ts'
import { write, type WriteMany } from '../../db/gathering.ts'
import type { Entity } from '../../db/tables/models.ts'
import { isSharded, PROVINCE, rowItself, withProvince } from '../../db/tables/province.ts'

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

/** Inserts a row or updates the changed columns; returns the row as stored. */
export async function writeRow(
  tx: Database,
  entity: Entity,
  before: TableRow | undefined,
  values: TableRow,
): Promise<TableRow> {
  const after = withProvince(entity, { ...before, ...values })
  if (!before) {
    await write(tx, insertRows, { table: entity.name, row: after })
    return after
  }
  const area = entity.areaField ?? ''
  if (isSharded(entity) && after[PROVINCE] !== before[PROVINCE])
    await move(tx, entity, before, { [area]: after[area], [PROVINCE]: after[PROVINCE] })
  await tx.updateTable(entity.name).set(values).where(rowItself(entity, after)).execute()
  return after
}
