import type { Origin } from '../diagnostic/diagnostic.ts'
import type { Scope } from '../model/scope.ts'
import { shortName, type Document } from '../source/document.ts'
import { getEntry, getNode, getString, originAt, toValue, type MapNode, type Node } from '../source/node.ts'
import { askedOf } from './asked.ts'
import { familyCalls } from './families.ts'
import { BASE, placeOf } from './layer.ts'
import { leftOut, orderNames } from './merge.ts'
import { listOf, type Resolved, type Resolver } from './resolve.ts'
import { statusOf } from './status.ts'

/** What one layer says of a value. */
export interface LayerValue {
  /** the layer's folder: base, schemas, customers/<id> … */
  layer: string
  /**
   * where the value comes from: the page (or other file) itself, the page it extends, the entity's field or button, a
   * mixin, the workflow whose transition a button takes, a family of calls, or the menu entry that the page is called
   * like
   */
  of: 'page' | 'file' | 'extends' | 'entity' | 'mixin' | 'workflow' | 'family' | 'menu'
  origin: Origin
  /** absent: the layer says nothing */
  value?: unknown
  winner: boolean
}

/** Maps whose members inherit what they leave out from the entity's field of the same name. */
const FIELD_MAPS = new Set(['columns', 'filters', 'facts', 'fields'])

/**
 * What each layer says of a value in a page or another document, lowest first. A map has no single winner, since its
 * keys may come from different layers; the last layer that says something of the map itself is marked.
 *
 * @param name a route, or a document's name (endpoints, entities/eshop)
 * @param path e.g. ['columns', 'shopName', 'label']
 * @returns undefined when the scope has no such document
 */
export function explainValue(resolver: Resolver, name: string, path: string[], scope: Scope): LayerValue[] | undefined {
  const page = resolver.resolve(`pages/${name}`, scope)
  const says = page
    ? [
        ...valuesInWorkflow(resolver, page.node, path, scope),
        ...valuesInEntity(resolver, page.node, path, scope),
        ...valuesIn(page.documents, path, doc => (doc.name === `pages/${name}` ? 'page' : 'extends')),
        ...titleInMenu(page, path),
      ]
    : valuesInDocument(resolver, name, path, scope)
  const winner = says?.findLast(say => 'value' in say)
  if (winner) winner.winner = true
  return says
}

function valuesInDocument(resolver: Resolver, name: string, dotted: string[], scope: Scope): LayerValue[] | undefined {
  const found = name.startsWith('entities/') ? resolver.entity(shortName(name), scope) : resolver.resolve(name, scope)
  if (!found) return undefined
  const path = stepsIn(found.node, dotted)
  const other = name.startsWith('entities/') ? 'mixin' : 'extends'
  const says = valuesIn(found.documents, path, doc => (doc.name === name ? 'file' : other))
  if (name.startsWith('workflows/')) return [...valuesAsked(resolver, found.node, path, scope), ...says]
  return name === 'endpoints' ? [...valuesInFamily(found.node, path), ...says] : says
}

/** A form of a transition asks for fields of the workflow's entity, and of records that it makes. */
function valuesAsked(resolver: Resolver, workflow: MapNode, path: string[], scope: Scope): LayerValue[] {
  const [first, transition = '', part, field = '', ...rest] = path
  if (first !== 'transitions' || part !== 'form' || field === '') return []
  const entity = askedOf(workflow, transition, field, name => resolver.entity(name, scope)?.node)
  return entity === undefined ? [] : valuesOfEntity(resolver, entity, ['fields', field, ...rest], scope)
}

/** A button is called, and asks, as its transition does. */
function valuesInWorkflow(resolver: Resolver, page: MapNode, path: string[], scope: Scope): LayerValue[] {
  const [first, button = '', ...rest] = path
  const transition = getString(getNode(page, ['actions', button]), 'transition')
  if (first !== 'actions' || transition === undefined || !TAKEN.has(rest[0] ?? '')) return []
  const status = statusOf(resolver.entity(getString(page, 'entity') ?? '', scope)?.node)
  if (!status) return []
  const name = `workflows/${status.workflow}`
  const says = valuesInDocument(resolver, name, ['transitions', transition, ...rest], scope) ?? []
  return says.flatMap(say => ('value' in say ? [{ ...say, of: say.of === 'file' ? 'workflow' : say.of }] : []))
}
/** What a button takes from its transition. */
const TAKEN = new Set(['label', 'confirm', 'danger', 'beside', 'next', 'form'])

function valuesInFamily(endpoints: MapNode, [first, ...path]: string[]): LayerValue[] {
  const calls: MapNode = { type: 'map', entries: familyCalls(endpoints), origin: endpoints.origin }
  if (first !== 'endpoints' || path.length === 0) return []
  const found = layerValue(calls, path, BASE.name, 'family')
  return 'value' in found ? [{ ...found, layer: placeOf(found.origin.file)?.layer.name ?? BASE.name }] : []
}

/** Names of calls contain dots (`eshop.save`): joins steps of the path where only the joined name exists. */
function stepsIn(node: Node | undefined, dotted: readonly string[]): string[] {
  const [first, ...rest] = dotted
  if (first === undefined) return []
  for (let taken = 1; taken <= dotted.length; taken++) {
    const entry = getEntry(node, dotted.slice(0, taken).join('.'))
    if (entry) return [dotted.slice(0, taken).join('.'), ...stepsIn(entry.value, dotted.slice(taken))]
  }
  return [first, ...rest]
}

/** What each of the documents says, lowest first; what an `$only` leaves out of those below is `false` there. */
function valuesIn(documents: Document[], path: string[], ofDocument: (doc: Document) => LayerValue['of']) {
  return documents.map((doc, i) => {
    const isBelow = documents.slice(0, i).some(({ node }) => getNode(node, path) !== undefined)
    return layerValue(isBelow ? spelledOut(doc.node, path) : doc.node, path, doc.layer, ofDocument(doc))
  })
}

function spelledOut<Any extends Node>(node: Any, [step, ...rest]: string[]): Any {
  if (node.type !== 'map' || step === undefined) return node
  const said = node.entries.get(step)
  const isLeftOut = node.only && !orderNames(node.only).includes(step)
  const entry = isLeftOut ? leftOut(node.only!) : said && { ...said, value: spelledOut(said.value, rest) }
  return entry ? { ...node, entries: new Map(node.entries).set(step, entry) } : node
}

/** The title of a page that is renamed with its menu entry stands in the menu. */
function titleInMenu({ node, documents }: Resolved, path: string[]): LayerValue[] {
  if (path.length !== 1 || path[0] !== 'title') return []
  const said = layerValue(node, path, '', 'menu')
  const layer = placeOf(said.origin.file)?.layer.name
  const isOwn = documents.some(({ file }) => file === said.origin.file)
  return isOwn || layer === undefined || !('value' in said) ? [] : [{ ...said, layer }]
}

/** A button of the page inherits from the entity's of the same name, and what is asked for there, too. */
function pathInEntity(path: string[]): string[] | undefined {
  if (path[0] === 'actions') return path.length > 1 ? path : undefined
  const at = path.findLastIndex((step, i) => FIELD_MAPS.has(step) && i < path.length - 1)
  return at < 0 ? undefined : ['fields', ...path.slice(at + 1)]
}

function valuesInEntity(resolver: Resolver, page: MapNode, path: string[], scope: Scope): LayerValue[] {
  const entity = getString(page, 'entity')
  const inEntity = pathInEntity(path)
  return inEntity && entity ? valuesOfEntity(resolver, entity, inEntity, scope) : []
}

function valuesOfEntity(resolver: Resolver, entity: string, inEntity: string[], scope: Scope): LayerValue[] {
  const own = resolver.documents(`entities/${entity}`, scope)
  const mixins = own.flatMap(doc => listOf(doc.node, 'mixins')).flatMap(m => resolver.documents(`mixins/${m}`, scope))
  return [
    ...mixins.map(doc => layerValue(doc.node, inEntity, doc.layer, 'mixin')),
    ...own.map(doc => layerValue(doc.node, inEntity, doc.layer, 'entity')),
  ].filter(s => 'value' in s)
}

function layerValue(node: MapNode, path: string[], layer: string, of: LayerValue['of']): LayerValue {
  const value = getNode(node, path)
  const origin = originAt(node, path, true)
  return value === undefined
    ? { layer, of, origin, winner: false }
    : { layer, of, origin, value: toValue(value), winner: false }
}

/** Names at the deepest existing step, for "did you mean". */
export function namesAt(resolver: Resolver, name: string, dotted: string[], scope: Scope): string[] {
  const found = resolver.resolve(`pages/${name}`, scope) ?? resolver.resolve(name, scope)
  const path = stepsIn(found?.node, dotted)
  for (let depth = path.length - 1; found && depth >= 0; depth--) {
    const node = getNode(found.node, path.slice(0, depth))
    if (node?.type === 'map' && !getEntry(node, path[depth]!)) return [...node.entries.keys()]
  }
  return []
}
