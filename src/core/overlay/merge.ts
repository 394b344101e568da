import { isFalse, withValues, type Entry, type ListNode, type MapNode, type Node } from '../source/node.ts'

/**
 * Lays one value over another: maps merge by key, everything else replaces. `false` and empty values are treated like
 * any other here; it is the readers of a map that understand them as "left out" and "as the entity says".
 */
export function merge(below: Node, above: Node): Node {
  if (below.type !== 'map' || above.type !== 'map') return above
  return mergeMaps(below, above)
}

export function mergeMaps(below: MapNode, above: MapNode): MapNode {
  const entries = new Map(below.entries)
  for (const [key, entry] of above.entries) {
    const old = entries.get(key)
    entries.set(key, old ? { keyOrigin: entry.keyOrigin, value: merge(old.value, entry.value) } : entry)
  }
  if (above.only) leaveOut(entries, above.only)
  const order = above.only ?? above.order ?? below.order
  // applies an inherited `$order` as well: it may place keys that only this layer adds
  const ordered = order ? orderEntries(entries, order) : entries
  // the map keeps its origin; only the changed entries point to the overlay
  return order
    ? { type: 'map', entries: ordered, origin: below.origin, order }
    : { type: 'map', entries: ordered, origin: below.origin }
}

export const orderNames = (order: ListNode): string[] =>
  order.items.flatMap(item => (item.type === 'scalar' ? [String(item.value)] : []))

/** What `$only` does not name is left out as by `false`; whoever asks why finds the `$only`. */
function leaveOut(entries: Map<string, Entry>, only: ListNode): void {
  const named = orderNames(only)
  for (const [name, { value }] of entries)
    if (!named.includes(name) && !isFalse(value)) entries.set(name, leftOut(only))
}

export const leftOut = ({ origin }: ListNode): Entry => ({
  keyOrigin: origin,
  value: { type: 'scalar', value: false, origin },
})

/** Stands in `$order` for all names that the list does not contain. */
export const REST = '*'

/** Puts the named entries first and the rest after them, or where `*` stands, in their old order. */
export function orderEntries(entries: ReadonlyMap<string, Entry>, order: ListNode): Map<string, Entry> {
  const named = orderNames(order)
  const rest = [...entries.keys()].filter(name => !named.includes(name))
  const at = named.indexOf(REST)
  const names = at < 0 ? [...named, ...rest] : [...named.slice(0, at), ...rest, ...named.slice(at + 1)]
  return new Map(
    names.flatMap((name): [string, Entry][] => {
      const entry = entries.get(name)
      return entry ? [[name, entry]] : []
    }),
  )
}

/** Applies every `$order` of a tree that merge has not gone through, because nothing lies below it. */
export function applyOrder(node: MapNode): MapNode {
  const inner = withValues(node, (_, value) => (value.type === 'map' ? applyOrder(value) : value))
  return node.order ? { ...inner, entries: orderEntries(inner.entries, node.order) } : inner
}

export function without(node: MapNode, key: string): MapNode {
  if (!node.entries.has(key)) return node
  const entries = new Map(node.entries)
  entries.delete(key)
  return { ...node, entries }
}
