import type { Scope } from '../../model/scope.ts'
import { chainOf, isOverlay } from '../../overlay/layer.ts'
import { isAbstract } from '../../overlay/pages.ts'
import { isSameList, type Reads } from '../../overlay/reads.ts'
import type { Resolved, Resolver } from '../../overlay/resolve.ts'
import { scopeKey } from '../../overlay/scope-key.ts'
import { distinctScopes } from '../../overlay/scopes.ts'
import { shortName, type DocumentKind } from '../../source/document.ts'
import { getEntry, getString, type MapNode } from '../../source/node.ts'
import { factsOf, type Facts } from './facts.ts'
import { schemaId } from './meta.ts'
import { ScopeView } from './scope-view.ts'
import { shapeAt } from './shape.ts'

/** A merged document as some scope sees it; equal ones appear once. */
export interface MergedDocument {
  kind: DocumentKind
  /** without its folder: eshop, dataCenter/onlineShop */
  name: string
  /** view of the first scope that sees the document in this form */
  view: ScopeView
  node: MapNode
  facts: Facts
  /** fields of the page's entity, or of the entity or mixin itself */
  fields: MapNode | undefined
}

/** All distinct merged documents, and what they were found from. */
export interface Merged {
  all: readonly MergedDocument[]
  parts: KnownParts
}
/** Parts by scope and name, with what was asked to find them: an edit reaches few. */
type KnownParts = ReadonlyMap<string, { made: Parts | undefined; reads: Reads<Resolver> }>

/** Costs only as much as the scopes differ, and after an edit as much as it reaches. */
export function mergedDocuments(resolver: Resolver, before?: Merged): Merged {
  const merging = new Merging(resolver, before?.parts)
  const [base, ...others] = distinctScopes(resolver.project)
  if (base) merging.add(base, resolver.project.documents.keys())
  for (const scope of others) merging.add(scope, merging.touchedBy(scope))
  const merged = { all: merging.found, parts: merging.parts }
  current.set(resolver, merged)
  return merged
}

/** The documents that a resolver's project has come to. */
const current = new WeakMap<Resolver, Merged>()

/** Notes that all documents of a kind are asked for, or all there are. */
export const noteMerged = ({ reads }: Resolver, kind?: DocumentKind): void =>
  void reads.ask(`merged ${kind ?? ''}`, listedFor(kind), isSameList)

/** Three for each document, none of which holds on to a resolver (ReadLog). */
const listedFor =
  (kind: DocumentKind | undefined) =>
  (by: Resolver): unknown[] =>
    (current.get(by)?.all ?? []).flatMap(document =>
      kind === undefined || document.kind === kind ? [nameOf(document), document.node, document.fields] : [],
    )

/** What tells a merged document from all others. */
export const nameOf = ({ kind, name, view }: MergedDocument): string => `${kind} ${name} ${scopeKey(view.scope)}`

class Merging {
  readonly found: MergedDocument[] = []
  readonly parts = new Map<string, { made: Parts | undefined; reads: Reads<Resolver> }>()
  readonly #before: KnownParts | undefined
  readonly #resolver: Resolver
  readonly #seen = new Set<string>()
  /** document → the documents that were made from it */
  readonly #dependents = new Map<string, Set<string>>()

  constructor(resolver: Resolver, before: KnownParts | undefined) {
    this.#resolver = resolver
    this.#before = before
  }

  /** Documents that a scope's overlays change: the patched ones, and those made from them. */
  touchedBy(scope: Scope): Set<string> {
    const { layers, contents } = this.#resolver.project
    const patched = chainOf(layers, scope)
      .filter(isOverlay)
      .flatMap(layer => contents.get(layer.name) ?? [])
    return new Set(patched.flatMap(name => [name, ...(this.#dependents.get(name) ?? [])]))
  }

  add(scope: Scope, names: Iterable<string>): void {
    const view = new ScopeView(this.#resolver, scope)
    for (const name of names) this.#addOne(name, view)
  }

  #addOne(name: string, view: ScopeView): void {
    const kind = this.#resolver.project.documents.get(name)?.[0]?.kind
    const within = { resolver: this.#resolver, scope: view.scope, made: this.parts, before: this.#before }
    const parts = kind && partsOf(within, kind, name)
    if (!kind || !parts) return
    for (const part of parts.all) for (const from of part.names) this.#depend(name, from)
    const key = [name, ...parts.all.map(part => part.key)].join('§')
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const { node } = parts.own
    const pageKind = kind === 'page' ? getString(node, 'kind') : undefined
    // a page without a kind has been reported as a patch without a target; abstract pages are checked as part of the
    // pages that extend them
    if ((kind === 'page' && pageKind === undefined) || isAbstract(node)) return
    this.found.push({
      kind,
      name: shortName(name),
      view,
      node,
      facts: factsIn(node, kind, pageKind),
      fields: fieldsOf(parts.entity?.node ?? node),
    })
  }

  #depend(name: string, from: string): void {
    const known = this.#dependents.get(from)
    if (known) known.add(name)
    else this.#dependents.set(from, new Set([name]))
  }
}

/** By tree, which is the same in a later check where its files are. */
const known = new WeakMap<MapNode, Facts>()

function factsIn(node: MapNode, kind: DocumentKind, pageKind: string | undefined): Facts {
  let facts = known.get(node)
  if (!facts) known.set(node, (facts = factsOf(node, shapeAt(schemaId(kind, pageKind)))))
  return facts
}

interface Parts {
  own: Resolved
  entity?: Resolved | undefined
  /** everything that rules read together with the document: if all parts are equal, one check is enough */
  all: Resolved[]
}

/** The list behind a number is asked for by every widget that draws it. */
interface Within {
  resolver: Resolver
  scope: Scope
  made: Map<string, { made: Parts | undefined; reads: Reads<Resolver> }>
  before: KnownParts | undefined
}

function partsOf(within: Within, kind: DocumentKind, name: string): Parts | undefined {
  const { resolver, scope, made, before } = within
  const key = `${name} ${scopeKey(scope)}`
  let found = made.get(key)
  if (!found) {
    const earlier = before?.get(key)
    found =
      earlier && resolver.reads.areStill(earlier.reads)
        ? earlier
        : resolver.reads.watched(() => findParts(within, kind, name))
    made.set(key, found)
  }
  resolver.reads.noteAll(found.reads)
  return found.made
}

function findParts(within: Within, kind: DocumentKind, name: string): Parts | undefined {
  const { resolver, scope } = within
  const own = kind === 'entity' ? resolver.entity(shortName(name), scope) : resolver.resolve(name, scope)
  if (!own) return undefined
  const beside = (from: Resolved | undefined): Resolved[] =>
    dictionariesIn(from).flatMap(document => resolver.resolve(document, scope) ?? [])
  // a field begins with a code that an overlay may take away
  if (kind === 'entity') return { own, all: [own, ...beside(own)] }
  if (kind !== 'page' && kind !== 'workflow' && kind !== 'statistic') return { own, all: [own] }
  const entityName = getString(own.node, 'entity')
  const entity = entityName === undefined ? undefined : resolver.entity(entityName, scope)
  const calls = resolver.resolve('endpoints', scope)
  const around = [...(calls ? [calls] : []), ...beside(entity)]
  const more = kind === 'workflow' ? [] : numbersAround(within, kind, { own, entity })
  return { own, entity, all: [own, ...(entity ? [entity] : []), ...around, ...more] }
}

/** What numbers are read together with: the list behind a statistic, and the statistics and lists of a dashboard. */
function numbersAround(within: Within, kind: DocumentKind, { own, entity }: Pick<Parts, 'own' | 'entity'>): Resolved[] {
  const { resolver, scope } = within
  const named = (folder: 'pages' | 'statistics', name: string | undefined): Resolved[] => {
    const parts = name === undefined ? undefined : partsOf(within, FOLDERS[folder], `${folder}/${name}`)
    return parts ? parts.all : []
  }
  if (kind === 'statistic') {
    const list = getString(own.node, 'list') ?? getString(entity?.node, 'list')
    const page = list === undefined ? undefined : resolver.resolve(`pages/${list}`, scope)
    // a dashboard is no list, and may draw this very statistic; statistic-list reports it
    return getString(page?.node, 'kind') === 'list' ? named('pages', list) : page ? [page] : []
  }
  const widgets = getString(own.node, 'kind') === 'dashboard' ? getEntry(own.node, 'widgets')?.value : undefined
  return widgets?.type === 'map'
    ? [...widgets.entries.values()].flatMap(({ value }) => named('statistics', getString(value, 'statistic')))
    : []
}
const FOLDERS = { pages: 'page', statistics: 'statistic' } as const

const fieldsOf = (node: MapNode | undefined): MapNode | undefined => {
  const fields = getEntry(node, 'fields')?.value
  return fields?.type === 'map' ? fields : undefined
}

const dictionaries = new WeakMap<Resolved, string[]>()

/**
 * Dictionaries and workflows of an entity's fields, since an expression may be valid with one version of them and not
 * with another.
 */
function dictionariesIn(entity: Resolved | undefined): string[] {
  if (!entity) return []
  const known = dictionaries.get(entity)
  if (known) return known
  const names = [...(fieldsOf(entity.node)?.entries.values() ?? [])].flatMap(({ value }) => {
    const [dict, workflow] = [getString(value, 'dict'), getString(value, 'workflow')]
    return [...(dict ? [`dictionaries/${dict}`] : []), ...(workflow ? [`workflows/${workflow}`] : [])]
  })
  const found = [...new Set(names)]
  dictionaries.set(entity, found)
  return found
}
