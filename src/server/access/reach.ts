import type { Manifest, MenuEntry, PageEntry } from '../../core/contract/configuration.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import { hashOf } from '../../core/compile/hash.ts'
import { visibleMenu, type MenuUser } from './menu.ts'
import { allows } from './roles.ts'

/** What a user may open and call. */
export interface Reach {
  menu: MenuEntry[]
  pages: ReadonlySet<string>
  calls: ReadonlySet<string>
  /** entities that some page lets them choose a record of */
  chooses: ReadonlySet<string>
  /** the configuration's, with the rights: a console is told when either changes */
  version: string
}

const pagesIn = (menu: readonly MenuEntry[]): string[] => menu.flatMap(entry => [...(entry.page === undefined ? [] : [entry.page]), ...pagesIn(entry.children)])

/** Pages of the shell itself: they stand in no menu, and everybody needs them. */
const isShell = (manifest: Manifest, route: string): boolean => ['system', 'redirect'].includes(manifest.pages[route]?.kind ?? '')

/**
 * From the menu, page by page along their links: a detail page is open to whoever may open a list that leads there,
 * and a call is allowed to whoever may open a page that makes it.
 */
function follow(scoped: ScopedConfiguration, user: MenuUser): Omit<Reach, 'version'> {
  const { manifest } = scoped
  const menu = user.mustChange || user.mustEnrol ? [] : visibleMenu(scoped.menu, manifest, user)
  const waiting = [...pagesIn(menu), ...Object.keys(manifest.pages).filter(route => isShell(manifest, route) || manifest.pages[route]?.open)]
  const pages = new Set<string>()
  const calls = new Set<string>()
  const chooses = new Set<string>()
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    const entry = manifest.pages[route]
    if (!entry || pages.has(route) || !allows(entry.roles, user)) continue
    pages.add(route)
    entry.calls.forEach(call => calls.add(call))
    entry.chooses?.forEach(entity => chooses.add(entity))
    waiting.push(...entry.links)
  }
  return { menu, pages, calls, chooses }
}

const known = new WeakMap<ScopedConfiguration, Map<string, Reach>>()

/** The same for all users of a scope with the same rights; forgotten together with the configuration. */
export function reachOf(scoped: ScopedConfiguration, user: MenuUser): Reach {
  const byRights = known.get(scoped) ?? new Map<string, Reach>()
  known.set(scoped, byRights)
  const rights = [user.areaLevel, user.areaCode, ...user.roles, ':', ...(user.menus ?? ['*']), user.mustChange ? 'must change' : '', user.mustEnrol ? 'must enrol' : '', ...(user.buttonsByRole ?? []).map(codes => codes.join(' '))].join()
  const found = byRights.get(rights) ?? { ...follow(scoped, user), version: `${scoped.manifest.version}-${hashOf(rights)}` }
  byRights.set(rights, found)
  return found
}

const withoutServers = (entry: PageEntry): PageEntry => ({ ...entry, calls: [], links: [], ...(entry.chooses ? { chooses: [] } : {}) })

/** The part of a manifest that a browser gets: pages within reach, without what only the server needs. */
export function publicManifest(manifest: Manifest, mayOpen: (route: string) => boolean): Manifest {
  const pages = Object.entries(manifest.pages).filter(([route]) => mayOpen(route)).map(([route, entry]) => [route, withoutServers(entry)])
  return { ...manifest, pages: Object.fromEntries(pages) }
}
