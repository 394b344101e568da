import { getEntry, type MapNode } from '../source/node.ts'
import { mergeMaps } from './merge.ts'

/** What mixins bring an entity. */
const PARTS = ['fields', 'actions']

/** An entity with the fields and buttons of its mixins below its own. */
export function withMixins(entity: MapNode, mixins: readonly MapNode[]): MapNode {
  const entries = new Map(entity.entries)
  for (const part of PARTS) {
    const layers = [...mixins, entity].flatMap(node => {
      const said = getEntry(node, part)?.value
      return said?.type === 'map' ? [said] : []
    })
    const [first, ...rest] = layers
    const keyOrigin = getEntry(entity, part)?.keyOrigin ?? entity.origin
    if (first) entries.set(part, { keyOrigin, value: rest.reduce(mergeMaps, first) })
  }
  return { ...entity, entries }
}
