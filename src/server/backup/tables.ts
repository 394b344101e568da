import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ROLLUP } from '../db/rollups/plan.ts'

/** A table as a backup describes it: enough to create it on any PostgreSQL. */
export interface TableShape {
  name: string
  columns: { name: string; type: string; notNull: boolean; standard: string | null; serial: boolean }[]
  key: string[]
  checks: { name: string; definition: string }[]
  /** of a table in parts: the provinces that have one of their own; none where it is whole */
  provinces?: string[] | null
}
export interface TableCopy extends TableShape {
  rows: number
  sha256: string
}

/** What tells one PostgreSQL from another. */
export const OF_ONE_PRIMARY = ['sys_primary', 'sys_incarnation']

/**
 * Sessions are not backed up, because restoring would revive those that have been ended since. Nor are what was looked
 * for within an hour, idempotency keys, places in the log of one PostgreSQL, and which one it was.
 */
export const NOT_BACKED_UP: ReadonlySet<string> = new Set([
  'sys_session',
  'sys_guess',
  'sys_once',
  'sys_written',
  ...OF_ONE_PRIMARY,
])

/** Roll-ups say what rows say: the next start makes them of what was restored. */
export const isMadeAnew = ({ name }: TableShape): boolean => name.startsWith(ROLLUP)

export async function tableShapes(db: Database): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'notNull', a.attnotnull,
          'standard', case
    when pg_get_serial_sequence(quote_ident(c.relname), a.attname) is null then pg_get_expr(d.adbin, d.adrelid)
    end,
          'serial', pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null)
    order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname order by n.place) from pg_constraint k
        join lateral unnest(k.conkey) with ordinality as n(attnum, place) on true
        join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum
        where k.conrelid = c.oid and k.contype = 'p'), '[]') as key,
      (select json_agg(right(p.relname, 2) order by p.relname) from pg_inherits i join pg_class p on p.oid = i.inhrelid
        where i.inhparent = c.oid and c.relkind = 'p' and p.relname ~ '_p[0-9]{2}$') as provinces,
      coalesce((select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
    order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'u')), '[]') as checks
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
    and c.relnamespace = current_schema()::regnamespace order by c.relname`.execute(db)
  return rows
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

export function creation({ name, columns, key, checks }: TableShape): string {
  const parts = columns.map(({ name: column, type, notNull, standard, serial }) => {
    if (serial) return `${quote(column)} ${type === 'bigint' ? 'bigserial' : 'serial'}`
    return `${quote(column)} ${type}${standard === null ? '' : ` default ${standard}`}${notNull ? ' not null' : ''}`
  })
  const primary = key.length > 0 ? [`primary key (${key.map(quote).join(', ')})`] : []
  const named = checks.map(check => `constraint ${quote(check.name)} ${check.definition}`)
  return `create table ${quote(name)} (${[...parts, ...primary, ...named].join(', ')})`
}

const FETCH = 500

/** Rows as JSON texts, which keep every digit of numbers; read in batches, so that a table need not fit into memory. */
export async function* dumpedRows(tx: Database, { name, columns }: TableShape): AsyncGenerator<string[]> {
  const listed = columns.map(column => quote(column.name)).join(', ')
  await sql
    .raw(
      `declare kept no scroll cursor for select row_to_json(x)::text as row from (select ${listed} from `
        + `${quote(name)}) as x`,
    )
    .execute(tx)
  for (;;) {
    const { rows } = await sql.raw<{ row: string }>(`fetch ${FETCH} from kept`).execute(tx)
    if (rows.length === 0) break
    yield rows.map(one => one.row)
  }
  await sql.raw('close kept').execute(tx)
}
