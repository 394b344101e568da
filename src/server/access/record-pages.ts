import type { ScopedConfiguration } from '../../core/index.ts'
import type { Reach } from './reach.ts'

/** The page on which a user sees one record of an entity, and the argument of its address that names the record. */
export interface RecordPage {
  route: string
  key: string
}

const known = new WeakMap<Reach, ReadonlyMap<string, RecordPage>>()

/**
 * Entity → its detail page among those within reach. Of several, the one that most other pages lead to: the others
 * belong to one step of the work.
 */
export function recordPages(scoped: ScopedConfiguration, reach: Reach): ReadonlyMap<string, RecordPage> {
  const found = known.get(reach) ?? find(scoped, reach)
  known.set(reach, found)
  return found
}

function find(scoped: ScopedConfiguration, { pages }: Reach): ReadonlyMap<string, RecordPage> {
  const entries = scoped.manifest.pages
  const led = new Map<string, number>()
  for (const route of pages) for (const to of entries[route]?.links ?? []) led.set(to, (led.get(to) ?? 0) + 1)
  const best = new Map<string, RecordPage>()
  for (const route of Object.keys(entries)) {
    const page = pages.has(route) && entries[route]?.kind === 'detail' ? scoped.page(route) : undefined
    if (page?.kind !== 'detail') continue
    const before = best.get(page.entity.name)
    if (before && (led.get(before.route) ?? 0) >= (led.get(route) ?? 0)) continue
    best.set(page.entity.name, { route, key: page.entity.key })
  }
  return best
}

export const recordAddress = ({ route, key }: RecordPage, value: string): string =>
  `/${route}?${new URLSearchParams({ [key]: value }).toString()}`
