import type { Page, RecordPlaces } from '../contract/configuration.ts'
import { getEntry, getString, type MapNode } from '../source/node.ts'
import { mapAt } from './surroundings.ts'

/** What an entity says of where its records are shown. */
export interface About extends Pick<RecordPlaces, 'key' | 'kind' | 'code'> {
  name: string
  page?: string
  list?: string
}

export type Places = Record<string, RecordPlaces>

/** A compiled page, and the entity that it is about. */
interface Shown {
  page: Page
  about?: About
  /** documents that it was made of: of a variant also the page that it extends */
  names?: ReadonlySet<string>
}

/** Whether a page is made of another one of these routes by `extends`. */
export const isVariant = (route: string, names: ReadonlySet<string> | undefined, routes: Iterable<string>): boolean =>
  [...routes].some(other => other !== route && names?.has(`pages/${other}`))

export function aboutOf(entity: MapNode): About {
  const key = getString(entity, 'key') ?? 'id'
  const [page, list] = [getString(entity, 'page'), getString(entity, 'list')]
  const kind = getString(mapAt(entity, 'union'), 'kind')
  const isCode = getString(getEntry(mapAt(entity, 'fields'), key)?.value, 'kind') === 'uscc'
  return {
    name: getString(entity, 'entity') ?? '',
    key,
    ...(page === undefined ? {} : { page }),
    ...(list === undefined ? {} : { list }),
    ...(kind === undefined ? {} : { kind }),
    ...(isCode ? { code: true as const } : {}),
  }
}

/** The first one in front, the others by their names, so that each run gives the same order. */
const inOrder = (first: readonly (string | undefined)[], all: readonly string[]): string[] => [
  ...new Set([...first.flatMap(one => (one !== undefined && all.includes(one) ? [one] : [])), ...[...all].sort()]),
]

/**
 * Detail pages and lists of each entity, from the pages of a scope; a later page of a route replaces the earlier.
 * An entity without a detail page or a list is not there.
 */
export function placesOf(pages: readonly (readonly [route: string, page: Shown])[]): Places {
  const byEntity = new Map<string, { about: About; pages: Shown[] }>()
  for (const shown of new Map(pages).values()) {
    const { page, about } = shown
    if (!about || (page.kind !== 'detail' && page.kind !== 'list')) continue
    const known = byEntity.get(about.name)
    if (known) known.pages.push(shown)
    else byEntity.set(about.name, { about, pages: [shown] })
  }
  return Object.fromEntries([...byEntity].map(([name, { about, pages: own }]) => [name, placeOf(about, own)]))
}

function placeOf({ key, kind, code, page, list }: About, shown: readonly Shown[]): RecordPlaces {
  const pages = shown.map(one => one.page)
  const routesOf = (wanted: string): string[] => pages.filter(one => one.kind === wanted).map(({ route }) => route)
  const own = routesOf('detail')
  // a link opens the page that the others are variants of, where its reader reaches it
  const models = shown.filter(one => !isVariant(one.page.route, one.names, own)).map(one => one.page.route)
  const details = inOrder([page, ...models.sort()], own)
  const parents = details.map(route => pages.find(one => one.route === route)).map(parentOf)
  const lists = inOrder([list, ...parents], routesOf('list'))
  return {
    key,
    pages: details,
    ...(lists.length > 0 ? { lists } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(code ? { code } : {}),
  }
}

const parentOf = (page: Page | undefined): string | undefined => (page?.kind === 'detail' ? page.parent : undefined)
