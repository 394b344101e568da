import { getEntry, getNode, type Entry, type MapNode, type Node, type ScalarNode } from '../source/node.ts'
import { mergeMaps } from './merge.ts'

/** A member's words in braces; other braces are a path's parameters. */
export const BRACES = /\{(\w+)\}/g

/** A family with its templates and members, as far as they are written. */
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

/** The words that a member's calls may use: its name, and what it says of itself. */
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

/** Every call that the families write: one for each member and template. */
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

/** The calls of the families lie below those written one by one: these say only what one call does otherwise. */
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

/** Text that is one word and nothing else stands where the member wrote the word, so that its errors point there. */
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
  return {
    ...node,
    value: node.value.replace(BRACES, (braces, word: string) => String(words.get(word)?.value ?? braces)),
  }
}
