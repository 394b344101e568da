import { columnType, FAMILY } from '../tables/column-types.ts'
import { wasOf } from '../tables/former.ts'
import { tableIndexes } from '../tables/indexes.ts'
import { entityOf, type Entity, type FieldModel } from '../tables/models.ts'
import { isSharded, PROVINCE, provinceSql, quoted } from '../tables/province.ts'
import type { SchemaChange } from './schema-changes.ts'
import type { StoredSchema } from './stored-schema.ts'

/**
 * Columns whose field has another name now (`was`) take it, with all that they hold; their indexes, checks and views go
 * along. Where a server of an older version has made the old column once more, what was entered there is taken over
 * where the new one is empty, and the old one is set aside.
 */
export function renamesOf(entity: Entity, stored: StoredSchema): SchemaChange[] {
  const columns = new Map(stored.tables.get(entity.name)?.columns)
  if (columns.size === 0) return []
  const renamed = new Map<string, string>()
  const changes = entity.fields.flatMap(field =>
    wasOf(field).flatMap(was => {
      const column = columns.get(was)
      if (!column) return []
      const isThere = columns.has(field.name)
      if (!isThere) renamed.set(field.name, was)
      const all = isThere ? takenOver(entity, field, was, columns) : moved(entity, field, was)
      columns.delete(was)
      columns.set(field.name, columns.get(field.name) ?? column)
      return all.map(statement => ({ what: `rename ${entity.name}.${was} → ${field.name}`, statement }))
    }),
  )
  return [...changes, ...indexesAlong(entity, renamed, stored)]
}

const rename = (entity: Entity, from: string, to: string): string =>
  `alter table ${quoted(entity.name)} rename column ${quoted(from)} to ${quoted(to)}`

const print = (row: string): string => `md5(jsonb_strip_nulls(${row})::text)`

/** What may be undone is known by a print of its row, in which the old name stands. */
function moved(entity: Entity, { name }: FieldModel, was: string): string[] {
  const before = `to_jsonb(t) - '${name}' || jsonb_build_object('${was}', t.${quoted(name)})`
  return [
    rename(entity, was, name),
    `update sys_job_undo u set print = ${print('to_jsonb(t)')} from ${quoted(entity.name)} t
       where u.entity = '${entity.name}' and u."objectId" = t.${quoted(entity.key)}::text
       and u.print = ${print(before)}`,
  ]
}

function takenOver(
  entity: Entity,
  field: FieldModel,
  was: string,
  columns: ReadonlyMap<string, { type: string }>,
): string[] {
  const [table, now, old] = [entity.name, field.name, was].map(quoted)
  const isAlike = columns.get(was)?.type === FAMILY[columnType(field)]
  const place =
    isSharded(entity) && entity.areaField === field.name ? `, ${quoted(PROVINCE)} = ${provinceSql(was)}` : ''
  return [
    ...(isAlike ? [`update ${table} set ${now} = ${old}${place} where ${now} is null and ${old} is not null`] : []),
    rename(entity, was, asideName(was, columns)),
  ]
}

function asideName(was: string, columns: ReadonlyMap<string, unknown>): string {
  for (let n = 1; ; n++) if (!columns.has(`${was}_old${n}`)) return `${was}_old${n}`
}

/** An index is named after what it is of: the name follows, and a million rows need not be sorted again. */
function indexesAlong(entity: Entity, renamed: ReadonlyMap<string, string>, { indexes }: StoredSchema): SchemaChange[] {
  if (renamed.size === 0) return []
  const before = tableIndexes(formerly(entity, renamed))
  return tableIndexes(entity).flatMap(({ name }, nth) => {
    const former = before[nth]?.name
    if (former === undefined || former === name || !indexes.has(former) || indexes.has(name)) return []
    const statement = `alter index ${quoted(former)} rename to ${quoted(name)}`
    return [{ what: `index ${entity.name}`, statement }]
  })
}

function formerly(entity: Entity, renamed: ReadonlyMap<string, string>): Entity {
  const nameOf = (name: string): string => renamed.get(name) ?? name
  const { scope } = entity
  return entityOf({
    ...entity,
    key: nameOf(entity.key),
    fields: entity.fields.map(field => ({ ...field, name: nameOf(field.name) })),
    scope: scope === 'none' || scope.area === undefined ? scope : { ...scope, area: nameOf(scope.area) },
    indexes: entity.indexes.map(({ fields, beside, ...plan }) => ({
      ...plan,
      fields: fields.map(field => ({ ...field, name: nameOf(field.name) })),
      beside: beside.map(nameOf),
    })),
  })
}

/** A field of this configuration whose data a newer one has taken along under another name. */
export interface RenamedAway {
  entity: string
  field: string
  now: string
}

export class FieldsRenamedAway extends Error {
  fields: RenamedAway[]
  constructor(fields: RenamedAway[]) {
    super(fields.map(({ entity, field, now }) => `${entity}.${field} → ${now}`).join('; '))
    this.fields = fields
  }
}

const RENAMED = /^rename (\w+)\.(\w+) → (\w+)$/

/**
 * Of an older version, or of a configuration that took a rename back without saying so: to make the field's column anew
 * would show everybody empty fields. `recorded` tells what was changed, in order.
 */
export function renamedAway(
  entities: readonly Entity[],
  { tables }: StoredSchema,
  recorded: readonly string[],
): RenamedAway[] {
  const latest = new Map<string, RenamedAway>()
  for (const what of recorded) {
    const [, entity = '', field = '', now = ''] = RENAMED.exec(what) ?? []
    if (entity !== '') latest.set(`${entity}.${field}`, { entity, field, now })
  }
  return entities.flatMap(({ name, fields, byName }) =>
    fields.flatMap(field => {
      const one = latest.get(`${name}.${field.name}`)
      const columns = tables.get(name)?.columns
      const isKnown = one && (byName.has(one.now) || wasOf(field).includes(one.now))
      return one && !isKnown && columns?.has(one.now) && !columns.has(field.name) ? [one] : []
    }),
  )
}

/** For whoever goes back to an older version for good: its names again, with all that was entered since. */
export const takenBack = (fields: readonly RenamedAway[]): SchemaChange[] =>
  fields.map(({ entity, field, now }) => ({
    what: `rename ${entity}.${now} → ${field}`,
    statement: `alter table ${quoted(entity)} rename column ${quoted(now)} to ${quoted(field)}`,
  }))
