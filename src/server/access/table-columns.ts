import { fieldModel } from '../../core/compile/models.ts'
import type { TableRow } from '../db/database.ts'
import { entityOf, type Entity, type FieldModel } from '../db/tables/models.ts'

/** A table that stands in a field, and what its rows are made of: an entity without a table of the database. */
export type Tables = ReadonlyMap<string, Entity>

const made = new WeakMap<FieldModel, Entity>()
function rowsOf(owner: Entity, field: FieldModel): Entity {
  const known = made.get(field)
  if (known) return known
  const columns = Object.entries(field.fields ?? {}).flatMap(([name, doc]) => (doc ? [fieldModel(name, doc)] : []))
  const rows = entityOf({
    name: `${owner.name}.${field.name}`,
    label: field.label,
    key: '',
    title: '',
    fields: columns,
    volume: 'small',
    indexes: [],
    scope: 'none',
    softDelete: false,
  })
  made.set(field, rows)
  return rows
}

const known = new WeakMap<Entity, Tables>()
/** The tables in the fields of an entity, each with the masks and roles of its columns. */
export function tablesOf(entity: Entity): Tables {
  const found =
    entity.tables
    ?? known.get(entity)
    ?? new Map(entity.fields.flatMap(field => (field.kind === 'table' ? [[field.name, rowsOf(entity, field)]] : [])))
  known.set(entity, found)
  return found
}

/** The entity with each of its tables as this makes it; itself where none becomes another. */
export function withTables(entity: Entity, change: (rows: Entity) => Entity): Entity {
  const before = [...tablesOf(entity)]
  const tables = before.map(([name, rows]) => [name, change(rows)] as const)
  return tables.every(([, rows], at) => rows === before[at]?.[1]) ? entity : { ...entity, tables: new Map(tables) }
}

const isLimited = ({ fields, withoutNumbers }: Entity): boolean =>
  withoutNumbers === true || fields.some(({ mask, secret, secretFilters }) => mask ?? secret ?? secretFilters)

const limited = new WeakMap<Entity, [string, Entity][]>()
/** Those with a column that is masked, or that this reader does not see. */
export function limitedTables(entity: Entity): [string, Entity][] {
  const found = limited.get(entity) ?? [...tablesOf(entity)].filter(([, rows]) => isLimited(rows))
  limited.set(entity, found)
  return found
}

/** The rows of a table in a field, written as text or as rows; undefined: it is none. */
export function cellsOf(value: unknown): TableRow[] | undefined {
  const rows: unknown = typeof value === 'string' ? parsed(value) : value
  const isTable = Array.isArray(rows) && rows.every(row => typeof row === 'object' && row !== null)
  return isTable ? (rows as TableRow[]).map(row => ({ ...row })) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
