import type { Origin } from '../diagnostic/diagnostic.ts'

/**
 * A YAML value that remembers where it was written. Trees are immutable: merging makes new maps and
 * shares every untouched node, so that a thousand resolved pages cost little more than their differences.
 */
export type Node = ScalarNode | ListNode | MapNode
export type Scalar = string | number | boolean | null

export interface ScalarNode {
  type: 'scalar'
  value: Scalar
  origin: Origin
}
export interface ListNode {
  type: 'list'
  items: Node[]
  origin: Origin
}
export interface MapNode {
  type: 'map'
  entries: ReadonlyMap<string, Entry>
  origin: Origin
  /** the map's `$order`: these names come first */
  order?: ListNode
  /** the map's `$only`: these names in this order, and none of the others that lie below */
  only?: ListNode
}
export interface Entry {
  /** where the key was last written */
  keyOrigin: Origin
  value: Node
}

/** What a map says of its members as a whole: these words are no members. */
export const ORDER = '$order'
export const ONLY = '$only'
export const isOfMap = (key: string): boolean => key === ORDER || key === ONLY

export type Path = readonly (string | number)[]

export function toValue(node: Node): unknown {
  if (node.type === 'scalar') return node.value
  if (node.type === 'list') return node.items.map(toValue)
  const value: Record<string, unknown> = {}
  for (const [key, entry] of node.entries) value[key] = toValue(entry.value)
  return value
}

/** The same with what maps say of their members as a whole, `$order` and `$only`. */
export function toWritten(node: Node): unknown {
  if (node.type === 'scalar') return node.value
  if (node.type === 'list') return node.items.map(toWritten)
  const value: Record<string, unknown> = {}
  for (const [key, entry] of node.entries) value[key] = toWritten(entry.value)
  if (node.order) value[ORDER] = toWritten(node.order)
  if (node.only) value[ONLY] = toWritten(node.only)
  return value
}

/** `false` or empty: the author left the named thing out, or takes it as the entity has it. */
export const isFalse = (node: Node): boolean => node.type === 'scalar' && node.value === false
export const isEmpty = (node: Node): boolean => node.type === 'scalar' && node.value === null

export function getEntry(node: Node | undefined, key: string): Entry | undefined {
  return node?.type === 'map' ? node.entries.get(key) : undefined
}
const saidBy = (map: MapNode, key: string): ListNode | undefined =>
  key === ORDER ? map.order : key === ONLY ? map.only : undefined

export function getNode(node: Node | undefined, path: Path): Node | undefined {
  let at = node
  for (const step of path) {
    if (at?.type === 'map') at = at.entries.get(String(step))?.value ?? saidBy(at, String(step))
    else if (at?.type === 'list') at = at.items[Number(step)]
    else return undefined
  }
  return at
}
export function getString(node: Node | undefined, key: string): string | undefined {
  const value = getEntry(node, key)?.value
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

/** Origin of the deepest existing step of a path: the key's when `atKey`, else the value's. */
export function originAt(node: Node, path: Path, atKey = false): Origin {
  let origin = node.origin
  let at: Node | undefined = node
  for (const [i, step] of path.entries()) {
    if (at?.type === 'map') {
      const said: ListNode | undefined = saidBy(at, String(step))
      const entry: Entry | undefined = said ? { keyOrigin: said.origin, value: said } : at.entries.get(String(step))
      if (!entry) return origin
      origin = atKey && i === path.length - 1 ? entry.keyOrigin : entry.value.origin
      at = entry.value
    } else if (at?.type === 'list') {
      at = at.items[Number(step)]
      if (!at) return origin
      origin = at.origin
    } else return origin
  }
  return origin
}

/** The map with other values, in the same order; the same object where all of them stay. */
export function withValues(node: MapNode, valueOf: (key: string, value: Node) => Node): MapNode {
  let entries: Map<string, Entry> | undefined
  for (const [key, entry] of node.entries) {
    const value = valueOf(key, entry.value)
    if (value !== entry.value) (entries ??= new Map(node.entries)).set(key, { ...entry, value })
  }
  return entries ? { ...node, entries } : node
}

export function equalNodes(a: Node, b: Node): boolean {
  if (a.type === 'scalar' || b.type === 'scalar') {
    return a.type === 'scalar' && b.type === 'scalar' && a.value === b.value
  }
  if (a.type === 'list' && b.type === 'list') {
    return a.items.length === b.items.length && a.items.every((item, i) => equalNodes(item, b.items[i]!))
  }
  if (a.type !== 'map' || b.type !== 'map' || a.entries.size !== b.entries.size) return false
  for (const [key, entry] of a.entries) {
    const other = b.entries.get(key)
    if (!other || !equalNodes(entry.value, other.value)) return false
  }
  return true
}
