import type { Document } from '../source/document.ts'
import { getNode, type Entry, type MapNode, type Node } from '../source/node.ts'
import { BASE, PRODUCT } from './layer.ts'

/** Keys whose value is a page's route. */
const LINKS = new Set(['to', 'of', 'page', 'leads', 'extends'])

/** `routes` of the product's app.yaml: route of a page of the base → the route that it has in this product. */
export function movedRoutes(documents: readonly Document[]): Map<string, string> {
  const app = documents.find(({ name, layer }) => name === 'app' && layer === PRODUCT.name)
  const routes = getNode(app?.node, ['routes'])
  if (routes?.type !== 'map') return new Map()
  return new Map(
    [...routes.entries].flatMap(([from, { value }]) =>
      value.type === 'scalar' && typeof value.value === 'string' ? [[from, value.value] as const] : [],
    ),
  )
}

/** A document of the base under the route that the product gives it, with its links to the base's other pages. */
export function movedDocument(document: Document, routes: ReadonlyMap<string, string>): Document {
  if (document.layer !== BASE.name || routes.size === 0) return document
  const route = document.kind === 'page' ? routes.get(document.name.slice('pages/'.length)) : undefined
  const node = withLinks(document.node, false, routes) as MapNode
  return { ...document, node, name: route === undefined ? document.name : `pages/${route}` }
}

function withLinks(node: Node, isLink: boolean, routes: ReadonlyMap<string, string>): Node {
  if (node.type === 'scalar') {
    const route = isLink ? routes.get(String(node.value)) : undefined
    return route === undefined ? node : { ...node, value: route }
  }
  if (node.type === 'list') return { ...node, items: node.items.map(item => withLinks(item, isLink, routes)) }
  const entries = [...node.entries].map(([key, entry]): [string, Entry] => {
    const value = withLinks(entry.value, LINKS.has(key), routes)
    return [key, value === entry.value ? entry : { ...entry, value }]
  })
  return { ...node, entries: new Map(entries) }
}
