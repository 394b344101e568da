import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../server/db/database.ts'

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Creates a view, or recreates it if its definition has changed. */
export async function keepView(tx: Database, name: string, statement: string): Promise<void> {
  const mark = createHash('sha256').update(statement).digest('hex')
  const { rows } = await sql<{
    mark: string | null
  }>`select obj_description(to_regclass(${quote(name)}), 'pg_class') as mark`.execute(tx)
  if (rows[0]?.mark === mark) return
  await sql.raw(`drop view if exists ${quote(name)}`).execute(tx)
  await sql.raw(`create view ${quote(name)} as ${statement}`).execute(tx)
  await sql.raw(`comment on view ${quote(name)} is ${text(mark)}`).execute(tx)
}
