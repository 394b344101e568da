import type { Diagnostic, Origin } from '../diagnostic/diagnostic.ts'
import { nearest } from '../diagnostic/nearest.ts'
import type { Project } from '../overlay/project.ts'
import type { Document } from '../source/document.ts'
import { getNode, type Entry, type MapNode, type Node } from '../source/node.ts'

/** A key that no schema knows, or a value that is none of those to choose of, and the one it is nearest to. */
export interface Misspelt {
  path: readonly string[]
  /** where it is a key: in the map at `path` */
  key?: string
  meant: string
}

/**
 * The document with what its author meant in place of each misspelt word, as far as it fits better then. Whatever names
 * what stands below such a word is right, and is not told of as well: one mistake, one message.
 */
export function asMeant(
  node: MapNode,
  misspelt: readonly Misspelt[],
  faultsOf: (node: MapNode) => number,
): MapNode | undefined {
  if (misspelt.length === 0) return undefined
  let [best, faults] = [node, faultsOf(node)]
  for (const word of misspelt) {
    const corrected = withWord(best, word)
    const left = corrected ? faultsOf(corrected) : faults
    if (corrected && left < faults) [best, faults] = [corrected, left]
  }
  return best === node ? undefined : best
}

/**
 * Of keys that are not written yet the only one under which the map or list at a key fits: what a word that is near
 * none is meant for shows in what it holds. A single value fits too many. `faults`: how many the document has.
 */
export function keyByValue(
  node: MapNode,
  { path, key }: { path: readonly string[]; key: string },
  known: readonly string[],
  faults: number,
  faultsOf: (node: MapNode) => number,
): string | undefined {
  const at = getNode(node, path)
  const value = at?.type === 'map' ? at.entries.get(key)?.value : undefined
  if (!value || value.type === 'scalar') return undefined
  const fitting = known.filter(meant => {
    const corrected = withWord(node, { path, key, meant })
    return corrected !== undefined && faultsOf(corrected) < faults
  })
  return fitting.length === 1 ? fitting[0] : undefined
}

function withWord(node: MapNode, { path, key, meant }: Misspelt): MapNode | undefined {
  const at = getNode(node, path)
  const value = key === undefined ? replaced(at, meant) : renamed(at, key, meant)
  const corrected = value && withAt(node, path, value)
  return corrected?.type === 'map' ? corrected : undefined
}

const replaced = (at: Node | undefined, value: string): Node | undefined =>
  at?.type === 'scalar' ? { ...at, value } : undefined

function renamed(at: Node | undefined, key: string, meant: string): Node | undefined {
  if (at?.type !== 'map' || at.entries.has(meant)) return undefined
  return { ...at, entries: new Map([...at.entries].map(([name, entry]) => [name === key ? meant : name, entry])) }
}

function withAt(node: Node, [step, ...rest]: readonly string[], value: Node): Node | undefined {
  if (step === undefined) return value
  if (node.type === 'list') {
    const inner = node.items[Number(step)]
    const below = inner && withAt(inner, rest, value)
    return below && { ...node, items: node.items.map(item => (item === inner ? below : item)) }
  }
  const entry: Entry | undefined = node.type === 'map' ? node.entries.get(step) : undefined
  const below = entry && withAt(entry.value, rest, value)
  return node.type === 'map' && entry && below
    ? { ...node, entries: new Map(node.entries).set(step, { ...entry, value: below }) }
    : undefined
}

/** The project with these documents in place of what their authors wrote. */
export function projectAsMeant(project: Project, meant: ReadonlyMap<Document, MapNode>): Project {
  if (meant.size === 0) return project
  const documents = new Map(
    [...project.documents].map(([name, list]) => [
      name,
      list.some(one => meant.has(one)) ? list.map(one => ({ ...one, node: meant.get(one) ?? one.node })) : list,
    ]),
  )
  return { ...project, documents }
}

/** Documents with the names in them that do not exist replaced by those that are meant, and the problems of these. */
export function namesAsMeant(
  { documents }: Project,
  found: readonly Diagnostic[],
): { meant: Map<Document, MapNode>; corrected: Set<Diagnostic> } {
  const byFile = new Map([...documents.values()].flat().map(document => [document.file, document]))
  const [meant, corrected] = [new Map<Document, MapNode>(), new Set<Diagnostic>()]
  for (const one of found) {
    const document = byFile.get(one.origin.file)
    const node = document && (meant.get(document) ?? document.node)
    const { suggestion } = one
    if (!node || suggestion === undefined) continue
    const place = placeAt(node, one.origin, suggestion)
    const next = place && withWord(node, { ...place, meant: suggestion })
    if (!next) continue
    meant.set(document, next)
    corrected.add(one)
  }
  return { meant, corrected }
}

/** The key or value that begins at a place and is nearly what is meant: of a longer text only a part may be wrong. */
function placeAt(node: Node, origin: Origin, meant: string): Pick<Misspelt, 'path' | 'key'> | undefined {
  const isMeant = (word: string): boolean => nearest(word, [meant]) === meant
  if (node.type === 'scalar') return isAt(node.origin, origin) && isMeant(String(node.value)) ? { path: [] } : undefined
  const inner: [string, Node][] =
    node.type === 'list'
      ? node.items.map((item, i) => [String(i), item])
      : [...node.entries].map(([key, { value }]) => [key, value])
  if (node.type === 'map')
    for (const [key, { keyOrigin }] of node.entries)
      if (isAt(keyOrigin, origin) && isMeant(key)) return { path: [], key }
  for (const [step, value] of inner) {
    const found = placeAt(value, origin, meant)
    if (found) return { ...found, path: [step, ...found.path] }
  }
  return undefined
}
const isAt = (one: Origin, other: Origin): boolean => one.line === other.line && one.col === other.col
