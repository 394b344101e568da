import type { Page } from '../../src/core/contract/configuration.ts'
import type { ScopedConfiguration } from '../../src/core/compile/configuration.ts'

/** What two pages may differ in and still be the same thing under another name. */
const NAMES = new Set(['route', 'title', 'parent', 'origin'])
const LINK = /"([\w-]+(?:\/[\w-]+)*)"/

/** A page's text; every second piece stands in quotes, and may be the route of another page. */
type Pieces = readonly string[]
const piecesOf = (page: Page): Pieces =>
  JSON.stringify(page, (key, value: unknown) => (NAMES.has(key) ? undefined : value)).split(LINK)

const written = new Map<string, Pieces>()
function piecesIn(scoped: ScopedConfiguration, route: string): Pieces | undefined {
  const hash = scoped.manifest.pages[route]?.hash ?? route
  const page = written.has(hash) ? undefined : scoped.page(route)
  if (page) written.set(hash, piecesOf(page))
  return written.get(hash)
}

/**
 * Groups of pages of a scope that say the same, whatever they are called and wherever they stand. Links count by what
 * they lead to: a list and its copy lead to a page and to that page's copy. So all pages begin as one group, which falls
 * apart by what pages say, and again by the groups that they lead to, until nothing changes.
 */
export function copiesIn(scoped: ScopedConfiguration): string[][] {
  const pages = Object.keys(scoped.manifest.pages).flatMap(route => {
    const pieces = piecesIn(scoped, route)
    return pieces ? [{ route, pieces }] : []
  })
  let groups = new Map(pages.map(({ route }) => [route, 0]))
  for (let before = 0, now = 1; before !== now;) {
    const known = new Map<string, number>()
    const next = new Map<string, number>()
    for (const { route, pieces } of pages) {
      const text = pieces
        .map((piece, at) => (at % 2 === 1 ? `"${String(groups.get(piece) ?? piece)}"` : piece))
        .join('')
      if (!known.has(text)) known.set(text, known.size)
      next.set(route, known.get(text) ?? 0)
    }
    before = now
    now = known.size
    groups = next
  }
  const members = new Map<number, string[]>()
  for (const [route, group] of groups) members.set(group, [...(members.get(group) ?? []), route])
  return [...members.values()].filter(({ length }) => length > 1)
}
