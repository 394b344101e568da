import { sql } from 'kysely'
import { numberParts, NUMBER_MOMENTS, type NumberPart } from '../../../core/model/field/number.ts'
import { escapeLike } from '../../access/row-scope.ts'
import type { Saving } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'

/** Areas are said by their first six digits: province, city and county. */
const AREA_DIGITS = 6
/** Digits that are read as a number; what is longer was not given here. */
const MOST_DIGITS = 15

function said(entity: Entity, part: Exclude<NumberPart, { kind: 'count' }>, row: TableRow): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'moment') return chinaTime().slice(0, 10).replaceAll('-', '').slice(0, NUMBER_MOMENTS[part.moment])
  const field = entity.byName.get(part.field)
  const value = String(row[part.field] ?? '')
  return field?.kind === 'area' ? value.slice(0, AREA_DIGITS) : value
}

/**
 * The next running number of a field, as its `number` says it for this row. It goes on from the highest that begins
 * and ends the same way, in the transaction of its record, so that there is no gap where a save fails; others who ask
 * for one of the same beginning wait.
 */
export async function runningNumber(
  tx: Database,
  entity: Entity,
  { name, number = '' }: Pick<FieldModel, 'name' | 'number'>,
  row: TableRow,
): Promise<string> {
  const parts = numberParts(number)
  const at = parts.findIndex(({ kind }) => kind === 'count')
  const count = parts[at]
  if (count?.kind !== 'count') throw new Error(`${entity.name}.${name}: "${number}" counts nothing`)
  const textOf = (some: readonly NumberPart[]): string =>
    some.map(part => (part.kind === 'count' ? '' : said(entity, part, row))).join('')
  const [start, end] = [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))]
  await sql`select pg_advisory_xact_lock(hashtext(${`${entity.name}.${name} ${start} ${end}`}))`.execute(tx)
  const column = sql.ref(name)
  const around = start.length + end.length
  const digits = sql`substr(${column}, ${start.length + 1}, greatest(length(${column}) - ${around}, 0))`
  const { rows } = await sql<{ last: string | null }>`
    select max(case when ${digits} ~ ${`^[0-9]{1,${MOST_DIGITS}}$`} then cast(${digits} as bigint) end) as last
    from ${sql.table(entity.name)}
    where ${column} like ${`${escapeLike(start)}%${escapeLike(end)}`}`.execute(tx)
  return `${start}${String(Number(rows[0]?.last ?? 0) + 1).padStart(count.digits, '0')}${end}`
}

/** Numbers of fields that have none yet: of a new record, or of one from before the field had them. */
export async function numbersFor({ tx, entity, before }: Saving, values: TableRow): Promise<TableRow> {
  const row = { ...before, ...values }
  const numbers: TableRow = {}
  for (const field of entity.fields) {
    // a row that was read without the field may have one
    const isRead = before === undefined || field.name in before
    if (field.number !== undefined && isRead && !row[field.name])
      numbers[field.name] = await runningNumber(tx, entity, field, row)
  }
  return numbers
}
