import type { Origin } from '../diagnostic/diagnostic.ts'
import type { Scope } from '../model/scope.ts'
import { getEntry, getNode, getString, originAt, toValue, type MapNode } from '../source/node.ts'
import { listOf, type Resolver } from './resolve.ts'

/** What one layer says of a value. */
export interface Say {
  /** '' is the base, otherwise the overlay's folder below customers/ */
  layer: string
  /** where the value comes from: the page itself, the page it extends, the entity's field or a mixin */
  of: 'page' | 'extends' | 'entity' | 'mixin'
  origin: Origin
  /** absent: the layer says nothing */
  value?: unknown
  wins: boolean
}

/** Named maps of a page whose members take what they leave out from the entity's field of the same name. */
const FIELD_MAPS = new Set(['columns', 'filters', 'facts', 'fields'])

/**
 * Every layer's say on one value of a page, lowest first. A map has no single winner: each of its keys
 * has; the last say on the map itself is marked.
 *
 * @param path e.g. ['columns', 'shopName', 'label']
 * @returns undefined when the scope has no such page
 */
export function explainValue(resolver: Resolver, route: string, path: string[], scope: Scope): Say[] | undefined {
  const page = resolver.resolve(`pages/${route}`, scope)
  if (!page) return undefined
  const says = [...fieldSays(resolver, page.node, path, scope), ...pageSays(page.documents, route, path)]
  const winner = says.findLast((say) => 'value' in say)
  if (winner) winner.wins = true
  return says
}

function pageSays(documents: { name: string; layer: string; node: MapNode; file: string }[], route: string, path: string[]): Say[] {
  return documents.map((doc) => say(doc.node, path, doc.layer, doc.name === `pages/${route}` ? 'page' : 'extends'))
}

function fieldSays(resolver: Resolver, page: MapNode, path: string[], scope: Scope): Say[] {
  const at = path.findLastIndex((step, i) => FIELD_MAPS.has(step) && i < path.length - 1)
  const entity = getString(page, 'entity')
  if (at < 0 || !entity) return []
  const fieldPath = ['fields', ...path.slice(at + 1)]
  const own = resolver.documents(`entities/${entity}`, scope)
  const mixins = own.flatMap((doc) => listOf(doc.node, 'mixins')).flatMap((m) => resolver.documents(`mixins/${m}`, scope))
  return [
    ...mixins.map((doc) => say(doc.node, fieldPath, doc.layer, 'mixin')),
    ...own.map((doc) => say(doc.node, fieldPath, doc.layer, 'entity')),
  ].filter((s) => 'value' in s)
}

function say(node: MapNode, path: string[], layer: string, of: Say['of']): Say {
  const value = getNode(node, path)
  const origin = originAt(node, path, true)
  return value === undefined ? { layer, of, origin, wins: false } : { layer, of, origin, value: toValue(value), wins: false }
}

/** Names at the deepest existing step, for "did you mean". */
export function namesAt(resolver: Resolver, route: string, path: string[], scope: Scope): string[] {
  const page = resolver.resolve(`pages/${route}`, scope)
  for (let depth = path.length - 1; page && depth >= 0; depth--) {
    const node = getNode(page.node, path.slice(0, depth))
    if (node?.type === 'map' && !getEntry(node, path[depth]!)) return [...node.entries.keys()]
  }
  return []
}
