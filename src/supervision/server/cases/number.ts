import { sql } from 'kysely'
import type { Effect, Saving } from '../../../server/call/context.ts'
import { chinaTime } from '../../../server/db/time.ts'

/** AJ, six digits of the area, day, and a consecutive number of four digits. */
export async function caseNo({ tx, entity }: Saving, areaCode: string): Promise<string> {
  const start = `AJ${areaCode.slice(0, 6)}${chinaTime().slice(0, 10).replaceAll('-', '')}`
  await sql`select pg_advisory_xact_lock(hashtext(${start}))`.execute(tx)
  const { rows } = await sql<{
    last: string | null
  }>`select max("caseNo") as last from ${sql.table(entity.name)} where "caseNo" like ${`${start}%`}`.execute(tx)
  return `${start}${String(Number(rows[0]?.last?.slice(start.length) ?? 0) + 1).padStart(4, '0')}`
}

/** The number of a case that was not entered by hand. */
export const numberCase: Effect = async ({ saving, after }) =>
  after['caseNo'] ? {} : { caseNo: await caseNo(saving, String(after['areaCode'] ?? '')) }
