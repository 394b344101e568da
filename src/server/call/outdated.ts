import { sql } from 'kysely'
import { isOfOtherTables, unavailable } from '../answer/unavailable.ts'
import type { Services } from './context.ts'
import { arrayOf } from '../db/arrays.ts'
import { hasTable } from '../db/tables/own-tables.ts'

interface Seen {
  /** of the last change of the tables that was looked at */
  change: number
  isOutdated: boolean
}
const seen = new WeakMap<object, Seen>()

/**
 * Whether another version has changed the tables so that they lack columns of this one. Its server made all of them, so
 * whatever is asked of them here would fail; who made the change can do the work. Looked at again after each change of
 * the tables.
 */
export async function isOutdated({ db, entities }: Services): Promise<boolean> {
  const ours = entities()
  const { rows } = await sql<{ n: number }>`select max(number) as n from sys_schema_change`.execute(db)
  const change = rows[0]?.n ?? 0
  const before = seen.get(ours)
  if (before?.change === change) return before.isOutdated
  const columns = [...ours.values()]
    .filter(hasTable)
    .flatMap(({ name, fields }) => fields.map(field => [name, field.name]))
  const all = (part: 0 | 1) => sql`${arrayOf(columns.map(one => one[part] ?? ''))}::text[]`
  const { rows: missing } = await sql`select 1 from unnest(${all(0)}, ${all(1)}) as ours ("table", "column")
    where not exists (select from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname = ours."table"
        and a.attname = ours."column" and not a.attisdropped) limit 1`.execute(db)
  const now = { change, isOutdated: missing.length > 0 }
  seen.set(ours, now)
  return now.isOutdated
}

/** Whether work failed for that: another instance does it, as it is. */
export const failedAsOutdated = async (services: Services, error: unknown): Promise<boolean> =>
  error instanceof Error && isOfOtherTables(error) && isOutdated(services)

/** Whether the work could go well later or elsewhere, as it is. */
export const isPassing = async (services: Services, error: Error): Promise<boolean> =>
  isOfOtherTables(error) ? isOutdated(services) : unavailable(error) !== undefined
