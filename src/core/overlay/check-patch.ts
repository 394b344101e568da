import type { Report } from '../diagnostic/diagnostic.ts'
import type { Document, DocumentKind } from '../source/document.ts'
import {
  equalNodes,
  getEntry,
  isEmpty,
  isFalse,
  ORDER,
  type Entry,
  type ListNode,
  type MapNode,
  type Node,
} from '../source/node.ts'
import { pageEntity, withButtonsBelow } from './actions.ts'
import { withAsked } from './asked.ts'
import { withFamilies } from './families.ts'
import { withDefaults } from './defaults.ts'
import { extendedBy, inheritedPart } from './extended.ts'
import { compareLayers, isOverlay, layerOf } from './layer.ts'
import { mergeMaps, orderEntries, orderNames, REST } from './merge.ts'
import { withMixins } from './mixins.ts'
import {
  reportBeside,
  reportKind,
  reportMissing,
  reportNoChange,
  reportNoPage,
  reportOnlyIdle,
  reportRest,
  reportType,
  typeOf,
} from './patch-problems.ts'
import { listOf, type Resolved, type Resolver } from './resolve.ts'
import { scopeOfLayer } from './scopes.ts'

/**
 * Every overlay file is judged once, over what lies below it in its own narrowest scope: a patch that
 * finds nothing, changes nothing or turns a value into another type is an error, never silence.
 */
export function checkPatches(resolver: Resolver, report: Report, isWord: IsWord = () => false): void {
  for (const documents of resolver.project.documents.values()) {
    for (const document of documents)
      if (!STANDALONE.has(document.kind)) checkDocument(resolver, document, report, isWord)
  }
}

/**
 * Whether the last key of a path is a keyword of the language. `print: false` is meaningful even if nothing below says
 * `print`; `false` for a name that the author chose (a column) removes that thing, so it must exist below.
 */
export type IsWord = (document: Document, path: readonly string[]) => boolean

/** These files tell of their own folder, so there is nothing below them to patch. */
const STANDALONE: ReadonlySet<DocumentKind> = new Set(['customer', 'area', 'demo'])

function checkDocument(resolver: Resolver, document: Document, report: Report, isWord: IsWord): void {
  const below = belowOf(resolver, document)
  const checking: Checking = {
    report,
    shorthand: document.kind === 'dictionary',
    isWord: path => isWord(document, path),
    isKind: path =>
      isOverlay(layerOf(document.layer)!)
      && OF_FIELDS.has(document.kind)
      && path[0] === 'fields'
      && path.length === 3
      && path[2] === 'kind',
    isFile: path => document.kind === 'app' && path.length === 1 && path[0] === 'logo',
  }
  if (below) return checkMap(below, document.node, [], checking)
  reportIdle(document.node, report)
  const isPatch =
    document.kind === 'page' && !document.node.entries.has('kind') && !document.node.entries.has('extends')
  if (isPatch) reportNoPage(resolver, document, report)
}

/** What the document is laid over: lower layers of the same name, and the page that it or they extend. */
export function belowOf(resolver: Resolver, document: Document): MapNode | undefined {
  const layer = layerOf(document.layer)!
  const scope = scopeOfLayer(layer)
  const lower = resolver.documents(document.name, scope).filter(d => compareLayers(layerOf(d.layer)!, layer) < 0)
  const target = [...lower, document].findLast(d => d.node.entries.has('extends'))
  const name = target && extendedBy(document.name, target.node)
  const parent = name === undefined || name === document.name ? undefined : resolver.resolve(name, scope)
  const parts = [...(parent ? [inheritedPart(parent.node)] : []), ...lower.map(d => d.node)]
  const below = parts.length > 0 ? withDefaults(parts.reduce(mergeMaps)) : undefined
  if (document.kind === 'endpoints') return belowCalls(below, document.node)
  if (document.kind === 'entity' && below)
    return withMixins(
      below,
      mixinsOf(below, name => resolver.resolve(name, scope)),
    )
  if (document.kind === 'workflow' && below) return withAsked(below, name => resolver.entity(name, scope)?.node)
  if (document.kind !== 'page') return below
  const whole = below ? mergeMaps(below, document.node) : document.node
  const owner = pageEntity(whole)
  const entity = owner === undefined ? undefined : resolver.entity(owner, scope)?.node
  return entity ? withButtonsBelow(below, document.node, entity) : below
}

/** An overlay of an entity is laid over what its mixins bring, too. */
const mixinsOf = (entity: MapNode, find: (name: string) => Resolved | undefined): MapNode[] =>
  listOf(entity, 'mixins').flatMap(name => find(`mixins/${name}`)?.node ?? [])

/** Calls patch those that the families generate, even families of the same file. */
function belowCalls(below: MapNode | undefined, above: MapNode): MapNode | undefined {
  const families = getEntry(below ? mergeMaps(below, above) : above, 'families')
  if (!families) return below
  const entries = new Map(below?.entries)
  const calls = withFamilies({ type: 'map', origin: above.origin, entries: new Map(entries).set('families', families) })
  const endpoints = getEntry(calls, 'endpoints')
  return { type: 'map', origin: above.origin, entries: endpoints ? entries.set('endpoints', endpoints) : entries }
}

interface Checking {
  report: Report
  /** a text may be replaced by a map and back, because a dictionary's entry has a short form */
  shorthand: boolean
  isWord: (path: readonly string[]) => boolean
  /** says what sort of values a field has: records of all customers lie in one table */
  isKind: (path: readonly string[]) => boolean
  /** names a file of its own folder: the same name is another file */
  isFile: (path: readonly string[]) => boolean
}

const isText = (node: Node): boolean => node.type === 'scalar' && typeof node.value === 'string'
const OF_FIELDS: ReadonlySet<DocumentKind> = new Set(['entity', 'mixin'])

function checkMap(below: MapNode, above: MapNode, path: readonly string[], checking: Checking): void {
  if (above.entries.size === 0 && !above.order && !above.only) reportNoChange(above, above, checking.report)
  const only = above.only && orderNames(above.only)
  for (const [key, entry] of above.entries) {
    const old = below.entries.get(key)
    if (only && (!only.includes(key) || isFalse(entry.value))) reportBeside(key, entry.keyOrigin, checking.report)
    else if (old) checkEntry(old, entry, [...path, key], checking)
    else if (!isFalse(entry.value)) reportIdle(entry.value, checking.report)
    else if (!checking.isWord([...path, key])) reportMissing(key, entry, below, checking.report)
  }
  if (above.only && above.order) reportBeside(ORDER, above.order.origin, checking.report)
  const names = above.only ?? above.order
  if (names) checkNames(below, above, names, checking.report)
}

/** An `$only` with nothing below it leaves nothing out: whoever writes all of a map writes what they want. */
function reportIdle(node: Node, report: Report): void {
  if (node.type !== 'map') return
  if (node.only) reportOnlyIdle(node.only, report)
  for (const { value } of node.entries.values()) reportIdle(value, report)
}

function checkEntry(old: Entry, entry: Entry, path: readonly string[], checking: Checking): void {
  const [below, above] = [old.value, entry.value]
  if (below.type === 'map' && above.type === 'map') return checkMap(below, above, path, checking)
  reportIdle(above, checking.report)
  if (equalNodes(below, above) && !checking.isFile(path)) return reportNoChange(above, below, checking.report, entry)
  if (!compatible(below, above, checking.shorthand)) reportType(entry, below, checking.report)
  else if (checking.isKind(path) && isText(below) && isText(above)) reportKind(entry, below, checking.report)
}

function compatible(below: Node, above: Node, shorthand: boolean): boolean {
  if ([below, above].some(n => isEmpty(n) || isFalse(n))) return true
  const [a, b] = [typeOf(below), typeOf(above)]
  return a === b || (shorthand && [a, b].every(t => t === 'string' || t === 'map'))
}

/** The names of an `$order` or `$only`: they exist, and something changes by them. */
function checkNames(below: MapNode, above: MapNode, list: ListNode, report: Report): void {
  const own = [...above.entries].filter(([, { value }]) => !above.only || !isFalse(value))
  const merged = mergeMaps(below, { type: 'map', entries: new Map(own), origin: above.origin })
  const isKnown = (name: string): boolean => {
    const entry = merged.entries.get(name)
    return above.only ? entry !== undefined && !isFalse(entry.value) : entry !== undefined || name === REST
  }
  const unknown = list.items.filter(item => !isKnown(nameOf(item)))
  for (const item of unknown)
    if (nameOf(item) === REST) reportRest(item.origin, report)
    else reportMissing(nameOf(item), { keyOrigin: item.origin, value: item }, merged, report)
  if (unknown.length > 0) return
  const shown = [...merged.entries].flatMap(([name, { value }]) => (above.only && isFalse(value) ? [] : [name]))
  const after = above.only ? orderNames(list) : [...orderEntries(merged.entries, list).keys()]
  if (after.length === shown.length && after.every((name, i) => shown[i] === name)) reportNoChange(list, list, report)
}

const nameOf = (item: Node): string => (item.type === 'scalar' ? String(item.value) : '')
