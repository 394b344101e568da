import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { columnType, FAMILY, type ColumnType } from './column-types.ts'
import { READ_ELSEWHERE } from './console-entities.ts'
import type { Entity, FieldModel } from './models.ts'
import { SYSTEM_TABLES } from './system-tables.ts'

/** A field whose stored column holds another type: changing it would risk the data, so nobody does. */
export interface TypeConflict { entity: string; field: string; stored: string; wanted: ColumnType }
export class SchemaConflict extends Error {
  conflicts: TypeConflict[]
  constructor(conflicts: TypeConflict[]) {
    super(conflicts.map(c => `${c.entity}.${c.field}: ${c.stored} → ${c.wanted}`).join('; '))
    this.conflicts = conflicts
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const isFlagOn = (entity: Entity, field: string): boolean => entity.byName.get(field)?.kind === 'flag'

/** Any number will do as long as every instance takes the same one. */
const MIGRATION_LOCK = 7_203_114

/** Adds what is missing and takes nothing away: a field that leaves the configuration keeps its column and its data. */
export async function migrate(db: Database, entities: Iterable<Entity>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    const stored = await storedColumns(tx)
    const wanted = [...entities].filter(entity => !READ_ELSEWHERE.has(entity.name))
    const conflicts = wanted.flatMap(entity => conflictsOf(entity, stored.get(entity.name)))
    if (conflicts.length > 0) throw new SchemaConflict(conflicts)
    const statements = [...SYSTEM_TABLES, ...wanted.flatMap(entity => statementsFor(entity, stored.get(entity.name)))]
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

async function storedColumns(db: Database): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns where table_schema = current_schema()`.execute(db)
  const tables = new Map<string, Map<string, string>>()
  for (const row of rows) {
    const table = tables.get(row.table_name) ?? new Map<string, string>()
    tables.set(row.table_name, table.set(row.column_name, row.data_type))
  }
  return tables
}

function conflictsOf(entity: Entity, stored: Map<string, string> | undefined): TypeConflict[] {
  if (!stored) return []
  return entity.fields.flatMap((field) => {
    const type = stored.get(field.name)
    const wanted = columnType(field)
    return type && type !== FAMILY[wanted] ? [{ entity: entity.name, field: field.name, stored: type, wanted }] : []
  })
}

function statementsFor(entity: Entity, stored: Map<string, string> | undefined): string[] {
  const table = quote(entity.name)
  const column = (field: FieldModel): string => {
    // a missing delete mark would hide a row from every list
    const more = field.name === entity.key ? ' primary key' : field.name === 'delFlag' ? ' not null default 0' : ''
    return `${quote(field.name)} ${columnType(field)}${more}`
  }
  const create = stored
    ? entity.fields.filter(field => !stored.has(field.name)).map(field => `alter table ${table} add column ${column(field)}`)
    : [`create table ${table} (${entity.fields.map(column).join(', ')})`]
  return [...create, ...indexesFor(entity)]
}

function indexesFor(entity: Entity): string[] {
  const live = isFlagOn(entity, 'delFlag') ? ' where "delFlag" = 0' : ''
  return entity.indexes.map((parts) => {
    const columns = parts.map((part) => {
      const [name = '', direction] = part.trim().split(/\s+/)
      // areas are searched by prefix, which a C-ordered index alone can serve
      const operators = entity.byName.get(name)?.kind === 'area' ? ' text_pattern_ops' : ''
      return `${quote(name)}${operators}${direction?.toLowerCase() === 'desc' ? ' desc' : ''}`
    })
    const id = createHash('sha256').update(parts.join() + live).digest('hex').slice(0, 12)
    return `create index if not exists ${quote(`${entity.name}_${id}`)} on ${quote(entity.name)} (${columns.join(', ')})${live}`
  })
}
