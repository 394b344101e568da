import { shortName, type Document } from '../source/document.ts'
import { getNode, withValues, type Entry, type MapNode, type Node } from '../source/node.ts'
import { BASE, PRODUCT } from './layer.ts'

/** Keys whose value is a page's route. */
const LINKS = new Set(['page', 'parent', 'leads', 'extends'])

/** One line of `routes` in the product's app.yaml. */
export interface Move {
  /** route of a page of the base, and the route that it has in this product */
  from: string
  to: string
  /** the base has no page of this route */
  isUnknown: boolean
  /** another page of the base that already has the new route */
  taken?: string
  written: Entry
}

/** Parses and checks the lines of `routes`; `pages` are the base's own routes. */
export function movesOf(app: MapNode | undefined, pages: readonly string[]): Move[] {
  const routes = getNode(app, ['routes'])
  const lines = routes?.type === 'map' ? [...routes.entries] : []
  const moved = new Set(lines.map(([from]) => from))
  const taken = new Map(pages.filter(page => !moved.has(page)).map(page => [page, page]))
  return lines.flatMap(([from, written]): Move[] => {
    if (written.value.type !== 'scalar' || typeof written.value.value !== 'string') return []
    const to = written.value.value
    const other = taken.get(to)
    if (other === undefined) taken.set(to, from)
    const isUnknown = !pages.includes(from)
    return [{ from, to, isUnknown, written, ...(other === undefined ? {} : { taken: other }) }]
  })
}

/**
 * Route of a base page → its route in this product. Invalid lines are skipped, because the rule moved-page reports
 * them.
 */
export function movedRoutes(documents: readonly Document[]): Map<string, string> {
  const app = documents.find(({ name, layer }) => name === 'app' && layer === PRODUCT.name)
  const pages = documents.flatMap(({ kind, layer, name }) =>
    kind === 'page' && layer === BASE.name ? [shortName(name)] : [],
  )
  const possible = movesOf(app?.node, pages).filter(({ isUnknown, taken }) => !isUnknown && taken === undefined)
  return new Map(possible.map(({ from, to }) => [from, to]))
}

const moved = new WeakMap<MapNode, { routes: string; node: MapNode }>()

/** Gives a document of the base its new route, and adapts its links to other pages of the base. */
export function movedDocument(document: Document, routes: ReadonlyMap<string, string>): Document {
  if (document.layer !== BASE.name || routes.size === 0) return document
  const route = document.kind === 'page' ? routes.get(shortName(document.name)) : undefined
  const node = adapted(document.node, routes)
  return { ...document, node, name: route === undefined ? document.name : `pages/${route}` }
}

/** The same tree for the same one, so that a later check knows it again. */
function adapted(node: MapNode, routes: ReadonlyMap<string, string>): MapNode {
  const key = JSON.stringify([...routes])
  const before = moved.get(node)
  if (before?.routes === key) return before.node
  const made = withLinks(node, false, routes) as MapNode
  moved.set(node, { routes: key, node: made })
  return made
}

function withLinks(node: Node, isLink: boolean, routes: ReadonlyMap<string, string>): Node {
  if (node.type === 'scalar') {
    const route = isLink ? routes.get(String(node.value)) : undefined
    return route === undefined ? node : { ...node, value: route }
  }
  if (node.type === 'list') {
    const items = node.items.map(item => withLinks(item, isLink, routes))
    return items.every((item, i) => item === node.items[i]) ? node : { ...node, items }
  }
  return withValues(node, (key, value) => withLinks(value, LINKS.has(key), routes))
}
