const EDGE = 8

/**
 * Where the entries of a folded group stand: beside its icon, however far the menu is scrolled, and whole on the
 * screen. They are shown by the style sheet, under the pointer or with the focus.
 */
export function placeFlyout(group: HTMLElement | null | undefined): void {
  const entries = group?.querySelector<HTMLElement>(':scope > ul')
  if (!group || !entries) return
  const lowest = window.innerHeight - entries.offsetHeight - EDGE
  entries.style.top = `${Math.max(EDGE, Math.min(group.getBoundingClientRect().top, lowest))}px`
}

const FOLDED_GROUP = '.side.folded .side-items > .group'

/** The group that an event happened in, while the menu is folded. */
export const foldedGroup = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(FOLDED_GROUP) : null

/** While the menu is scrolled, the entries that are shown go with their icon. */
export function placeShown(menu: HTMLElement): void {
  for (const group of menu.querySelectorAll<HTMLElement>(`:scope > .group:is(:hover, :focus-within)`))
    placeFlyout(group)
}
