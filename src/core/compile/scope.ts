import type { AppFacts, DictionaryEntries, Manifest, MenuEntry, Page, PageEntry } from '../contract/configuration.ts'
import type { StatisticModel } from '../contract/statistics.ts'
import type { Scope } from '../model/scope.ts'
import type { WorkflowDoc } from '../model/workflow.ts'
import type { Resolved, Resolver } from '../overlay/resolve.ts'
import { getEntry } from '../source/node.ts'
import { hashOf } from './hash.ts'
import type { Logo } from './logos.ts'
import type { Manuals } from './manuals.ts'
import { menuEntries, type EndpointModel, type EntityModel } from './models.ts'
import { placesOf, type About, type Places } from './records.ts'

export interface ScopedConfiguration {
  /** what app.yaml says: of the manifest, without compiling the pages that it names */
  app: AppFacts
  manifest: Manifest
  menu: MenuEntry[]
  page(route: string): Page | undefined
  /** the JSON of a page, a language's texts or a manual, only if this scope may have it */
  blob(hash: string): string | undefined
  /** the picture named by the manifest */
  logo(): Logo | undefined
  dictionary(name: string): DictionaryEntries | undefined
  workflow(name: string): WorkflowDoc | undefined
  statistic(name: string): StatisticModel | undefined
  /** names of the statistics that can be asked */
  statistics(): string[]
  /** as this scope sees them; tables are made of `Configuration.entities` */
  entities(): EntityModel[]
  /** by name, those that exist for this scope's people; none opened wider than the product has it */
  calls(): ReadonlyMap<string, EndpointModel>
  texts(language: string): Record<string, string>
}

export interface CompiledPage {
  page: Page
  hash: string
  json: string
  entry: PageEntry
  /** the entity that it is about */
  about?: About
  /** names of all documents that the page was compiled from */
  names: ReadonlySet<string>
}

/** A language's texts in a scope, and as browsers get them. */
export interface Texts {
  texts: Record<string, string>
  json: string
  hash: string
}

/** What CompiledScope needs of the compiler: the shared caches behind all scopes. */
export interface Parts {
  readonly resolver: Resolver
  page(route: string, scope: Scope): CompiledPage | undefined
  app(scope: Scope): AppFacts
  manuals(scope: Scope): Manuals
  logo(scope: Scope): Logo | undefined
  dictionary(name: string, scope: Scope): DictionaryEntries | undefined
  workflow(name: string, scope: Scope): WorkflowDoc | undefined
  statistic(name: string, scope: Scope): StatisticModel | undefined
  statisticNames(scope: Scope): string[]
  entitiesOf(scope: Scope): EntityModel[]
  calls(endpoints: Resolved | undefined): ReadonlyMap<string, EndpointModel>
  texts(language: string, scope: Scope): Texts
  languages(): string[]
  baseRoutes(): string[]
  routesOf(documents: readonly string[]): string[]
}

/** The configuration as one scope sees it. Compiled on demand, and only where it differs from the base. */
export class CompiledScope implements ScopedConfiguration {
  readonly scope: Scope
  readonly #parts: Parts
  readonly #base: CompiledScope | undefined
  readonly #touched: readonly string[]
  #own: Map<string, CompiledPage> | undefined
  #app: AppFacts | undefined
  #manifest: Manifest | undefined
  #places: Places | undefined
  #menu: MenuEntry[] | undefined
  #entries: MenuEntry[] | undefined
  #blobs: Map<string, string> | undefined
  readonly #statistics = new Map<string, StatisticModel | undefined>()

  constructor(parts: Parts, scope: Scope, base: CompiledScope | undefined, touched: readonly string[]) {
    this.#parts = parts
    this.scope = scope
    this.#base = base
    this.#touched = touched
  }

  /** Pages that differ from the base's, or all pages for the base itself. */
  differing(): ReadonlyMap<string, CompiledPage> {
    return (this.#own ??= new Map(
      this.#routes().flatMap(route => {
        const compiled = this.#parts.page(route, this.scope)
        return compiled ? [[route, compiled] as const] : []
      }),
    ))
  }

  /** Compiles the pages one by one, yielding between them; the manifest that follows is cheap once they exist. */
  *warm(): Generator<void, void> {
    if (this.#manifest) return
    for (const route of this.#routes()) yield void this.#parts.page(route, this.scope)
    yield void this.differing()
    yield void this.menu
    yield void this.manifest
  }

  #routes(): string[] {
    if (!this.#base) return this.#parts.baseRoutes()
    const touched = new Set(this.#touched)
    const affected = [...this.#base.differing()]
      .filter(([, page]) => [...page.names].some(n => touched.has(n)))
      .map(([route]) => route)
    const renamed = this.#parts.resolver.renamed(this.scope)
    return [...new Set([...affected, ...this.#parts.routesOf(this.#touched), ...renamed])]
  }

  #page(route: string): CompiledPage | undefined {
    return this.differing().get(route) ?? this.#base?.differing().get(route)
  }
  page(route: string): Page | undefined {
    return this.#page(route)?.page
  }

  get app(): AppFacts {
    return (this.#app ??= this.#parts.app(this.scope))
  }

  get manifest(): Manifest {
    return (this.#manifest ??= this.#makeManifest())
  }
  #makeManifest(): Manifest {
    const own = Object.fromEntries([...this.differing()].map(([route, page]) => [route, page.entry]))
    const pages = { ...this.#base?.manifest.pages, ...own }
    const { app } = this
    const locales = Object.fromEntries(this.#parts.languages().map(l => [l, this.#texts(l).hash]))
    // hashes only what differs from the base: with the base's version that is unique, and costs nothing per unchanged
    // page
    const version = hashOf(JSON.stringify([this.#base?.manifest.version, own, app, locales, this.menu]))
    return { version, pages, app, locales, records: this.places }
  }

  /** The base's, unless pages differ. */
  get places(): Places {
    if (this.#base && this.differing().size === 0) return this.#base.places
    return (this.#places ??= placesOf([...(this.#base?.differing() ?? []), ...this.differing()]))
  }

  get menu(): MenuEntry[] {
    return (this.#menu ??= gathered(this.#written))
  }
  get #written(): MenuEntry[] {
    return (this.#entries ??= replacing(
      this.#base ? this.#base.#written : [],
      menuEntries(getEntry(this.#parts.resolver.resolve('menu', this.scope)?.node, 'menu')?.value),
    ))
  }

  blob(hash: string): string | undefined {
    this.#blobs ??= new Map([
      ...[...this.differing().values()].map(p => [p.hash, p.json] as const),
      ...Object.entries(this.manifest.locales).map(([language, h]) => [h, this.#texts(language).json] as const),
      ...this.#parts.manuals(this.scope).blobs,
    ])
    const own = this.#blobs.get(hash)
    if (own !== undefined || !this.#base) return own
    // the base's blob, unless this scope has replaced that page
    return Object.values(this.manifest.pages).some(p => p.hash === hash) ? this.#base.blob(hash) : undefined
  }

  logo(): Logo | undefined {
    return this.#parts.logo(this.scope)
  }
  dictionary(name: string): DictionaryEntries | undefined {
    return this.#parts.dictionary(name, this.scope)
  }
  workflow(name: string): WorkflowDoc | undefined {
    return this.#parts.workflow(name, this.scope)
  }
  statistic(name: string): StatisticModel | undefined {
    if (!this.#statistics.has(name)) this.#statistics.set(name, this.#parts.statistic(name, this.scope))
    return this.#statistics.get(name)
  }
  statistics(): string[] {
    return this.#parts.statisticNames(this.scope)
  }
  entities(): EntityModel[] {
    return this.#parts.entitiesOf(this.scope)
  }
  calls(): ReadonlyMap<string, EndpointModel> {
    return this.#parts.calls(this.#parts.resolver.resolve('endpoints', this.scope))
  }
  texts(language: string): Record<string, string> {
    return this.#texts(language).texts
  }
  #texts(language: string): Texts {
    return this.#parts.texts(language, this.scope)
  }
}

/**
 * Marks menu entries whose page an overlay has exchanged with the base's page, so that links to the base's page still
 * work.
 */
function replacing(base: readonly MenuEntry[], own: readonly MenuEntry[]): MenuEntry[] {
  return own.map(entry => {
    const before = base.find(({ name }) => name === entry.name)
    const page = before?.page !== entry.page ? before?.page : undefined
    return {
      ...entry,
      ...(page === undefined ? {} : { insteadOf: page }),
      children: replacing(before?.children ?? [], entry.children),
    }
  })
}

/** Groups that stand within another one are among its entries. */
function gathered(entries: readonly MenuEntry[]): MenuEntry[] {
  const groups = new Set(entries.map(({ name }) => name))
  const isGuest = ({ within }: MenuEntry): boolean => within !== undefined && groups.has(within)
  return entries
    .filter(entry => !isGuest(entry))
    .map(entry => ({ ...entry, children: [...entry.children, ...entries.filter(one => one.within === entry.name)] }))
}
