import type { Origin } from '../diagnostic/diagnostic.ts'
import { distinctPages } from '../overlay/pages.ts'
import { usualSort } from '../overlay/limit.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { getEntry, getString, isFalse, originAt, type Entry, type MapNode, type Node } from '../source/node.ts'

/** What a page does with a field of an entity, so that an index may serve it. */
export type Use = 'filter' | 'sort' | 'usual order' | 'relation'

/** One use of one field, and where it is written. */
export interface Want {
  /** name of a field, or of a bound of its range (`createTimeStart`) */
  field: string
  use: Use
  /** of a sort: from the greatest to the least */
  down?: true
  /** route of the page */
  page: string
  /** the key within the page, dotted: filters.shopName */
  key: string
  origin: Origin
}

/** Entity → what pages want of it. */
export type Wants = ReadonlyMap<string, readonly Want[]>

type Found = (entity: string, want: Omit<Want, 'page'>) => void

const membersOf = (node: Node | undefined): [string, Entry][] =>
  node?.type === 'map' ? [...node.entries].filter(([, { value }]) => !isFalse(value)) : []
const membersAt = (node: Node | undefined, key: string): [string, Entry][] => membersOf(getEntry(node, key)?.value)

function sortsOf(page: MapNode, entity: MapNode | undefined): Omit<Want, 'page'>[] {
  const sort = getEntry(page, 'sort')
  const first = firstOf(usualSort(page, entity))
  const origin = sort?.value.origin ?? originAt(page, ['columns', first.field], true)
  const usual: Omit<Want, 'page'>[] = first.field === '' ? [] : [{ ...first, use: 'usual order', key: 'sort', origin }]
  const columns = membersAt(page, 'columns').flatMap(([name, { value }]): Omit<Want, 'page'>[] => {
    const asked = getEntry(value, 'sort')
    if (asked?.value.type !== 'scalar' || asked.value.value !== true) return []
    return [{ field: name, use: 'sort', down: true, key: `columns.${name}.sort`, origin: asked.keyOrigin }]
  })
  const tabs = membersAt(page, 'tabs').flatMap(([name, { value }]): Omit<Want, 'page'>[] => {
    const first = firstOf(getString(value, 'sort'))
    const written = getEntry(value, 'sort')
    return written && first.field !== ''
      ? [{ ...first, use: 'sort', key: `tabs.${name}.sort`, origin: written.value.origin }]
      : []
  })
  return [...usual, ...columns, ...tabs]
}
/** The field that rows are ordered by first. */
function firstOf(sort: string | undefined): { field: string; down?: true } {
  const [first = ''] = (sort ?? '').split(',')
  const [field = '', direction = 'asc'] = first.trim().split(/\s+/)
  return { field, ...downOf(direction) }
}
const downOf = (direction: string): { down?: true } => (direction.toLowerCase() === 'desc' ? { down: true } : {})

function filtersOf(page: MapNode): Omit<Want, 'page'>[] {
  const own = membersAt(page, 'filters').map(([field, { keyOrigin }]) => ({
    field,
    key: `filters.${field}`,
    origin: keyOrigin,
  }))
  const fixed = membersAt(page, 'tabs').flatMap(([tab, { value }]) =>
    membersAt(value, 'filters').map(([field, { keyOrigin }]) => ({
      field,
      key: `tabs.${tab}.filters.${field}`,
      origin: keyOrigin,
    })),
  )
  return [...own, ...fixed].map(want => ({ ...want, use: 'filter' as const }))
}

/** Of a page that an edit does not reach they are the same as before. */
const known = new WeakMap<MapNode, WeakMap<MapNode, Omit<Want, 'page'>[]>>()
function wantsOfList(page: MapNode, entity: MapNode): Omit<Want, 'page'>[] {
  const byEntity = known.get(page) ?? new WeakMap<MapNode, Omit<Want, 'page'>[]>()
  known.set(page, byEntity)
  let wants = byEntity.get(entity)
  if (!wants) byEntity.set(entity, (wants = [...filtersOf(page), ...sortsOf(page, entity)]))
  return wants
}

/** A record's page shows lists of what belongs to it: their filters are how records point at each other. */
function relationsOf(page: MapNode, resolver: Resolver, scope: Parameters<Resolver['resolve']>[1], found: Found): void {
  for (const [tab, { value }] of membersAt(page, 'tabs')) {
    const list = getString(value, 'page')
    const target = list === undefined ? undefined : resolver.resolve(`pages/${list}`, scope)
    const entity = target && getString(target.node, 'entity')
    if (entity === undefined) continue
    for (const [field, { keyOrigin }] of membersAt(value, 'filters'))
      found(entity, { field, use: 'relation', key: `tabs.${tab}.filters.${field}`, origin: keyOrigin })
  }
}

/** What is counted of rows is counted by the field that names the record. */
const countingsOf = (resolver: Resolver): [entity: string, want: Want][] =>
  [...resolver.names('entity')].flatMap(name =>
    membersAt(resolver.entity(name, {})?.node, 'fields').flatMap(([field, { value }]): [string, Want][] => {
      const through = getEntry(getEntry(value, 'counted')?.value, 'through')?.value
      const of = getString(getEntry(value, 'counted')?.value, 'of')
      if (through?.type !== 'scalar' || of === undefined) return []
      const key = `fields.${field}.counted.through`
      return [
        [of, { field: String(through.value), use: 'relation', page: `entities/${name}`, key, origin: through.origin }],
      ]
    }),
  )

/**
 * What all pages of all scopes want, a page at a time: with thousands of pages others have their turn in between. Equal
 * wants, which several scopes share, are kept once.
 */
export function* wantsOf(resolver: Resolver): Generator<void, Wants> {
  const wants = new Map<string, Map<string, Want>>()
  for (const { route, scope, page, entity } of distinctPages(resolver)) {
    const found: Found = (name, want) => {
      const told = wants.get(name) ?? new Map<string, Want>()
      const { file, line, col } = want.origin
      told.set(`${route} ${want.key} ${file}:${line}:${col}`, { ...want, page: route })
      wants.set(name, told)
    }
    const name = entity && getString(page.node, 'entity')
    if (entity && name !== undefined && getString(page.node, 'kind') === 'list')
      for (const want of wantsOfList(page.node, entity.node)) found(name, want)
    else relationsOf(page.node, resolver, scope, found)
    yield
  }
  for (const [name, want] of countingsOf(resolver)) {
    const told = wants.get(name) ?? new Map<string, Want>()
    wants.set(name, told.set(`${want.page} ${want.key}`, want))
  }
  return new Map([...wants].map(([name, known]) => [name, [...known.values()]]))
}
