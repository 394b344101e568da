import type { MenuItem } from '../../core/contract/api.ts'
import type { Manifest, MenuEntry } from '../../core/contract/configuration.ts'
import type { UserShape } from '../../core/model/scope.ts'
import { allows } from './roles.ts'

/** Entries that the user may see: by their own roles and by their page's; a group without any is left out (R4.04). */
export function visibleMenu(entries: readonly MenuEntry[], manifest: Manifest, user: UserShape): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!allows(entry.roles, user)) return []
    const children = visibleMenu(entry.children, manifest, user)
    return children.length > 0 || opensSomething(entry, manifest, user) ? [{ ...entry, children }] : []
  })
}

function opensSomething(entry: MenuEntry, manifest: Manifest, user: UserShape): boolean {
  if (entry.href) return true
  const page = entry.page === undefined ? undefined : manifest.pages[entry.page]
  return page !== undefined && allows(page.roles, user)
}

export function menuItems(entries: readonly MenuEntry[], parent = ''): MenuItem[] {
  return entries.map((entry) => {
    const id = parent ? `${parent}.${entry.name}` : entry.name
    const url = entry.href ?? (entry.page === undefined ? '' : `/${entry.page}`)
    const { title, roles, badge } = entry
    return {
      id, name: title, url, path: url, css: entry.icon ?? '', hidden: false,
      meta: { title, ...(roles ? { roles: [...roles] } : {}), ...(badge ? { badge } : {}) },
      subMenus: menuItems(entry.children, id),
    }
  })
}
