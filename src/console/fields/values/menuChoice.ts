import type { MenuItem } from '../../../core/contract/api.ts'

/** Entries that open something; groups follow from them. */
export function leavesOf(item: MenuItem): string[] {
  return item.subMenus.length > 0 ? item.subMenus.flatMap(leavesOf) : [item.id]
}

export type Checked = 'all' | 'some' | 'none'
export function checkedOf(item: MenuItem, chosen: ReadonlySet<string>): Checked {
  const leaves = leavesOf(item)
  const on = leaves.filter(id => chosen.has(id)).length
  return on === 0 ? 'none' : on === leaves.length ? 'all' : 'some'
}

const allIds = (items: readonly MenuItem[]): string[] => items.flatMap(item => [item.id, ...allIds(item.subMenus)])

/** What somebody else has granted and this user does not have: it stays as it is. */
export function foreignOf(menu: readonly MenuItem[], chosen: ReadonlySet<string>): string[] {
  const own = new Set(allIds(menu))
  return [...chosen].filter(id => !own.has(id))
}

/** The choice after an entry, with all that stands below it, was turned on or off. */
export function turned(menu: readonly MenuItem[], chosen: ReadonlySet<string>, item: MenuItem, on: boolean): string[] {
  const changed = new Set(leavesOf(item))
  const kept = menu.flatMap(leavesOf).filter(id => (changed.has(id) ? on : chosen.has(id)))
  return [...kept, ...foreignOf(menu, chosen)]
}
