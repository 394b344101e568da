import type { AppFacts, DictionaryEntries } from '../contract/configuration.ts'
import type { StatisticModel } from '../contract/statistics.ts'
import type { CustomerDoc, DemoDoc } from '../model/documents.ts'
import type { Scope } from '../model/scope.ts'
import type { WorkflowDoc } from '../model/workflow.ts'
import { chainOf, isOverlay } from '../overlay/layer.ts'
import { isAbstract } from '../overlay/pages.ts'
import { namesOf, type Project } from '../overlay/project.ts'
import { Resolver, type Resolved } from '../overlay/resolve.ts'
import { chainKey, distinctScopes } from '../overlay/scopes.ts'
import { shortName } from '../source/document.ts'
import { getString, toValue, type MapNode } from '../source/node.ts'
import { wantsOf } from '../indexes/wants.ts'
import { appFacts } from './app-facts.ts'
import { boundedCalls } from './call-access.ts'
import { compiledPage } from './compiled-page.ts'
import { hashOf } from './hash.ts'
import { Kept } from './kept.ts'
import { logoOf, type Logo } from './logos.ts'
import { manualsIn, type Manuals } from './manuals.ts'
import { CALLS, ENTITIES, OWN_THINGS, SYSTEM_ACTION } from '../model/field/parts.ts'
import {
  allEndpoints,
  areasHiddenIn,
  customerDocs,
  demoDocs,
  dictionaryDocument,
  dictionaryEntries,
  DICTIONARY_PARTS,
  endpointModels,
  entityModel,
  textsIn,
  unionEntities,
  type EndpointModel,
  type EntityModel,
} from './models.ts'
import { statisticIn, statisticNames } from './statistics.ts'
import { CompiledScope, type CompiledPage, type Parts, type ScopedConfiguration, type Texts } from './scope.ts'

export type { ScopedConfiguration }

export interface Configuration {
  /** hash of the whole configuration: changes when the meaning of any file changes */
  version: string
  scope(scope: Scope): ScopedConfiguration
  entities(): EntityModel[]
  endpoints(): EndpointModel[]
  /** names of all statistics */
  statistics(): string[]
  /** a workflow as any scope has it, each that differs once; the product's first */
  workflows(name: string): WorkflowDoc[]
  customers(): CustomerDoc[]
  /** what the product and each customer say of a demonstration */
  demos(): DemoDoc[]
  /** folders of overlays below customers/: of customers, of areas, of a customer's areas */
  layers(): string[]
  /** codes of areas that the folder of an area around them hides, whoever lists them */
  hiddenAreas(): ReadonlySet<string>
  /** the scopes that requests have asked for so far */
  scopes(): Scope[]
  /**
   * Compiles in advance what requests ask for first. Yields every few milliseconds, so that the event loop can serve
   * requests in between.
   */
  warm(scopes: Iterable<Scope>): Generator<void, void>
}

/** Compiles lazily and shares results: a scope costs only what differs in it, and equal pages are compiled once. */
class Compiler implements Configuration, Parts {
  readonly resolver: Resolver
  readonly #project: Project
  readonly #pages: Kept<CompiledPage>
  readonly #texts: Kept<Texts>
  readonly #manuals: Kept<Manuals>
  readonly #scopes = new Map<string, CompiledScope>()
  readonly #customers: CustomerDoc[]
  #entities: EntityModel[] | undefined
  #endpoints: EndpointModel[] | undefined
  #version: string | undefined
  #hiddenAreas: ReadonlySet<string> | undefined

  constructor(project: Project, resolver: Resolver, before?: Compiler) {
    this.#project = project
    this.resolver = resolver
    this.#pages = new Kept(resolver, before && before.#pages)
    this.#texts = new Kept(resolver, before && before.#texts)
    this.#manuals = new Kept(resolver, before && before.#manuals)
    this.#customers = customerDocs(project)
  }

  get version(): string {
    return (this.#version ??= hashOf([...this.#project.sources.values()].map(s => s.path + '\n' + s.text).join('\n')))
  }

  entities(): EntityModel[] {
    const making = this.#makeEntities()
    while (!making.next().done);
    return this.#entities ?? []
  }
  /** In pieces: what all pages want of the entities takes longer than others should wait. */
  *#makeEntities(): Generator<void, void> {
    if (this.#entities) return
    const wants = yield* wantsOf(this.resolver)
    this.#entities = unionEntities(this.#project, this.resolver, wants)
  }
  entitiesOf(scope: Scope): EntityModel[] {
    return this.resolver.names('entity').flatMap(name => {
      const found = this.resolver.entity(name, scope)
      return found ? [this.#entity(name, found.node)] : []
    })
  }
  /** Scopes that see the same of an entity share its model. */
  readonly #models = new WeakMap<MapNode, EntityModel>()
  #entity(name: string, node: MapNode): EntityModel {
    let model = this.#models.get(node)
    if (!model) this.#models.set(node, (model = entityModel(name, node)))
    return model
  }
  endpoints(): EndpointModel[] {
    return (this.#endpoints ??= allEndpoints(this.#project, this.resolver))
  }
  statistics(): string[] {
    return namesOf(this.#project, 'statistic').map(shortName)
  }
  workflows(name: string): WorkflowDoc[] {
    const seen = [{}, ...distinctScopes(this.#project)].flatMap(
      scope => this.resolver.resolve(`workflows/${name}`, scope)?.node ?? [],
    )
    return [...new Set(seen)].map(node => toValue(node) as unknown as WorkflowDoc)
  }
  customers(): CustomerDoc[] {
    return this.#customers
  }
  demos(): DemoDoc[] {
    return demoDocs(this.#project)
  }
  layers(): string[] {
    return this.#project.layers.filter(isOverlay).map(({ name }) => name.replace('customers/', ''))
  }
  hiddenAreas(): ReadonlySet<string> {
    return (this.#hiddenAreas ??= areasHiddenIn(this.#project))
  }
  scopes(): Scope[] {
    return [...this.#scopes.values()].map(({ scope }) => scope)
  }

  *warm(scopes: Iterable<Scope>): Generator<void, void> {
    yield void this.version
    yield void this.endpoints()
    yield* this.#makeEntities()
    yield
    for (const scope of [{}, ...scopes]) yield* this.scope(scope).warm()
  }

  scope(scope: Scope): CompiledScope {
    // scopes with equal chains of layers share one object, e.g. all customers that have no overlays
    const key = chainKey(this.#project, scope)
    let found = this.#scopes.get(key)
    if (!found) this.#scopes.set(key, (found = this.#make(scope)))
    return found
  }

  #make(scope: Scope): CompiledScope {
    const layers = chainOf(this.#project.layers, scope).filter(isOverlay)
    if (layers.length === 0) return new CompiledScope(this, {}, undefined, [])
    const touched = new Set(layers.flatMap(layer => this.#project.contents.get(layer.name) ?? []))
    return new CompiledScope(this, scope, this.scope({}), [...touched])
  }

  /** Pages with equal sources are one object in every scope, so that comparing them is comparing references. */
  page(route: string, scope: Scope): CompiledPage | undefined {
    const resolved = this.resolver.resolve(`pages/${route}`, scope)
    if (!resolved || isAbstract(resolved.node)) return undefined
    const entityName = getString(resolved.node, 'entity')
    const entity = entityName ? this.resolver.entity(entityName, scope) : undefined
    const behind = this.#patching(BEHIND_PAGES, scope)
    const endpoints = this.resolver.resolve('endpoints', scope)
    const key = [route, resolved.key, entity?.key, behind, endpoints?.key].join('§')
    return this.#pages.get(key, () => compiledPage(route, scope, resolved, this))
  }

  /** Layers that patch such documents in this scope: scopes that agree in them see the same. */
  #patching(documents: RegExp, scope: Scope): string {
    return chainOf(this.#project.layers, scope)
      .filter(layer => isOverlay(layer) && this.#patches(layer.name, documents))
      .map(layer => layer.name)
      .join('>')
  }
  /** Asked for each page of each scope. */
  readonly #patched = new Map<string, boolean>()
  #patches(layer: string, documents: RegExp): boolean {
    const key = `${documents.source} ${layer}`
    let found = this.#patched.get(key)
    if (found === undefined) {
      found = this.#project.contents.get(layer)?.some(name => documents.test(name)) === true
      this.#patched.set(key, found)
    }
    return found
  }

  readonly #calls = new Map<string, ReadonlyMap<string, EndpointModel>>()
  calls(endpoints: Resolved | undefined): ReadonlyMap<string, EndpointModel> {
    const key = endpoints?.key ?? ''
    let found = this.#calls.get(key)
    if (!found) this.#calls.set(key, (found = this.#bounded(endpoints)))
    return found
  }
  #bounded(endpoints: Resolved | undefined): ReadonlyMap<string, EndpointModel> {
    const own = new Map(endpointModels(endpoints?.node).map(model => [model.name, model]))
    const products = this.resolver.resolve('endpoints', {})
    if (!products || products.key === endpoints?.key) return own
    const hasEntity = (name: string): boolean => this.resolver.entity(name, {}) !== undefined
    return boundedCalls(own, { calls: this.calls(products), hasEntity })
  }

  dictionary(name: string, scope: Scope): DictionaryEntries | undefined {
    if (name === CALLS) {
      const calls = this.calls(this.resolver.resolve('endpoints', scope)).values()
      const answered = [...calls].filter(({ handler }) => handler !== undefined)
      return [...answered.map((call): [string, string] => [call.name, call.label]), SYSTEM_ACTION]
    }
    if (name === ENTITIES)
      return [...this.entitiesOf(scope).map((entity): [string, string] => [entity.name, entity.label]), ...OWN_THINGS]
    const document = dictionaryDocument(name)
    const resolved = this.resolver.resolve(document, scope)
    return resolved && dictionaryEntries(resolved.node, DICTIONARY_PARTS[name.split('/')[0] ?? ''] ?? 'entries')
  }

  workflow(name: string, scope: Scope): WorkflowDoc | undefined {
    const resolved = this.resolver.resolve(`workflows/${name}`, scope)
    return resolved && (toValue(resolved.node) as unknown as WorkflowDoc)
  }

  statistic(name: string, scope: Scope): StatisticModel | undefined {
    return statisticIn(this.resolver, name, scope)
  }
  statisticNames(scope: Scope): string[] {
    return statisticNames(this.resolver, scope)
  }

  app(scope: Scope): AppFacts {
    const customer = this.#customers.find(c => c.customer === scope.customer)
    const manuals = this.manuals(scope).facts
    return appFacts(this.resolver.resolve('app', scope)!.node, { customer, manuals, logo: this.logo(scope) })
  }
  logo(scope: Scope): Logo | undefined {
    return logoOf(this.#project, this.resolver.resolve('app', scope)?.node)
  }
  manuals(scope: Scope): Manuals {
    return this.#manuals.get(this.#patching(BEHIND_MANUALS, scope), () => manualsIn(this.resolver, scope))
  }

  routesOf(documents: readonly string[]): string[] {
    return documents.filter(n => n.startsWith('pages/')).map(shortName)
  }
  baseRoutes(): string[] {
    return this.routesOf(namesOf(this.#project, 'page'))
  }
  languages(): string[] {
    return [...new Set(this.#locales({}).map(([language]) => language))]
  }
  texts(language: string, scope: Scope): Texts {
    return this.#texts.get(`${language} ${this.#patching(LOCALES, scope)}`, () => {
      // a language's texts may stand in several files, each naming its locale
      const own = this.#locales(scope).flatMap(([l, node]) => (l === language ? [textsIn(node)] : []))
      const texts: Record<string, string> = Object.assign({}, ...own)
      const json = JSON.stringify(texts)
      return { texts, json, hash: hashOf(json) }
    })
  }
  #locales(scope: Scope): [language: string, node: MapNode][] {
    return this.resolver.names('locale').flatMap(name => {
      const node = this.resolver.resolve(`locales/${name}`, scope)?.node
      const language = getString(node, 'locale')
      return node && language ? [[language, node] as [string, MapNode]] : []
    })
  }
}

const LOCALES = /^locales\//
const BEHIND_MANUALS = /^(app$|manuals\/|workflows\/)/
const BEHIND_PAGES = /^(dictionaries|workflows|entities|statistics)\//

/** `before`: an earlier configuration, of which is kept what an edit does not reach. */
export function compileProject(project: Project, resolver?: Resolver, before?: Configuration): Configuration {
  const earlier = before instanceof Compiler ? before : undefined
  return new Compiler(project, resolver ?? new Resolver(project, earlier?.resolver), earlier)
}
