import { getEntry, getNode, type Entry, type MapNode, type Node, type ScalarNode } from '../source/node.ts'
import { isOverlay, placeOf } from './layer.ts'
import { mergeMaps } from './merge.ts'

/** Placeholders that a member fills in; braces that are no placeholder are parameters of a path. */
export const BRACES = /\{(\w+)\}/g

/** A family with its templates and members, as written. */
export interface Family {
  name: string
  calls: [string, Entry][]
  members: [string, Entry][]
}

const mapsIn = (node: Node | undefined, path: string[]): [string, Entry][] => {
  const map = getNode(node, path)
  return map?.type === 'map' ? [...map.entries].filter(([, entry]) => entry.value.type === 'map') : []
}

export const familiesOf = (endpoints: MapNode): Family[] =>
  mapsIn(endpoints, ['families']).map(([name, { value }]) => ({
    name,
    calls: mapsIn(value, ['calls']),
    members: mapsIn(value, ['members']),
  }))

/** The placeholders of a member's calls: its name, and its own keys. */
export function wordsOf(name: string, { keyOrigin, value }: Entry): Map<string, ScalarNode> {
  const own: ScalarNode = { type: 'scalar', value: name, origin: keyOrigin }
  const words = new Map([
    ['name', own],
    ['entity', own],
  ])
  if (value.type !== 'map') return words
  for (const [word, entry] of value.entries)
    if (entry.value.type === 'scalar' && entry.value.value !== null) words.set(word, entry.value)
  return words
}

/** All calls that the families generate: one for each member and template. */
export function familyCalls(endpoints: MapNode): Map<string, Entry> {
  const calls = new Map<string, Entry>()
  for (const family of familiesOf(endpoints)) {
    for (const [name, member] of family.members) {
      const words = wordsOf(name, member)
      for (const [call, { keyOrigin, value }] of family.calls)
        calls.set(`${name}.${call}`, { keyOrigin, value: fill(value, words) })
    }
  }
  return calls
}

/** Generated calls lie below those written one by one, so that a written call only needs to say what differs. */
export function withFamilies(endpoints: MapNode): MapNode {
  const calls = familyCalls(endpoints)
  if (calls.size === 0) return endpoints
  const own = getEntry(endpoints, 'endpoints')
  const origin = own?.value.origin ?? endpoints.origin
  const below: MapNode = { type: 'map', entries: calls, origin }
  const value = own?.value.type === 'map' ? mergeMaps(below, own.value) : below
  return {
    ...endpoints,
    entries: new Map(endpoints.entries).set('endpoints', { keyOrigin: own?.keyOrigin ?? origin, value }),
  }
}

/** Whether an area or a customer adds this member: what a template comes to with it is theirs to mend and translate. */
function isOwn({ origin }: ScalarNode): boolean {
  const place = placeOf(origin.file)
  return place !== undefined && isOverlay(place.layer)
}

/**
 * Replaces placeholders. A text that is only a placeholder becomes the member's own node, so that errors in the value
 * point to the member.
 */
function fill(node: Node, words: ReadonlyMap<string, ScalarNode>): Node {
  if (node.type === 'map') {
    return {
      ...node,
      entries: new Map([...node.entries].map(([key, entry]) => [key, { ...entry, value: fill(entry.value, words) }])),
    }
  }
  if (node.type === 'list') return { ...node, items: node.items.map(item => fill(item, words)) }
  if (typeof node.value !== 'string' || !node.value.includes('{')) return node
  const only = words.get(/^\{(\w+)\}$/.exec(node.value)?.[1] ?? '')
  if (only) return { ...only, value: String(only.value) }
  const name = words.get('name')
  return {
    ...node,
    ...(name && isOwn(name) ? { origin: name.origin } : {}),
    value: node.value.replace(BRACES, (braces, word: string) => String(words.get(word)?.value ?? braces)),
  }
}
