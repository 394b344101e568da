import type { MenuItem } from '../../core/contract/api.ts'
import type { MenuEntry } from '../../core/contract/configuration.ts'
import type { UserShape } from '../../core/model/scope.ts'
import { allows } from './roles.ts'

/**
 * A user as the menu sees them. `menus` limits the menu to what the roles grant. The menu is empty until a one-time
 * password has been changed.
 */
export type MenuUser = UserShape & {
  menus?: readonly string[]
  mustChange?: boolean
  mustEnrol?: boolean
  buttonsByRole?: readonly (readonly string[])[]
  permissions?: readonly string[]
}

/**
 * Entries that the user may see: allowed by the roles of the entry and by its page (`opens`), and granted by the user's
 * roles. Groups without visible entries are left out (R4.04); one that stands within another and has a single entry is
 * that entry.
 */
export function visibleMenu(
  entries: readonly MenuEntry[],
  opens: (route: string) => boolean,
  user: MenuUser,
): MenuEntry[] {
  return entries.flatMap(entry => {
    if (!allows(entry.roles, user) || !isCharged(entry, user)) return []
    const children = visibleMenu(entry.children, opens, user)
    const isOpen = opensSomething(entry, opens) && (user.menus?.includes(entry.id) ?? true)
    if (entry.within !== undefined && children.length === 1 && !isOpen) return children
    return children.length > 0 || isOpen ? [{ ...entry, children }] : []
  })
}

/** What belongs to administrators is for those alone whose roles name it. */
const isCharged = ({ duty }: MenuEntry, { permissions = [] }: MenuUser): boolean =>
  duty === undefined || permissions.includes(duty)

const opensSomething = ({ href, page }: MenuEntry, opens: (route: string) => boolean): boolean =>
  Boolean(href) || (page !== undefined && opens(page))

/**
 * What a user's console is told of the menu: the entries that they may see (`shown`), and the first of all even where
 * its levels leave them out, hidden and empty (R4.04), because they begin at the welcome page then (R2.04).
 */
export function ownMenu([first]: readonly MenuEntry[], shown: readonly MenuEntry[], user: MenuUser): MenuItem[] {
  const items = menuItems(shown)
  if (!first || items.length === 0 || allows(first.roles, user)) return items
  return [...menuItems([{ ...first, children: [] }]).map(item => ({ ...item, hidden: true })), ...items]
}

export function menuItems(entries: readonly MenuEntry[]): MenuItem[] {
  return entries.map(entry => {
    const url = entry.href ?? (entry.page === undefined ? '' : `/${entry.page}`)
    const { id, title, roles, badge, heading } = entry
    return {
      id,
      name: title,
      url,
      path: url,
      css: entry.icon ?? '',
      hidden: false,
      meta: {
        title,
        ...(roles ? { roles: [...roles] } : {}),
        ...(badge ? { badge } : {}),
        ...(heading ? { heading } : {}),
      },
      subMenus: menuItems(entry.children),
    }
  })
}
