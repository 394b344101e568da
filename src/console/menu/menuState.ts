import type { MenuItem } from '../../core/contract/api.ts'
import { routeOf } from '../navigation/routes.ts'

export const isExternal = (item: MenuItem): boolean => /^https?:/.test(item.url)
export const shownItems = (items: MenuItem[]): MenuItem[] => items.filter(item => !item.hidden)

/** Ids from the top to the entry of the open page; a record's page counts for its list. */
export function pathTo(items: MenuItem[], route: string): string[] {
  for (const item of items) {
    if (item.url && !isExternal(item) && routeOf(item.url) === route) return [item.id]
    const below = pathTo(item.subMenus, route)
    if (below.length) return [item.id, ...below]
  }
  return []
}

/** Entries that stand beside that of the open page. */
export function groupOf(items: MenuItem[], route: string): MenuItem[] {
  if (items.some(item => item.url && !isExternal(item) && routeOf(item.url) === route))
    return shownItems(items).filter(item => item.url && !isExternal(item))
  return items.map(({ subMenus }) => groupOf(subMenus, route)).find(found => found.length > 0) ?? []
}

/** Open groups after a click: opening one closes its sibling. */
export function toggleGroup(open: string[], path: string[]): string[] {
  const id = path.at(-1) ?? ''
  return open.includes(id) ? open.slice(0, open.indexOf(id)) : path
}

/** Ignores a second click on the menu within the given time (R2.08). */
export function createLock(milliseconds: number, now: () => number = () => performance.now()): () => boolean {
  let until = -Infinity
  return () => {
    if (now() < until) return false
    until = now() + milliseconds
    return true
  }
}

/** All entries with a page, at any depth. */
export const entriesOf = (items: MenuItem[]): MenuItem[] =>
  shownItems(items).flatMap(item => [...(item.url ? [item] : []), ...entriesOf(item.subMenus)])
