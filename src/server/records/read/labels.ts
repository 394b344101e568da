import { sql, type RawBuilder } from 'kysely'
import { labelKey } from '../../../core/contract/api.ts'
import { entityFor } from '../../access/field-rights.ts'
import type { Regions } from '../../access/regions.ts'
import { amongThese } from '../../db/arrays.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { quoted } from '../../db/tables/province.ts'
import { isHidden } from './filters.ts'
import { every } from './plan-list.ts'
import { maskWithin } from './mask.ts'
import { namedIn, ofNames, readableNames, type Reader } from './names.ts'
import { choices } from '../../call/values.ts'

interface Names extends Reader {
  db: Database
  regions: Regions
}

/**
 * The entity of a reference whose name can be read by a subquery: only for single references, and not for masked names,
 * because masking needs the whole row.
 */
function targetOf(names: Names, field: FieldModel): Entity | undefined {
  const target = field.multiple ? undefined : namedBy(names, field)
  const title = target?.byName.get(target.title)
  return title && !title.mask && !title.secretFilters && !isHidden(title) ? target : undefined
}

/** The entity that a reference names, as far as its reader may see it. */
function namedBy({ entities, user }: Names, { kind, ref }: FieldModel): Entity | undefined {
  const target = kind === 'ref' ? entities().get(ref ?? '') : undefined
  return target && entityFor(target, user)
}

/** Subqueries that select the names of all single references. */
export function labelColumns(names: Names, entity: Entity): RawBuilder<unknown> {
  const columns = entity.fields.flatMap(field => {
    const target = targetOf(names, field)
    if (!target || isHidden(field)) return []
    const key = sql.raw<boolean>(`other.${quoted(target.key)} = ${quoted(entity.name)}.${quoted(field.name)}`)
    return [
      sql`${sql.raw(`, coalesce((select other.${quoted(target.title)} from ${quoted(target.name)} as other where`)}
          ${every([key, ...ofNames(target, names.rows)])}
        limit 1), '') as ${sql.raw(quoted(labelKey(field.name)))}`,
    ]
  })
  return sql.join(columns, sql``)
}

const NAMED: ReadonlySet<string> = new Set(['area', 'ref'])

/** Puts the readable names of areas and references beside their codes. */
export const withLabels = (names: Names, entity: Entity, rows: TableRow[]): Promise<TableRow[]> =>
  labelled(
    names,
    entity,
    rows.map(row => ({ ...row })),
  )

/**
 * As withLabels, but changes the rows: copying them would cost more than everything else here. Of names that stand in
 * the rows themselves, those that the person may not read are taken out.
 */
export async function labelled(names: Names, entity: Entity, rows: TableRow[]): Promise<TableRow[]> {
  if (rows.length === 0) return rows
  await Promise.all([
    ...entity.fields.map(field => leaveReadable(names, field, rows)),
    ...entity.fields
      .filter(({ kind }) => NAMED.has(kind))
      .map(async field => {
        const key = labelKey(field.name)
        const nameOf = key in (rows[0] ?? {}) ? undefined : await lookupFor(names, field, rows)
        if (!nameOf) return
        for (const row of rows) row[key] = choices(row[field.name]).map(nameOf).filter(Boolean).join('、')
      }),
  ])
  return rows
}

async function leaveReadable(reader: Names, field: FieldModel, rows: TableRow[]): Promise<void> {
  const [target, { name }] = [namedIn(reader, field), field]
  const held = target && rows.filter(row => row[name])
  if (!held || held.length === 0) return
  const mine = await readableNames(reader, target, [...new Set(held.flatMap(row => choices(row[name])))])
  for (const row of held)
    row[name] = choices(row[name])
      .filter(one => mine.has(one))
      .join(',')
}

async function lookupFor(
  names: Names,
  field: FieldModel,
  rows: TableRow[],
): Promise<((code: string) => string) | undefined> {
  if (field.kind === 'area') return code => names.regions.nameOf(code)
  const target = namedBy(names, field)
  if (!target) return undefined
  const titles = await titlesOf(names, target, [...new Set(rows.flatMap(row => choices(row[field.name])))])
  return key => titles.get(key) ?? ''
}

async function titlesOf({ db, rows: scope }: Names, target: Entity, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { maskFilters = [], secretFilters = [] } = target.byName.get(target.title) ?? {}
  const telling = [...maskFilters, ...secretFilters].flatMap(Object.keys).filter(name => target.byName.has(name))
  const columns = [...new Set([target.key, target.title, ...telling])].map(name => sql.ref(name))
  const { rows } = await sql<TableRow>`select ${sql.join(columns)} from ${sql.table(target.name)}
      where ${sql.join([amongThese(target.key, keys), ...ofNames(target, scope)], sql` and `)}`.execute(db)
  return new Map(maskWithin(target, rows).map(row => [String(row[target.key]), String(row[target.title] ?? '')]))
}
