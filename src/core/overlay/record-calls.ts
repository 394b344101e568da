import { shortName, type Document } from '../source/document.ts'
import { getEntry, getNode, type Entry, type MapNode } from '../source/node.ts'
import { BASE, compareLayers, isOverlay, layerOf } from './layer.ts'
import { asText } from './reads.ts'

/** Families of the base's endpoints.yaml: list, one, save and delete; and the steps of a workflow. */
const RECORDS = 'records'
const STEPS = 'steps'

/**
 * The base's endpoints with a member of these families for each entity that says `calls: true`. What the member says of
 * itself (label, key) are the entity's own values, so that errors in them point into the entity's file. An entity that
 * only an area or a customer has brings its calls in their layer: nobody else knows of it.
 */
export function withRecordCalls(documents: readonly Document[]): Document[] {
  const shared = documents.filter(({ kind, layer }) => kind === 'entity' && !isOverlay(layerOf(layer)!))
  const members = membersOf(shared)
  const all = members.length === 0 ? [...documents] : documents.map(document => withMembers(document, members))
  return withOwnCalls(all, new Set(shared.map(({ name }) => name)))
}

function withMembers(document: Document, members: readonly Member[]): Document {
  if (document.kind !== 'endpoints' || document.layer !== BASE.name) return document
  const { records, steps } = entriesOf(members)
  const made = (endpoints: MapNode): MapNode => joined(joined(endpoints, RECORDS, records), STEPS, steps)
  return { ...document, node: onceFrom(document.node, asText(members), made) }
}

function entriesOf(members: readonly Member[]): { records: Map<string, Entry>; steps: Map<string, Entry> } {
  const named = (list: readonly Member[]): Map<string, Entry> => new Map(list.map(({ name, entry }) => [name, entry]))
  return { records: named(members), steps: named(members.filter(({ hasWorkflow }) => hasWorkflow)) }
}

/** The calls of entities that no layer below the overlays has, in the endpoints of the layer that has them. */
function withOwnCalls(documents: readonly Document[], shared: ReadonlySet<string>): Document[] {
  const own = documents.filter(
    ({ kind, name, layer }) => kind === 'entity' && isOverlay(layerOf(layer)!) && !shared.has(name),
  )
  const made = [...new Set(own.map(({ layer }) => layer))].flatMap((layer): Document[] => {
    const entities = own.filter(one => one.layer === layer)
    const members = membersOf(entities)
    const before = documents.find(one => one.kind === 'endpoints' && one.layer === layer)
    const [first] = members
    if (!first) return []
    const { file } = entities.find(({ name }) => shortName(name) === first.name)!
    const from = before ?? { kind: 'endpoints', name: 'endpoints', layer, file, node: emptyAt(entities[0]!) }
    return [{ ...from, node: onceFrom(from.node, asText(members), node => withFamilies(node, members)) }]
  })
  const layers = new Set(made.map(({ layer }) => layer))
  return [...documents.filter(({ kind, layer }) => kind !== 'endpoints' || !layers.has(layer)), ...made]
}

/** Where a layer says nothing of calls itself; the same one for the same entity, so that a later check knows it. */
function emptyAt({ node }: Document): MapNode {
  const before = empty.get(node)
  if (before) return before
  const made: MapNode = { type: 'map', entries: new Map(), origin: node.origin }
  empty.set(node, made)
  return made
}
const empty = new WeakMap<MapNode, MapNode>()

/** Further members of the base's families, as an overlay of endpoints.yaml would add them by hand. */
function withFamilies(endpoints: MapNode, members: readonly Member[]): MapNode {
  const { records, steps } = entriesOf(members)
  const families: [string, Map<string, Entry>][] = [[RECORDS, records]]
  if (steps.size > 0) families.push([STEPS, steps])
  const origin = members[0]!.entry.value.origin
  return families.reduce((node, [family, entries]) => {
    const at = (parent: MapNode, key: string, value: (below: MapNode) => MapNode): MapNode => {
      const below = getNode(parent, [key])
      const map: MapNode = below?.type === 'map' ? below : { type: 'map', entries: new Map(), origin }
      return { ...parent, entries: new Map(parent.entries).set(key, { keyOrigin: origin, value: value(map) }) }
    }
    return at(node, 'families', all =>
      at(all, family, one =>
        at(one, 'members', known => ({ ...known, entries: new Map([...entries, ...known.entries]) })),
      ),
    )
  }, endpoints)
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

/**
 * Entities that ask for calls. What overlays say of an entity of all is ignored: its calls are the same for all scopes.
 */
function membersOf(documents: readonly Document[]): Member[] {
  const entities = [...documents].sort((a, b) => compareLayers(layerOf(a.layer)!, layerOf(b.layer)!))
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
