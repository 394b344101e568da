import type { Manifest, MenuEntry, PageEntry } from '../../core/contract/configuration.ts'
import type { EndpointModel, ScopedConfiguration } from '../../core/index.ts'
import { hashOf } from '../../core/compile/hash.ts'
import { visibleMenu, type MenuUser } from './menu.ts'
import { allows, knownAs } from './roles.ts'

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

const pagesIn = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [...(entry.page === undefined ? [] : [entry.page]), ...pagesIn(entry.children)])
/** Pages that have an entry of their own, where an overlay has given the entry another page, too. */
const behindEntries = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [entry.page ?? [], entry.insteadOf ?? [], behindEntries(entry.children)].flat())

/** Pages of the shell itself: they stand in no menu, and everybody needs them. */
const isShell = (manifest: Manifest, route: string): boolean =>
  ['system', 'redirect'].includes(manifest.pages[route]?.kind ?? '')

/**
 * From the menu, page by page along their links: a detail page is open to whoever may open a list that leads there,
 * and a call is allowed to whoever may open a page that makes it. A link into a page with an entry of its own is
 * followed by whoever has the entry: else one entry would open half of the menu.
 */
function follow(scoped: ScopedConfiguration, user: MenuUser): Followed {
  const { manifest } = scoped
  const menu = user.mustChange || user.mustEnrol ? [] : visibleMenu(scoped.menu, manifest, user)
  const held = new Set(behindEntries(menu))
  const elsewhere = new Set(behindEntries(scoped.menu).filter(route => !held.has(route)))
  const waiting = [
    ...pagesIn(menu),
    ...Object.keys(manifest.pages).filter(route => isShell(manifest, route) || manifest.pages[route]?.open),
  ]
  const pages = new Set<string>()
  const calls = new Set<string>()
  const chooses = new Set<string>()
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    const entry = manifest.pages[route]
    if (!entry || pages.has(route) || !allows(entry.roles, user)) continue
    pages.add(route)
    entry.calls.forEach(call => calls.add(call))
    entry.chooses?.forEach(entity => chooses.add(entity))
    waiting.push(...entry.links.filter(link => !elsewhere.has(link)))
  }
  return { menu, pages, calls, chooses }
}

type Followed = Omit<Reach, 'version'>
/** What has to be done before anything else is open. */
const dutyOf = ({ mustChange, mustEnrol }: MenuUser): string =>
  mustChange ? 'must change' : mustEnrol ? 'must enrol' : ''

const ways = new WeakMap<ScopedConfiguration, { named: ReadonlySet<string>; byRights: Map<string, Followed> }>()

const rolesIn = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [...(entry.roles ?? []), ...rolesIn(entry.children)])

/** To follow the pages takes long: once for all whom no list of roles tells apart, wherever they work. */
function followed(scoped: ScopedConfiguration, user: MenuUser): Followed {
  const known = ways.get(scoped) ?? {
    named: new Set(
      [...rolesIn(scoped.menu), ...Object.values(scoped.manifest.pages).flatMap(({ roles }) => roles ?? [])].map(
        String,
      ),
    ),
    byRights: new Map<string, Followed>(),
  }
  ways.set(scoped, known)
  const rights = [
    ...knownAs(user).filter(name => known.named.has(name)),
    ':',
    ...(user.menus ?? ['*']),
    dutyOf(user),
  ].join()
  const found = known.byRights.get(rights) ?? follow(scoped, user)
  known.byRights.set(rights, found)
  return found
}

const reaches = new WeakMap<ScopedConfiguration, Map<string, Reach>>()

/** The same for all users of a scope with the same rights; forgotten together with the configuration. */
export function reachOf(scoped: ScopedConfiguration, user: MenuUser): Reach {
  const byRights = reaches.get(scoped) ?? new Map<string, Reach>()
  reaches.set(scoped, byRights)
  const rights = [
    ...knownAs(user),
    ':',
    ...(user.menus ?? ['*']),
    dutyOf(user),
    ...(user.buttonsByRole ?? []).map(codes => codes.join(' ')),
  ].join()
  const found = byRights.get(rights) ?? {
    ...followed(scoped, user),
    version: `${scoped.manifest.version}-${hashOf(rights)}`,
  }
  byRights.set(rights, found)
  return found
}

/** The right to make a call at all; which rows it may touch is decided by row-scope. */
export const mayMake = (
  scoped: ScopedConfiguration,
  user: MenuUser,
  { name, access }: Pick<EndpointModel, 'name' | 'access'>,
): boolean => access === 'open' || access === 'staff' || reachOf(scoped, user).calls.has(name)

const withoutServers = (entry: PageEntry): PageEntry => ({
  ...entry,
  calls: [],
  links: [],
  ...(entry.chooses ? { chooses: [] } : {}),
})

/** The part of a manifest that a browser gets: pages within reach, without what only the server needs. */
export function publicManifest(manifest: Manifest, mayOpen: (route: string) => boolean): Manifest {
  const pages = Object.entries(manifest.pages)
    .filter(([route]) => mayOpen(route))
    .map(([route, entry]) => [route, withoutServers(entry)])
  return { ...manifest, pages: Object.fromEntries(pages) }
}
