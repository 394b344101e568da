import type { Origin } from '../diagnostic/diagnostic.ts'
import type { Scope } from '../model/scope.ts'
import { equalNodes, isFalse, toValue, type MapNode, type Node } from '../source/node.ts'
import type { Resolver } from './resolve.ts'

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

/** Reports names that both maps have, in another order. */
function orderChange(before: MapNode, after: MapNode, path: string[]): Difference[] {
  const [old, now] = [
    [...before.entries.keys()].filter(key => after.entries.has(key)),
    [...after.entries.keys()].filter(key => before.entries.has(key)),
  ]
  if (old.every((key, i) => key === now[i])) return []
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
    const changes = old && now ? differences(old.node, now.node) : whole(old?.node, now?.node)
    return changes.length > 0 ? [{ document, changes }] : []
  })
}

function whole(old: MapNode | undefined, now: MapNode | undefined): Difference[] {
  if (now) return [{ path: [], kind: 'added', after: toValue(now), origin: now.origin }]
  return old ? [{ path: [], kind: 'removed', before: toValue(old), origin: old.origin }] : []
}
