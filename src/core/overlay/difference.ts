import type { Origin } from '../diagnostic/diagnostic.ts'
import type { Scope } from '../model/scope.ts'
import { equalNodes, isFalse, toValue, type MapNode, type Node } from '../source/node.ts'
import type { Resolved, Resolver } from './resolve.ts'

/** One difference between two results. */
export interface Difference {
  path: string[]
  kind: 'added' | 'removed' | 'changed' | 'ordered'
  before?: unknown
  after?: unknown
  /** where the later result says it; for a removal, where the earlier one did */
  origin: Origin
}

/** Differences between two trees down to scalars; a `false` laid over a value counts as a removal. */
export function differences(before: Node, after: Node, path: string[] = []): Difference[] {
  if (before.type === 'map' && after.type === 'map')
    return [...orderChange(before, after, path), ...memberChanges(before, after, path)]
  if (equalNodes(before, after)) return []
  const values = { before: toValue(before), after: toValue(after) }
  const kind =
    isFalse(after) && !isPlainFlag(before) ? 'removed' : isFalse(before) && !isPlainFlag(after) ? 'added' : 'changed'
  return [{ path, kind, ...values, origin: after.origin }]
}

const isPlainFlag = (node: Node): boolean => node.type === 'scalar' && typeof node.value === 'boolean'

function memberChanges(before: MapNode, after: MapNode, path: string[]): Difference[] {
  const keys = [...new Set([...before.entries.keys(), ...after.entries.keys()])]
  return keys.flatMap((key): Difference[] => {
    const [old, now] = [before.entries.get(key), after.entries.get(key)]
    const at = [...path, key]
    if (old && now) return differences(old.value, now.value, at)
    if (now)
      return isFalse(now.value) ? [] : [{ path: at, kind: 'added', after: toValue(now.value), origin: now.keyOrigin }]
    return old ? [{ path: at, kind: 'removed', before: toValue(old.value), origin: old.keyOrigin }] : []
  })
}

/** Reports names that both maps have in another order, and new ones that do not stand behind them. */
function orderChange(before: MapNode, after: MapNode, path: string[]): Difference[] {
  const old = [...before.entries.keys()].filter(key => after.entries.has(key))
  const now = [...after.entries].flatMap(([key, { value }]) =>
    isFalse(value) && !before.entries.has(key) ? [] : [key],
  )
  const added = now.filter(key => !before.entries.has(key))
  if ([...old, ...added].every((key, i) => key === now[i])) return []
  return [{ path, kind: 'ordered', before: old, after: now, origin: after.order?.origin ?? after.origin }]
}

export interface DocumentChange {
  document: string
  changes: Difference[]
}

/** One scope's configuration, as input of a comparison. */
export interface ComparedView {
  resolver: Resolver
  scope: Scope
}

/** Differences of the named documents between two configurations. */
export function documentChanges(before: ComparedView, after: ComparedView, names: Iterable<string>): DocumentChange[] {
  return [...names].flatMap(document => {
    const [old, now] = [before.resolver.resolve(document, before.scope), after.resolver.resolve(document, after.scope)]
    const changes = old && now ? differences(old.node, now.node) : whole(document, old, now)
    return changes.length > 0 ? [{ document, changes }] : []
  })
}

/** Of a page that extends another, what is new is the page itself and not the one below it. */
const placeOf = (name: string, { node, documents }: Resolved): Origin =>
  (documents.find(one => one.name === name)?.node ?? node).origin

function whole(name: string, old: Resolved | undefined, now: Resolved | undefined): Difference[] {
  if (now) return [{ path: [], kind: 'added', after: toValue(now.node), origin: placeOf(name, now) }]
  return old ? [{ path: [], kind: 'removed', before: toValue(old.node), origin: placeOf(name, old) }] : []
}
