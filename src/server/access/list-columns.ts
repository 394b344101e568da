import type { ScopedConfiguration } from '../../core/index.ts'
import type { MenuUser } from './menu.ts'
import { reachOf, type Reach } from './reach.ts'

// cached by reach, because users with equal rights share one Reach object and have the same pages
const ofReach = new WeakMap<Reach, Map<string, ReadonlySet<string> | undefined>>()

/**
 * Columns of the lists within this person's reach that show what a call answers, hidden ones among them; undefined if
 * no list does, as for what asks the API by itself.
 */
export function columnsShown(
  scoped: ScopedConfiguration,
  user: MenuUser,
  call: string,
): ReadonlySet<string> | undefined {
  const reach = reachOf(scoped, user)
  const known = ofReach.get(reach) ?? new Map<string, ReadonlySet<string> | undefined>()
  ofReach.set(reach, known)
  if (!known.has(call)) known.set(call, gathered(scoped, reach.pages, call))
  return known.get(call)
}

function gathered(scoped: ScopedConfiguration, routes: ReadonlySet<string>, call: string): Set<string> | undefined {
  const lists = [...routes]
    .filter(route => {
      const entry = scoped.manifest.pages[route]
      return entry?.kind === 'list' && entry.calls.includes(call)
    })
    .flatMap(route => {
      const page = scoped.page(route)
      return page?.kind === 'list' && page.source.name === call ? [page] : []
    })
  if (lists.length === 0) return undefined
  return new Set(lists.flatMap(page => page.columns.map(({ name }) => name)))
}
