import { formerNames } from '../../db/tables/former.ts'
import type { CallContext } from '../../call/context.ts'

type Names = ReadonlyMap<string, string>

/**
 * What somebody has kept of a page (a view, its columns, a draft), with the names that its fields have today. It stays
 * stored as it was written: a release before the rename reads it, too.
 */
export function withNamesOf(call: CallContext, route: string, value: unknown): unknown {
  const page = call.scoped.page(route.split(/[#?]/)[0] ?? '')
  const entity = page && 'entity' in page ? call.entities().get(page.entity.name) : undefined
  const names = entity && formerNames(entity)
  return names && names.size > 0 ? renamed(value, names) : value
}

function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (typeof item === 'string' ? (names.get(item) ?? item) : renamed(item, names)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, content]) => [
      nameOf(key, names),
      key === 'search' && typeof content === 'string' ? searched(content, names) : renamed(content, names),
    ]),
  )
}

/** A field, or an end of its range. */
function nameOf(key: string, names: Names): string {
  const [, field = key, end = ''] = names.has(key) ? [] : (/^(.+)(Start|End)$/.exec(key) ?? [])
  const name = names.get(field)
  return name === undefined ? key : name + end
}

/** Filters and order as they stand in an address: `?siteName=…&sort=siteName.desc`. */
function searched(search: string, names: Names): string {
  const params = [...new URLSearchParams(search)].map(([key, value]): [string, string] => [
    nameOf(key, names),
    key === 'sort' || key === 'exact' ? value.replace(/\w+/g, word => names.get(word) ?? word) : value,
  ])
  return `${search.startsWith('?') ? '?' : ''}${new URLSearchParams(params).toString()}`
}
