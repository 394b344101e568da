import { sql, type RawBuilder } from 'kysely'
import { labelKey, SHUT } from '../../../core/contract/api.ts'
import { entitiesByKind, recordNamed, type Places } from '../../../core/contract/named-record.ts'
import { reachOf } from '../../access/reach.ts'
import { inScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import type { CallContext } from '../../call/context.ts'
import { choices } from '../../call/values.ts'
import { isHidden } from './filters.ts'
import { every } from './plan-list.ts'

/** A field that names records: of which entity, and by which keys, each row says. */
export interface Pointer {
  field: string
  entityIn(row: TableRow): string | undefined
  keysIn(row: TableRow): string[]
}

/** The fields of an entity that name records of entities which have a page. */
export function pointersOf(entity: Entity, places: Places): Pointer[] {
  const byKind = entitiesByKind(places)
  return entity.fields.flatMap(field => {
    const named = isHidden(field) ? undefined : recordNamed(field, places, entity.name)
    if (!named || (named.entity !== undefined && !(named.entity in places))) return []
    return [
      {
        field: field.name,
        entityIn: row => named.entity ?? byKind.get(String(row[named.kind ?? ''] ?? '')),
        keysIn: row => choices(row[named.key]),
      },
    ]
  })
}

/** Entities whose records the user has a page for. */
function openPlaces({ scoped, user }: CallContext): Places {
  if (!user) return {}
  const { pages } = reachOf(scoped, user)
  return Object.fromEntries(
    Object.entries(scoped.manifest.records ?? {}).filter(([, place]) => place.pages.some(route => pages.has(route))),
  )
}

/**
 * Marks in each row the fields that name records which the user cannot open: the console shows their names as text. All
 * that a list's rows name is looked up in one query, within the user's scope.
 */
export async function withShut(call: CallContext, entity: Entity, rows: TableRow[]): Promise<TableRow[]> {
  const pointers = pointersOf(entity, openPlaces(call)).filter(({ field }) => rows.some(row => row[field]))
  const open = pointers.length > 0 ? await openKeys(call, pointers, rows) : new Map<string, Set<string>>()
  const nameless = entity.fields.filter(({ kind, name }) => kind === 'ref' && rows.some(row => isNameless(row, name)))
  if (pointers.length === 0 && nameless.length === 0) return rows
  return rows.map(row => {
    const shut = new Set([
      ...pointers.filter(pointer => isShut(pointer, row, open)).map(({ field }) => field),
      ...nameless.filter(({ name }) => isNameless(row, name)).map(({ name }) => name),
    ])
    return shut.size > 0 ? { ...row, [SHUT]: [...shut] } : row
  })
}

/** A reference whose record is gone, or another customer's. */
const isNameless = (row: TableRow, name: string): boolean => Boolean(row[name]) && row[labelKey(name)] === ''

function isShut({ field, entityIn, keysIn }: Pointer, row: TableRow, open: ReadonlyMap<string, Set<string>>): boolean {
  if (!row[field]) return false
  const keys = keysIn(row)
  const found = open.get(entityIn(row) ?? '')
  return keys.length === 0 || !found || !keys.every(key => found.has(key))
}

async function openKeys(
  call: CallContext,
  pointers: readonly Pointer[],
  rows: readonly TableRow[],
): Promise<Map<string, Set<string>>> {
  const asked = new Map<string, Set<string>>()
  for (const { entityIn, keysIn } of pointers)
    for (const row of rows) {
      const name = entityIn(row)
      if (name === undefined) continue
      const keys = asked.get(name) ?? new Set<string>()
      keysIn(row).forEach(key => keys.add(key))
      asked.set(name, keys)
    }
  const parts = [...asked].flatMap(([name, keys]): RawBuilder<unknown>[] => {
    const target = call.entities().get(name)
    if (!target || keys.size === 0) return []
    return [
      sql`select ${name}::text as entity, ${sql.ref(target.key)}::text as key from ${sql.table(name)}
        where ${every([amongThese(target.key, [...keys]), ...inScope(target, call.rows)])}`,
    ]
  })
  const open = new Map<string, Set<string>>()
  if (parts.length === 0) return open
  const found = await sql<{ entity: string; key: string }>`${sql.join(parts, sql` union all `)}`.execute(call.db)
  for (const { entity, key } of found.rows) open.set(entity, (open.get(entity) ?? new Set()).add(key))
  return open
}

/** The one record that a field names in a row that `withShut` has marked; undefined where it leads nowhere. */
export function recordOf(
  call: CallContext,
  entity: Entity,
  field: FieldModel,
  row: TableRow,
): { entity: string; key: string } | undefined {
  const shut = row[SHUT] as unknown
  const [pointer] = pointersOf({ ...entity, fields: [field] }, openPlaces(call))
  const [name, keys] = [pointer?.entityIn(row), pointer?.keysIn(row) ?? []]
  const [key] = keys
  if (name === undefined || key === undefined || keys.length > 1) return undefined
  return Array.isArray(shut) && shut.includes(field.name) ? undefined : { entity: name, key }
}
