import { sql } from 'kysely'
import { columnType } from '../tables/column-types.ts'
import { conflictsOf, isWritten, SchemaConflict } from './conflicts.ts'
import { hasTable } from '../tables/own-tables.ts'
import { limitKeeping } from '../tables/limits.ts'
import { NO_TABLES, type ProductTables } from '../tables/product-tables.ts'
import type { Database } from '../database.ts'
import { SEARCH_FUNCTIONS } from '../tables/text-search.ts'
import { takeTime } from '../limits.ts'
import { removeRollupsOf, ROLLUP_TABLES } from '../rollups/keep.ts'
import { ROLLUP } from '../rollups/plan.ts'
import type { Entity, FieldModel } from '../tables/models.ts'
import { isSharded, PROVINCE, provinceSql } from '../tables/province.ts'
import { MIGRATION_LOCK } from './locks.ts'
import { keepIndexes, quickIndexChanges, type Unmade } from './index-changes.ts'
import { ROLE_DUTIES, ROLE_GRANTS } from './role-grants.ts'
import { FieldsRenamedAway, renamedAway, renamesOf, takenBack } from './renames.ts'
import { applyChanges, recordedChanges, type SchemaChange } from './schema-changes.ts'
import { storedSchema, type StoredSchema, type StoredTable } from './stored-schema.ts'
import { SYSTEM_TABLES } from '../tables/system-tables.ts'

export { SchemaConflict } from './conflicts.ts'
export { FieldsRenamedAway } from './renames.ts'
export type { Unmade } from './index-changes.ts'

export interface HowToMigrate {
  /** of a restored database, which has the records but not all that was changed */
  again?: boolean
  /** gives fields the names of this configuration again that a newer one has renamed */
  back?: boolean
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const DEADLOCK = '40P01'
const TRIES = 5

/**
 * Adds missing tables, columns and indexes, and never drops data: a field that leaves the configuration keeps its
 * column. Runs again after a deadlock with another instance that is writing. Returns the indexes that could not be
 * made.
 */
export async function migrate(
  db: Database,
  entities: Iterable<Entity>,
  version = '',
  tables: ProductTables = NO_TABLES,
  how: HowToMigrate = {},
): Promise<Unmade[]> {
  const wanted = [...entities]
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction().execute(tx => migrateWithin(tx, wanted, version, tables, how))
      return await keepIndexes(db, wanted.filter(hasTable), version)
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries === TRIES) throw error
    }
  }
}

export async function migrateWithin(
  tx: Database,
  entities: readonly Entity[],
  version: string,
  tables: ProductTables,
  { again = false, back = false }: HowToMigrate = {},
): Promise<void> {
  await takeTime(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  const wanted = entities.filter(hasTable)
  const stored = await renameColumns(tx, wanted, version, back)
  const views = entities.filter(entity => entity.view).map(entity => entity.name)
  const conflicts = wanted.flatMap(entity => conflictsOf(entity, stored.tables.get(entity.name)))
  if (conflicts.length > 0) throw new SchemaConflict(conflicts)
  const system = [...SYSTEM_TABLES, ...ROLLUP_TABLES, ...tables.statements, ...SEARCH_FUNCTIONS].map(statement => ({
    what: 'system',
    statement,
    once: true,
  }))
  // no column changes its type while a trigger compares it
  if (stored.tables.has(ROLLUP))
    for (const entity of wanted)
      if (widened(entity, stored.tables.get(entity.name), views).length > 0) await removeRollupsOf(tx, entity.name)
  await applyChanges(
    tx,
    [
      ...system,
      ...wanted.flatMap(entity =>
        changesFor(entity, stored.tables.get(entity.name), views, stored.partitions.has(entity.name)),
      ),
      ...wanted.flatMap(entity => bound(entity, stored)),
    ],
    stored,
    version,
    again,
  )
  await applyChanges(tx, await quickIndexChanges(tx, wanted, stored, again), stored, version, again)
  await tables.makeViews?.(tx, entities)
  const grants = entities.some(({ name }) => name === 'role') ? [ROLE_GRANTS, ROLE_DUTIES] : []
  await applyChanges(tx, [...grants, ...dataChanges(tables, entities)], stored, version, again)
}

/** First of all: whatever compares fields with columns finds them under their names of today. */
async function renameColumns(
  tx: Database,
  entities: readonly Entity[],
  version: string,
  back: boolean,
): Promise<StoredSchema> {
  const stored = await storedSchema(tx)
  const away = renamedAway(entities, stored, await recordedChanges(tx, stored))
  if (away.length > 0 && !back) throw new FieldsRenamedAway(away)
  const backs = takenBack(away)
  const changes = entities.flatMap(entity => renamesOf(entity, stored))
  if (backs.length + changes.length === 0) return stored
  // triggers name columns, and are made anew of what the table then has
  if (stored.tables.has(ROLLUP))
    for (const entity of entities)
      if ([...backs, ...changes].some(({ what }) => what.startsWith(`rename ${entity.name}.`)))
        await removeRollupsOf(tx, entity.name)
  await applyChanges(tx, [...backs, ...changes], stored, version)
  return storedSchema(tx)
}

function dataChanges({ data = [] }: ProductTables, entities: readonly Entity[]): SchemaChange[] {
  const names = new Set(entities.map(({ name }) => name))
  return data
    .filter(change => change.entities.every(name => names.has(name)))
    .map(({ what, statement }) => ({ what, statement, once: true }))
}

const changesFor = (
  entity: Entity,
  stored: StoredTable | undefined,
  views: readonly string[],
  isDivided: boolean,
): SchemaChange[] => [
  ...(stored
    ? [
        ...added(entity, stored),
        ...widened(entity, stored, views),
        ...written(entity, stored),
        ...spread(entity, stored),
      ]
    : [created(entity)]),
  ...(isDivided ? [] : spacious(entity)),
]

/** The trigger that keeps the limit which binds next, and what it would have kept in the rows from before it. */
function bound(entity: Entity, { triggered }: StoredSchema): SchemaChange[] {
  const keeping = limitKeeping(entity)
  if (!keeping || triggered.get(keeping.name) === keeping.body) return []
  return keeping.statements.map(statement => ({ what: `limit ${entity.name}`, statement }))
}

/**
 * A changed row that finds room on its page touches no index, unless an indexed field changed: a collection that notes
 * when it saw a million shops costs a fraction so. What changes is tidied soon, since indexes alone answer for tidied
 * pages only.
 */
const spacious = ({ name, volume }: Entity): SchemaChange[] =>
  volume === 'large'
    ? [
        {
          what: `room ${name}`,
          statement: `alter table ${quote(name)} set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05)`,
          once: true,
        },
      ]
    : []

// null instead of 0 in the delete mark would hide a row from every list
const column = (field: FieldModel): string =>
  `${quote(field.name)} ${columnType(field)}${field.name === 'delFlag' ? ' not null default 0' : ''}`
const keyOf = (entity: Entity): string =>
  `primary key (${[entity.key, ...(isSharded(entity) ? [PROVINCE] : [])].map(quote).join(', ')})`
const heldProvince = (entity: Entity): string =>
  `constraint ${quote(`${entity.name}_province`)} check (${quote(PROVINCE)} = ${provinceSql(entity.areaField ?? '')})`

function created(entity: Entity): SchemaChange {
  const province = isSharded(entity) ? [`${quote(PROVINCE)} text not null`, heldProvince(entity)] : []
  return {
    what: `table ${entity.name}`,
    statement:
      `create table ${quote(entity.name)} `
      + `(${[...entity.fields.map(column), ...province, keyOf(entity)].join(', ')})`,
  }
}

const added = (entity: Entity, { columns }: StoredTable): SchemaChange[] =>
  entity.fields
    .filter(field => !columns.has(field.name))
    .map(field => ({
      what: `column ${entity.name}.${field.name}`,
      statement: `alter table ${quote(entity.name)} add column ${column(field)}`,
    }))

/** A text within stays what it says, anything else is written as JSON. */
const written = (entity: Entity, stored: StoredTable): SchemaChange[] =>
  entity.fields
    .filter(field => isWritten(stored.columns.get(field.name)?.type ?? '', columnType(field)))
    .map(field => ({
      what: `column ${entity.name}.${field.name}`,
      statement: `alter table ${quote(entity.name)} alter column ${quote(field.name)} type text
        using ${quote(field.name)} #>> '{}'`,
    }))

/** Older versions stored money with fixed precision: without this change new values would be rounded. */
const widened = (entity: Entity, stored: StoredTable | undefined, views: readonly string[]): SchemaChange[] =>
  entity.fields
    .filter(field => columnType(field) === 'numeric' && (stored?.columns.get(field.name)?.scale ?? null) !== null)
    .flatMap(field =>
      [
        // PostgreSQL cannot change the type of a column that a view uses, so views are dropped here and created again
        // later
        ...(views.length > 0 ? [`drop view if exists ${views.map(quote).join(', ')}`] : []),
        `alter table ${quote(entity.name)} alter column ${quote(field.name)} type numeric`,
      ].map(statement => ({ what: `column ${entity.name}.${field.name}`, statement })),
    )

/** Migrates a table from before the province column: fills the column, then adds it to the key. */
function spread(entity: Entity, stored: StoredTable): SchemaChange[] {
  if (!isSharded(entity) || stored.columns.has(PROVINCE)) return []
  const what = `province ${entity.name}`
  const alter = `alter table ${quote(entity.name)}`
  return [
    `${alter} add column ${quote(PROVINCE)} text`,
    `update ${quote(entity.name)} set ${quote(PROVINCE)} = ${provinceSql(entity.areaField ?? '')}`,
    `${alter} alter column ${quote(PROVINCE)} set not null`,
    `${alter} drop constraint ${quote(stored.keyName)}`,
    `${alter} add ${keyOf(entity)}`,
    `${alter} add ${heldProvince(entity)}`,
  ].map(statement => ({ what, statement }))
}
