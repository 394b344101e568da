import { layerOf } from '../../overlay/layer.ts'
import type { Document } from '../../source/document.ts'
import { getEntry, getNode, isFalse, type Entry, type Node, type ScalarNode } from '../../source/node.ts'
import type { RuleContext } from './context.ts'

/** A `demo.yaml`, with the customer in whose folder it stands; the product's has none. */
export interface DemoSource {
  document: Document
  customer: string | undefined
}

export const demosOf = ({ project }: RuleContext): DemoSource[] =>
  (project.documents.get('demo') ?? []).map(document => ({ document, customer: layerOf(document.layer)?.customer }))

/** The members of a map that is written at a key; those that are `false` are none. */
export function membersOf(node: Node | undefined, key: string): [name: string, entry: Entry][] {
  const map = getEntry(node, key)?.value
  return map?.type === 'map' ? [...map.entries].filter(([, { value }]) => !isFalse(value)) : []
}

export function itemsOf(node: Node | undefined, key: string): Node[] {
  const list = getEntry(node, key)?.value
  return list?.type === 'list' ? list.items : []
}

/** The text that stands at a key, with its place. */
export function textAt(node: Node | undefined, key: string): ScalarNode | undefined {
  const value = getNode(node, [key])
  return value?.type === 'scalar' && value.value !== null ? value : undefined
}
