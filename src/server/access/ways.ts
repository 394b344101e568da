import type { MenuEntry } from '../../core/contract/configuration.ts'
import { pageFor } from '../../core/contract/page-rights.ts'
import { freely, waysOf, type Way } from '../../core/compile/page-ways.ts'
import type { EndpointModel, ScopedConfiguration } from '../../core/index.ts'
import type { MenuUser } from './menu.ts'
import { reachOf, type Reach } from './reach.ts'
import { allows } from './roles.ts'

interface Gathered {
  /** call → the buttons that lead to it */
  byCall: ReadonlyMap<string, readonly Way[]>
  /** calls that some page makes without a button */
  free: ReadonlySet<string>
}

const pagesIn = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [...(entry.page === undefined ? [] : [entry.page]), ...pagesIn(entry.children)])

function gathered(scoped: ScopedConfiguration, user: MenuUser, routes: ReadonlySet<string>, menu: string[]): Gathered {
  const pageAt = (route: string) => (routes.has(route) ? scoped.page(route) : undefined)
  const pages = [...routes].flatMap(route => {
    const page = scoped.page(route)
    return page ? [pageFor(page, user, other => routes.has(other))] : []
  })
  const ways = pages.flatMap(page => waysOf(page, pageAt))
  const free = new Set<string>()
  for (const { calls, links } of pages.map(freely)) {
    for (const call of calls) free.add(call)
    for (const form of links.map(pageAt)) if (form?.kind === 'form') free.add(form.call.name)
  }
  // a form with an entry of its own begins a new record
  for (const form of menu.map(pageAt))
    if (form?.kind === 'form') ways.push({ call: form.call.name, label: form.title, keys: [], names: [] })
  const byCall = new Map<string, Way[]>()
  for (const way of ways) byCall.set(way.call, [...(byCall.get(way.call) ?? []), way])
  return { byCall, free }
}

// cached by reach, because users with equal rights share one Reach object and have the same buttons
const ofReach = new WeakMap<Reach, { own?: Gathered; all?: Gathered }>()

/**
 * The buttons by which this person's pages lead to a call; none where a page makes it without one, so that no button
 * says when. For calls open to all staff the buttons of all pages count that their roles allow. What changes something
 * and only accompanies other calls (`comesWith`) has the buttons of these.
 */
export function waysFor(scoped: ScopedConfiguration, user: MenuUser, endpoint: EndpointModel): readonly Way[] {
  const reach = reachOf(scoped, user)
  const known = ofReach.get(reach) ?? {}
  ofReach.set(reach, known)
  const { pages } = scoped.manifest
  const { byCall, free } =
    endpoint.access === 'staff'
      ? (known.all ??= gathered(
          scoped,
          user,
          new Set(Object.keys(pages).filter(route => allows(pages[route]?.roles, user))),
          pagesIn(scoped.menu),
        ))
      : (known.own ??= gathered(scoped, user, reach.pages, pagesIn(reach.menu)))
  const { name, changes = [], comesWith = [] } = endpoint
  const names = byCall.has(name) || free.has(name) || changes.length === 0 ? [name] : comesWith
  return names.some(one => free.has(one)) ? [] : names.flatMap(one => byCall.get(one) ?? [])
}
