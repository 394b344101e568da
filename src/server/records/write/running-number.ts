import { sql } from 'kysely'
import { chinaTime } from '../../db/time.ts'
import type { Saving } from '../../call/context.ts'

/**
 * Letters, six digits of the area, day, and five digits. A locked counter in the database makes numbers consecutive.
 */
export async function runningNumber(
  { tx, entity }: Saving,
  field: string,
  letters: string,
  areaCode: string,
): Promise<string> {
  const start = `${letters}${areaCode.slice(0, 6)}${chinaTime().slice(0, 10).replaceAll('-', '')}`
  await sql`select pg_advisory_xact_lock(hashtext(${start}))`.execute(tx)
  const { rows } = await sql<{
    last: string | null
  }>`select max(${sql.ref(field)}) as last from ${sql.table(entity.name)} where ${sql.ref(field)}
    like ${`${start}%`}`.execute(tx)
  return `${start}${String(Number(rows[0]?.last?.slice(start.length) ?? 0) + 1).padStart(5, '0')}`
}
