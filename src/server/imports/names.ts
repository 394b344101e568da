import { sql } from 'kysely'
import { entityFor } from '../access/field-rights.ts'
import { mayTouch } from '../access/row-scope.ts'
import type { CallContext } from '../call/context.ts'
import { amongThese } from '../db/arrays.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { isHidden } from '../records/read/filters.ts'
import { every, planList } from '../records/read/plan-list.ts'
import { stillUsable } from '../records/write/refs.ts'
import { quoted } from '../sheets/cell.ts'
import { namesIn, type Read } from './cells.ts'
import type { ImportColumn } from './plan.ts'

/** Name → keys that go by it. */
type Names = ReadonlyMap<string, readonly string[]>

const NONE: Names = new Map()

function gathered(pairs: Iterable<readonly [string, string]>): Names {
  const names = new Map<string, string[]>()
  for (const [name, key] of pairs) names.set(name, [...new Set([...(names.get(name) ?? []), key])])
  return names
}

/** Areas of the person, from the widest to the narrowest, with their full names as 贵州省/贵阳市. */
export function ownAreas(call: CallContext): { code: string; path: string }[] {
  const found: { code: string; path: string }[] = []
  const walk = (code: string, above: string): void => {
    for (const [child, name] of call.regions.children(code)) {
      const path = above === '' ? name : `${above}/${name}`
      if (mayTouch(call.rows, child)) found.push({ code: child, path })
      walk(child, path)
    }
  }
  walk('', '')
  return found
}

const areas = new WeakMap<CallContext, Names>()

/** By code, full name with and without strokes, and own name. */
function areaNames(call: CallContext): Names {
  const known = areas.get(call)
  if (known) return known
  const names = gathered(
    ownAreas(call).flatMap(({ code, path }) =>
      [code, path, path.replaceAll('/', ''), path.slice(path.lastIndexOf('/') + 1)].map(name => [name, code] as const),
    ),
  )
  areas.set(call, names)
  return names
}

/** Records that this person may choose, by key and by the name that is shown. */
async function recordNames(call: CallContext, entity: Entity, texts: readonly string[]): Promise<Names> {
  const title = entity.byName.get(entity.title)
  const usable = await planList({ ...call, args: {} }, stillUsable(entity), entity)
  const where = (column: string) => every([usable.where, amongThese(column, [...texts])])
  const columns = [
    entity.key,
    ...(title && !isHidden(title) && !title.mask && !title.secretFilters ? [entity.title] : []),
  ]
  const found = await Promise.all(
    columns.map(async column => {
      const { rows } = await sql<TableRow>`select ${sql.ref(entity.key)} as key, ${sql.ref(column)} as name
        from ${sql.table(entity.name)} where ${where(column)}`.execute(call.db)
      return rows.map(row => [String(row['name']), String(row['key'])] as const)
    }),
  )
  return gathered(found.flat())
}

/** The names of one column's cells: read once for many rows. */
export async function namesFor(call: CallContext, { field }: ImportColumn, texts: readonly string[]): Promise<Names> {
  if (field.kind === 'area') return areaNames(call)
  const named = call.entities().get(field.ref ?? '')
  const entity = named && entityFor(named, call.user)
  const asked = [...new Set(texts.flatMap(text => namesIn(text, field.multiple)))]
  return entity && asked.length > 0 ? recordNames(call, entity, asked) : NONE
}

/** The key that a cell names. */
export function keyNamed({ field: { label, kind, multiple } }: ImportColumn, text: string, names: Names): Read {
  const keys: string[] = []
  for (const name of namesIn(text, multiple)) {
    const [key, ...others] = names.get(name) ?? []
    if (key === undefined)
      return {
        reason:
          kind === 'area'
            ? `${label}${quoted(name)}不存在，或不在您的管辖范围内`
            : `${label}${quoted(name)}不存在，或您不能选用`,
      }
    if (others.length > 0)
      return {
        reason:
          kind === 'area'
            ? `有 ${others.length + 1} 个地区叫${quoted(name)}，请写全称（如 贵州省/贵阳市）或代码`
            : `有 ${others.length + 1} 个${label}叫${quoted(name)}，请写编号`,
      }
    keys.push(key)
  }
  return { value: keys.join(',') }
}
