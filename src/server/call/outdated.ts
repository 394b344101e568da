import { sql } from 'kysely'
import { isAway, isOfOtherTables, unavailable } from '../answer/unavailable.ts'
import type { Services } from './context.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { hasTable } from '../db/tables/own-tables.ts'

interface Seen {
  /** of the last change of the tables that was looked at */
  change: number
  isOutdated: Promise<boolean>
}
const seen = new WeakMap<object, Seen>()

/**
 * Whether another version has changed the tables so that they lack columns of this one. Its server made all of them, so
 * whatever is asked of them here would fail; who made the change can do the work. Looked at again after each change of
 * the tables, once for all who ask.
 */
export async function isOutdated({ db, entities }: Services): Promise<boolean> {
  const ours = entities()
  const { rows } = await sql<{ n: number }>`select max(number) as n from sys_schema_change`.execute(db)
  const change = rows[0]?.n ?? 0
  const before = seen.get(ours)
  if (before?.change === change) return before.isOutdated
  const now = { change, isOutdated: lacksColumns(db, [...ours.values()].filter(hasTable)) }
  // what could not be looked at is looked at again
  now.isOutdated.catch(() => seen.delete(ours))
  seen.set(ours, now)
  return now.isOutdated
}

/** One pass over the catalog: asked of each column by itself, it took the embedded database a second. */
async function lacksColumns(db: Database, entities: readonly Entity[]): Promise<boolean> {
  const columns = entities.flatMap(({ name, fields }) => fields.map(field => [name, field.name]))
  const all = (part: 0 | 1) => sql`${arrayOf(columns.map(one => one[part] ?? ''))}::text[]`
  const { rows } = await sql`select * from unnest(${all(0)}, ${all(1)})
    except select c.relname::text, a.attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and not a.attisdropped limit 1`.execute(db)
  return rows.length > 0
}

/** Whether work failed for the database, and not for itself: it is done as it is, later or by another instance. */
export const failedForDatabase = async (services: Services, error: unknown): Promise<boolean> =>
  error instanceof Error && (isAway(error) || (isOfOtherTables(error) && (await isOutdated(services))))

/** Whether the work could go well later or elsewhere, as it is. */
export const isPassing = async (services: Services, error: Error): Promise<boolean> =>
  isOfOtherTables(error) ? isOutdated(services) : unavailable(error) !== undefined
