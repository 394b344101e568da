import { sql } from 'kysely'
import type { Database } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'

const DIGITS = 4

/** The next number with this prefix. A lock makes simultaneous callers wait for each other. */
export async function nextNumber(tx: Database, entity: Entity, field: string, start: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${entity.name} ${start}`}))`.execute(tx)
  const { rows } = await sql<{
    last: string | null
  }>`select max(${sql.ref(field)}) as last from ${sql.table(entity.name)} where ${sql.ref(field)}
    like ${`${start}%`}`.execute(tx)
  const last = Number(rows[0]?.last?.slice(start.length) ?? 0)
  return `${start}${String((Number.isFinite(last) ? last : 0) + 1).padStart(DIGITS, '0')}`
}
