import type { Manifest, MenuEntry, PageEntry } from '../../core/contract/configuration.ts'
import type { EndpointModel, ScopedConfiguration } from '../../core/index.ts'
import { hashOf } from '../../core/compile/hash.ts'
import { dutiesIn } from '../../core/model/roles.ts'
import { compileExpression, type Compiled } from '../../core/expression/index.ts'
import { visibleMenu, type MenuUser } from './menu.ts'
import { allows, knownAs } from './roles.ts'

/** What a user may open and call. */
export interface Reach {
  menu: MenuEntry[]
  pages: ReadonlySet<string>
  calls: ReadonlySet<string>
  /** entities whose records some page lets the user choose */
  chooses: ReadonlySet<string>
  /** `entity.field`: by which of their fields some page filters them */
  choosesBy: ReadonlySet<string>
  /** version of configuration and rights together, sent with each answer: a console reloads when it changes */
  version: string
}

const pagesIn = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [...(entry.page === undefined ? [] : [entry.page]), ...pagesIn(entry.children)])
/** Pages with a menu entry of their own, including those that an overlay has replaced in their entry. */
const behindEntries = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [entry.page ?? [], entry.insteadOf ?? [], behindEntries(entry.children)].flat())

/** Pages that the console shows without a menu entry (sign-in, redirects); everyone needs them. */
const isShell = (manifest: Manifest, route: string): boolean =>
  ['system', 'redirect'].includes(manifest.pages[route]?.kind ?? '')

/**
 * Follows links from the menu, page by page. A page is open to users who may open a page that links to it, and a call
 * to users who may open a page that makes it. Links to a page with a menu entry of its own are followed only for users
 * who have that entry; otherwise one entry would open half of the menu.
 */
function follow(scoped: ScopedConfiguration, user: MenuUser, shut: readonly string[]): Followed {
  const { manifest } = scoped
  const opens = (route: string): boolean => {
    const entry = manifest.pages[route]
    return entry !== undefined && allows(entry.roles, user) && !shut.includes(route)
  }
  const menu = user.mustChange || user.mustEnrol ? [] : visibleMenu(scoped.menu, opens, user)
  const held = new Set(behindEntries(menu))
  const elsewhere = new Set(behindEntries(scoped.menu).filter(route => !held.has(route)))
  const waiting = [
    ...pagesIn(menu),
    ...Object.keys(manifest.pages).filter(route => isShell(manifest, route) || manifest.pages[route]?.open),
  ]
  const pages = new Set<string>()
  const calls = new Set<string>()
  const chooses = new Set<string>()
  const choosesBy = new Set<string>()
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    const entry = manifest.pages[route]
    if (!entry || pages.has(route) || !opens(route)) continue
    pages.add(route)
    entry.calls.forEach(call => calls.add(call))
    entry.chooses?.forEach(entity => chooses.add(entity))
    entry.choosesBy?.forEach(field => choosesBy.add(field))
    waiting.push(...entry.links.filter(link => !elsewhere.has(link)))
  }
  return { menu, pages, calls, chooses, choosesBy }
}

type Followed = Omit<Reach, 'version'>
/** What the user must do before anything else is open to them. */
const mustFirst = ({ mustChange, mustEnrol }: MenuUser): string =>
  mustChange ? 'must change' : mustEnrol ? 'must enrol' : ''

interface Ways {
  /** names in lists of roles */
  named: ReadonlySet<string>
  /** pages that there are under a condition */
  conditional: readonly (readonly [route: string, holds: Compiled])[]
  byRights: Map<string, Followed>
}
const ways = new WeakMap<ScopedConfiguration, Ways>()

function waysIn(scoped: ScopedConfiguration): Ways {
  const known = ways.get(scoped)
  if (known) return known
  const pages = Object.entries(scoped.manifest.pages)
  const named = [...rolesIn(scoped.menu), ...pages.flatMap(([, { roles }]) => roles ?? [])]
  const made: Ways = {
    named: new Set(named.map(String)),
    conditional: pages.flatMap(([route, { visible }]) =>
      visible === undefined ? [] : [[route, compileExpression(visible)] as const],
    ),
    byRights: new Map(),
  }
  ways.set(scoped, made)
  return made
}

/** Pages that there are not for this person; one whose condition fails is none either. */
function shutFor(scoped: ScopedConfiguration, user: MenuUser): string[] {
  const context = { user, option: scoped.app.options }
  return waysIn(scoped).conditional.flatMap(([route, holds]) => {
    try {
      return holds(context) === true ? [] : [route]
    } catch {
      return [route]
    }
  })
}

const rolesIn = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(entry => [...(entry.roles ?? []), ...rolesIn(entry.children)])

/**
 * Following all pages takes tens of milliseconds, so the result is cached by the names in lists of roles that apply to
 * the user: most users of a scope share one.
 */
function followed(scoped: ScopedConfiguration, user: MenuUser, shut: readonly string[]): Followed {
  const known = waysIn(scoped)
  const rights = [
    ...knownAs(user).filter(name => known.named.has(name)),
    ':',
    ...(user.menus ?? ['*']),
    ':',
    ...dutiesIn(user.permissions ?? []),
    mustFirst(user),
    ':',
    ...shut,
  ].join()
  const found = known.byRights.get(rights) ?? follow(scoped, user, shut)
  known.byRights.set(rights, found)
  return found
}

const reaches = new WeakMap<ScopedConfiguration, Map<string, Reach>>()

/**
 * Equal for all users of a scope with equal rights. The cache is dropped together with the configuration that it
 * belongs to.
 */
export function reachOf(scoped: ScopedConfiguration, user: MenuUser): Reach {
  const byRights = reaches.get(scoped) ?? new Map<string, Reach>()
  reaches.set(scoped, byRights)
  const shut = shutFor(scoped, user)
  const rights = [
    ...knownAs(user),
    ':',
    ...(user.menus ?? ['*']),
    mustFirst(user),
    ...(user.buttonsByRole ?? []).map(codes => codes.join(' ')),
    ':',
    ...shut,
  ].join()
  const found = byRights.get(rights) ?? {
    ...followed(scoped, user, shut),
    version: `${scoped.manifest.version}-${hashOf(rights)}`,
  }
  byRights.set(rights, found)
  return found
}

/** Whether the user may make a call at all; row-scope decides which rows it may touch. */
export const mayMake = (
  scoped: ScopedConfiguration,
  user: MenuUser,
  { name, access }: Pick<EndpointModel, 'name' | 'access'>,
): boolean => access === 'open' || access === 'staff' || reachOf(scoped, user).calls.has(name)

const withoutServers = ({ visible: _visible, ...entry }: PageEntry): PageEntry => ({
  ...entry,
  calls: [],
  links: [],
  ...(entry.chooses ? { chooses: [] } : {}),
  ...(entry.choosesBy ? { choosesBy: [] } : {}),
})

/**
 * The manifest as sent to a browser: only pages within reach, without calls and links, which the server alone needs.
 */
export function publicManifest(manifest: Manifest, mayOpen: (route: string) => boolean): Manifest {
  const pages = Object.entries(manifest.pages)
    .filter(([route]) => mayOpen(route))
    .map(([route, entry]) => [route, withoutServers(entry)])
  return { ...manifest, pages: Object.fromEntries(pages), records: recordsWithin(manifest, mayOpen) }
}

/** Of each entity the page that this person's links lead to; none of what they cannot open. */
function recordsWithin({ records }: Manifest, mayOpen: (route: string) => boolean): NonNullable<Manifest['records']> {
  return Object.fromEntries(
    Object.entries(records ?? {}).flatMap(([name, { pages, lists: _lists, ...place }]) => {
      const page = pages.find(mayOpen)
      return page === undefined ? [] : [[name, { ...place, pages: [page] }]]
    }),
  )
}
