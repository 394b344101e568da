import { shortName, type Document } from '../source/document.ts'
import { getEntry, getNode, type Entry, type MapNode } from '../source/node.ts'
import { BASE, compareLayers, isOverlay, layerOf } from './layer.ts'
import { asText } from './reads.ts'

/** Families of the base's endpoints.yaml: list, one, save and delete; and the steps of a workflow. */
const RECORDS = 'records'
const STEPS = 'steps'

/**
 * The base's endpoints with a member of these families for each entity that says `calls: true`. What the member says of
 * itself (label, key) are the entity's own values, so that errors in them point into the entity's file.
 */
export function withRecordCalls(documents: readonly Document[]): Document[] {
  const members = membersOf(documents)
  if (members.length === 0) return [...documents]
  const named = (list: readonly Member[]): Map<string, Entry> => new Map(list.map(({ name, entry }) => [name, entry]))
  const steps = members.filter(({ hasWorkflow }) => hasWorkflow)
  const made = (endpoints: MapNode): MapNode => joined(joined(endpoints, RECORDS, named(members)), STEPS, named(steps))
  const from = asText(members)
  return documents.map(document =>
    document.kind === 'endpoints' && document.layer === BASE.name
      ? { ...document, node: onceFrom(document.node, from, made) }
      : document,
  )
}

const kept = new WeakMap<MapNode, { from: string; node: MapNode }>()

/** The same tree for entities that say the same of their calls, so that a later check knows it again. */
function onceFrom(endpoints: MapNode, from: string, make: (endpoints: MapNode) => MapNode): MapNode {
  const before = kept.get(endpoints)
  if (before?.from === from) return before.node
  const node = make(endpoints)
  kept.set(endpoints, { from, node })
  return node
}

interface Member {
  /** the entity */
  name: string
  entry: Entry
  hasWorkflow: boolean
}

/** Entities that ask for calls. Overlays are ignored, because the calls of the API are the same for all scopes. */
function membersOf(documents: readonly Document[]): Member[] {
  const entities = documents
    .filter(({ kind, layer }) => kind === 'entity' && !isOverlay(layerOf(layer)!))
    .sort((a, b) => compareLayers(layerOf(a.layer)!, layerOf(b.layer)!))
  const names = [...new Set(entities.map(({ name }) => name))]
  return names.flatMap(document => {
    const layers = entities.filter(({ name }) => name === document)
    const entry = memberOf(layers)
    return entry ? [{ name: shortName(document), entry, hasWorkflow: layers.some(({ node }) => keepsState(node)) }] : []
  })
}

const keepsState = (entity: MapNode): boolean => {
  const fields = getNode(entity, ['fields'])
  return fields?.type === 'map' && [...fields.entries.values()].some(({ value }) => getNode(value, ['workflow']))
}

function memberOf(layers: readonly Document[]): Entry | undefined {
  const said = (key: string): Entry | undefined =>
    layers.map(({ node }) => getEntry(node, key)).findLast(entry => entry !== undefined)
  const calls = said('calls')
  if (calls?.value.type !== 'scalar' || calls.value.value !== true) return undefined
  const words = ['label', 'key'].flatMap((word): [string, Entry][] => {
    const entry = said(word)
    return entry ? [[word, entry]] : []
  })
  return {
    keyOrigin: calls.keyOrigin,
    value: { type: 'map', entries: new Map(words), origin: calls.value.origin },
  }
}

function joined(endpoints: MapNode, name: string, members: Map<string, Entry>): MapNode {
  const families = getEntry(endpoints, 'families')
  const family = getNode(families?.value, [name])
  if (!families || families.value.type !== 'map' || family?.type !== 'map') return endpoints
  const member: Entry = { keyOrigin: family.origin, value: { type: 'map', entries: members, origin: family.origin } }
  const value: MapNode = { ...family, entries: new Map(family.entries).set('members', member) }
  const all = new Map(families.value.entries).set(name, { keyOrigin: family.origin, value })
  const entry: Entry = { ...families, value: { ...families.value, entries: all } }
  return { ...endpoints, entries: new Map(endpoints.entries).set('families', entry) }
}
