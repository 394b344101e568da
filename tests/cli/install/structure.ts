import { sql } from 'kysely'
import { openDatabase } from '../../../src/server/start/database/open-database.ts'

/** What makes up a database besides the rows of people: what is compared, each row as text, in one order. */
const ASKED = {
  columns: sql<{ is: string }>`
    select concat_ws(' ', c.relkind, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      c.reloptions::text, pg_get_expr(d.adbin, d.adrelid)) as is
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped order by 1`,
  constraints: sql<{ is: string }>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as is
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`,
  indexes: sql<{ is: string }>`select indexdef as is from pg_indexes where schemaname = 'public' order by 1`,
  triggers: sql<{ is: string }>`select pg_get_triggerdef(oid) as is from pg_trigger where not tgisinternal order by 1`,
  views: sql<{ is: string }>`
    select concat_ws(' ', viewname, definition) as is from pg_views where schemaname = 'public' order by 1`,
  functions: sql<{ is: string }>`
    select pg_get_functiondef(oid) as is from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  changes: sql<{
    is: string
  }>`select concat_ws(' ', what, statement, "configVersion") as is from sys_schema_change order by 1`,
  rollups: sql<{ is: string }>`select concat_ws(' ', name, filled, plan) as is from sys_rollup order by 1`,
  schemas: sql<{ is: string }>`
    select concat_ws(' ', nspname, nspowner::regrole, nspacl::text, obj_description(oid)) as is from pg_namespace
    where nspname !~ '^pg_(toast_)?temp' order by 1`,
  settings: sql<{ is: string }>`select concat_ws(' ', name, setting) as is from pg_settings
    where source in ('configuration file', 'command line', 'override') and name !~ 'file|directory' order by 1`,
  databases: sql<{ is: string }>`
    select concat_ws(' ', datname, pg_encoding_to_char(encoding), datcollate, datctype) as is from pg_database order by 1`,
  roles: sql<{ is: string }>`select concat_ws(' ', rolname, rolsuper, rolcanlogin) as is from pg_authid order by 1`,
}

/** The structure of the embedded database of a data folder. */
export async function structureOf(dataDir: string): Promise<Record<keyof typeof ASKED, string[]>> {
  const { db, close } = await openDatabase(undefined, dataDir)
  try {
    const found: Record<string, string[]> = {}
    const { rows } = await sql<{ has: boolean }>`select to_regclass('sys_rollup') is not null as has`.execute(db)
    for (const [name, asked] of Object.entries(ASKED)) {
      const needsTables = name === 'changes' || name === 'rollups'
      found[name] = needsTables && !rows[0]?.has ? [] : (await asked.execute(db)).rows.map(({ is }) => is)
    }
    return found
  } finally {
    await close()
  }
}
