import { sql } from 'kysely'
import type { Database } from '../database.ts'

export interface StoredColumn {
  type: string
  scale: number | null
}
export interface StoredTable {
  columns: Map<string, StoredColumn>
  key: string[]
  keyName: string
}
export interface StoredSchema {
  tables: Map<string, StoredTable>
  indexes: Set<string>
  /** indexes whose making was cut short */
  unfinished: Set<string>
  /** tables whose rows lie in others, and which */
  partitions: Map<string, string[]>
  /** functions of triggers that stand on tables → their bodies */
  triggered: Map<string, string>
}

/** Tables that are divided, with each of their parts. */
export async function partitionsIn(db: Database): Promise<{ whole: string; part: string }[]> {
  const { rows } = await sql<{ whole: string; part: string }>`
    select p.relname as whole, c.relname as part from pg_inherits i
      join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace order by 1, 2`.execute(db)
  return rows
}

/**
 * Tables, columns and indexes that exist in the database, read from its catalogue: the views of information_schema,
 * which say the same, also ask for the rights of each column, three times the work.
 */
export async function storedSchema(db: Database): Promise<StoredSchema> {
  const tables = new Map<string, StoredTable>()
  const { rows: columns } = await sql<{
    table_name: string
    column_name: string
    data_type: string
    numeric_scale: number | null
  }>`
    select c.relname as table_name, a.attname as column_name,
      case when t.typelem <> 0 and t.typlen = -1 then 'ARRAY' else format_type(a.atttypid, null) end as data_type,
      case when a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then 0
        when a.atttypid = 'numeric'::regtype and a.atttypmod <> -1 then (a.atttypmod - 4) & 65535 end as numeric_scale
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'f', 'p')
      and a.attnum > 0 and not a.attisdropped`.execute(db)
  for (const { table_name, column_name, data_type, numeric_scale } of columns) {
    const table = tables.get(table_name) ?? { columns: new Map<string, StoredColumn>(), key: [], keyName: '' }
    table.columns.set(column_name, { type: data_type, scale: numeric_scale })
    tables.set(table_name, table)
  }
  const { rows: keys } = await sql<{ table_name: string; constraint_name: string; column_name: string }>`
    select c.relname as table_name, k.conname as constraint_name, a.attname as column_name
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join lateral unnest(k.conkey) with ordinality as n(attnum, place) on true
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum
    where k.contype = 'p' and c.relnamespace = current_schema()::regnamespace order by c.relname, n.place`.execute(db)
  for (const { table_name, constraint_name, column_name } of keys) {
    const table = tables.get(table_name)
    table?.key.push(column_name)
    if (table) table.keyName = constraint_name
  }
  const { rows: indexes } = await sql<{
    name: string
    isWhole: boolean
  }>`select c.relname as name, i.indisvalid and i.indisready as "isWhole" from pg_index i
    join pg_class c on c.oid = i.indexrelid where c.relnamespace = current_schema()::regnamespace`.execute(db)
  const { rows: triggered } = await sql<{ name: string; body: string }>`
    select p.proname as name, p.prosrc as body from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and exists (select 1 from pg_trigger t where t.tgfoid = p.oid)`.execute(db)
  const partitions = new Map<string, string[]>()
  for (const { whole, part } of await partitionsIn(db)) partitions.set(whole, [...(partitions.get(whole) ?? []), part])
  return {
    partitions,
    triggered: new Map(triggered.map(({ name, body }) => [name, body])),
    tables,
    indexes: new Set(indexes.map(row => row.name)),
    unfinished: new Set(indexes.flatMap(row => (row.isWhole ? [] : [row.name]))),
  }
}
