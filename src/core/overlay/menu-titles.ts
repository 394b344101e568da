import { getEntry, getString, type Entry, type MapNode, type Node } from '../source/node.ts'

/** A menu entry that an overlay calls otherwise: its title before, and the later one with its place. */
export interface Renaming {
  before: string
  now: Entry
}
/** Route of the page behind the entry → how the entry was renamed. */
export type Renamings = ReadonlyMap<string, readonly Renaming[]>

/** Entries of the menu that have another title than in the menu of everybody. */
export function renamingsOf(everybodys: MapNode | undefined, own: MapNode | undefined): Renamings {
  const found = new Map<string, Renaming[]>()
  gather(getEntry(everybodys, 'menu')?.value, getEntry(own, 'menu')?.value, found)
  return found
}

function gather(before: Node | undefined, now: Node | undefined, found: Map<string, Renaming[]>): void {
  if (before === now || now?.type !== 'map') return
  for (const [name, { value }] of now.entries) {
    const old = getEntry(before, name)?.value
    const [said, title, page] = [getString(old, 'title'), getEntry(value, 'title'), getString(value, 'page')]
    if (said !== undefined && title && page !== undefined && getString(value, 'title') !== said)
      found.set(page, [...(found.get(page) ?? []), { before: said, now: title }])
    gather(getEntry(old, 'children')?.value, getEntry(value, 'children')?.value, found)
  }
}

/** The menu's title for a page that repeats what its entry was called before; undefined if it has its own. */
export const followedTitle = (page: MapNode, renamings: readonly Renaming[] = []): Entry | undefined =>
  renamings.find(({ before }) => getString(page, 'title') === before)?.now

export const withTitle = (page: MapNode, title: Entry): MapNode => ({
  ...page,
  entries: new Map(page.entries).set('title', title),
})
