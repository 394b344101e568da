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

function withWord(node: MapNode, { path, key, meant }: Misspelt): MapNode | undefined {
  const at = getNode(node, path)
  if (key === undefined) return at?.type === 'scalar' ? withAt(node, path, { ...at, value: meant }) : undefined
  return at?.type === 'map' && !at.entries.has(meant) ? withAt(node, path, renamed(at, key, meant)) : undefined
}

const renamed = (map: MapNode, key: string, meant: string): MapNode => ({
  ...map,
  entries: new Map([...map.entries].map(([name, entry]) => [name === key ? meant : name, entry])),
})

/** Nothing where the path leads through a list's item: what is misspelt there nothing else is made of. */
function withAt(node: MapNode, [step, ...rest]: readonly string[], value: Node): MapNode | undefined {
  if (step === undefined) return value.type === 'map' ? value : undefined
  const entry: Entry | undefined = node.entries.get(step)
  if (!entry) return undefined
  const below = rest.length === 0 ? value : entry.value.type === 'map' ? withAt(entry.value, rest, value) : undefined
  return below && { ...node, entries: new Map(node.entries).set(step, { ...entry, value: below }) }
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
