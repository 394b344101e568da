import { sql } from 'kysely'
import type { Database } from '../../../src/server/db/database.ts'

/** What a reading call may leave behind: who read it, and that they are still there. */
const LOGS = new Set(['sys_audit', 'sys_session'])

/** Notes each row that is written, in whichever table; answers what was written since it was asked before. */
export async function watchWrites(db: Database): Promise<() => Promise<string[]>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  await sql`create table noted_writes ("table" text)`.execute(db)
  await sql`create function note_write() returns trigger language plpgsql as $$ begin
    insert into noted_writes values (tg_table_name); return null; end $$`.execute(db)
  for (const { name } of tables.filter(one => !LOGS.has(one.name))) {
    await sql`create trigger noted after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ table: string }>`delete from noted_writes returning "table"`.execute(db)
    return [...new Set(rows.map(one => one.table))]
  }
}
