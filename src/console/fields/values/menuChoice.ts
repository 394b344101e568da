import type { MenuItem } from '../../../core/contract/api.ts'

/** Entries with pages; whether a group is granted follows from these. */
export function leavesOf(item: MenuItem): string[] {
  return item.subMenus.length > 0 ? item.subMenus.flatMap(leavesOf) : [item.id]
}

export type EntryState = 'all' | 'some' | 'none'
export function checkedOf(item: MenuItem, chosen: ReadonlySet<string>): EntryState {
  const leaves = leavesOf(item)
  const on = leaves.filter(id => chosen.has(id)).length
  return on === 0 ? 'none' : on === leaves.length ? 'all' : 'some'
}

const allIds = (items: readonly MenuItem[]): string[] => items.flatMap(item => [item.id, ...allIds(item.subMenus)])

/** Granted entries that this user does not have: they are left as they are. */
export function foreignOf(menu: readonly MenuItem[], chosen: ReadonlySet<string>): string[] {
  const own = new Set(allIds(menu))
  return [...chosen].filter(id => !own.has(id))
}

/** The choice after an entry and all entries below it have been turned on or off. */
export function turned(menu: readonly MenuItem[], chosen: ReadonlySet<string>, item: MenuItem, on: boolean): string[] {
  const changed = new Set(leavesOf(item))
  const kept = menu.flatMap(leavesOf).filter(id => (changed.has(id) ? on : chosen.has(id)))
  return [...kept, ...foreignOf(menu, chosen)]
}
