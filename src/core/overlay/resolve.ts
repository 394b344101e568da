import type { Scope } from '../model/scope.ts'
import { shortName, type Document, type DocumentKind } from '../source/document.ts'
import { getEntry, type MapNode, type Node } from '../source/node.ts'
import { pageEntity, withActions } from './actions.ts'
import { askedEntities, withAsked } from './asked.ts'
import { extendedBy, inheritedPart } from './extended.ts'
import { withFamilies } from './families.ts'
import { appliesTo, layerOf } from './layer.ts'
import { withDefaults } from './defaults.ts'
import { followedTitle, renamingsOf, withTitle, type Renamings } from './menu-titles.ts'
import { applyOrder, mergeMaps } from './merge.ts'
import { withMixins } from './mixins.ts'
import { changedNames, namesOf, type Project } from './project.ts'
import { asText, isSameList, ReadLog, type Read } from './reads.ts'
import { groupsIn, groupsOf, withGroups, type RoleGroups } from './role-groups.ts'
import { scopeKey, scopeOf } from './scope-key.ts'

const APP = 'app'
const MENU = 'menu'
const PAGES = 'pages/'
const WORKFLOWS = 'workflows/'
/** Scopes whose documents are kept by name. */
const MOST_SCOPES = 100

/** What is edited is often taken back, and what is wrong is judged without its changes. */
const MOST_FORMS = 3

/** A document as one scope sees it. */
export interface Resolved {
  /** the files it was made from: results with equal keys are shared */
  key: string
  node: MapNode
  documents: Document[]
  /** names of all documents it was made from */
  names: ReadonlySet<string>
}

/** Resolves documents for scopes; remembers each distinct combination of files. */
export class Resolver {
  /** what is asked, so that what is made of it can be used again after an edit */
  readonly reads: ReadLog<Resolver>
  readonly #project: Project
  /** results by their key, with what they were made of */
  readonly #memo: Map<string, { from: readonly object[]; made: Resolved }[]>
  readonly #found = new Map<string, Names>()
  /** the same by the scope's object, for those who ask often */
  readonly #byScope = new WeakMap<Scope, Names>()
  /** by the key of the app.yaml that says them */
  readonly #groups: Map<string, { said: Node | undefined; json: string; groups: RoleGroups }>
  readonly #renamings = new WeakMap<Resolved, Renamings>()

  /** `before`: of an earlier project, whose results are used again where they are made of the same trees. */
  constructor(project: Project, before?: Resolver) {
    this.#project = project
    this.reads = new ReadLog<Resolver>(this, before?.reads)
    this.#memo = before ? before.#memo : new Map()
    this.#groups = before ? before.#groups : new Map()
    if (before) this.#takeOver(before)
  }

  /** What an edit does not reach is found without looking again. */
  #takeOver(before: Resolver): void {
    const changed = changedNames(before.#project, this.#project)
    // roles of all documents follow from the groups of app.yaml, titles of all pages from the menu
    const groups = ({ documents }: Project): string => groupsIn(documents.get(APP) ?? [])
    if (!changed || (changed.has(APP) && groups(before.#project) !== groups(this.#project))) return
    const reaching = [...changed].filter(name => name !== APP && name !== MENU)
    const isSame = ([name, { answer: made }]: [string, Found]): boolean =>
      made !== undefined && !changed.has(name) && !reaching.some(one => made.names.has(one))
    for (const [key, names] of before.#found) {
      const kept = new Map([...names].filter(isSame))
      this.#found.set(key, kept)
      if (changed.has(MENU) && !this.#hasTitlesOf(before, scopeOf(key)))
        for (const name of [...kept.keys()].filter(name => name.startsWith(PAGES))) kept.delete(name)
    }
  }

  /** Whether the scope's menu renames pages as it did before. */
  #hasTitlesOf(before: Resolver, scope: Scope): boolean {
    return asText(this.#renamingsIn(scope)) === asText(before.#renamingsIn(scope))
  }

  /** All of it. Whoever asks for it is reached by every edit. */
  get project(): Project {
    return this.reads.isNoting ? this.reads.askForAll('project', by => by.#project) : this.#project
  }

  /** The documents of a name that apply to a scope, lowest first. */
  documents(name: string, scope: Scope): Document[] {
    if (!this.reads.isNoting) return this.#documents(name, scope)
    return this.reads.ask(`documents ${name} ${scopeKey(scope)}`, by => by.#documents(name, scope), areSame)
  }
  #documents(name: string, scope: Scope): Document[] {
    const all = this.#project.documents.get(name) ?? []
    return all.filter(doc => appliesTo(layerOf(doc.layer)!, scope))
  }

  /** The documents of a name in all layers, lowest first. */
  layersOf(name: string): readonly Document[] {
    return this.reads.ask(`layers ${name}`, by => by.#project.documents.get(name) ?? [], areSame)
  }

  /** The same, looked up: validate asks for each page of each scope dozens of times. */
  resolve(name: string, scope: Scope): Resolved | undefined {
    return this.#noted(this.#lookup(name, scope))
  }
  #lookup(name: string, scope: Scope): Found {
    return this.#lookedUp(name, scope, () => this.#find(name, scope))
  }
  #noted(found: Found): Resolved | undefined {
    this.reads.note(found)
    return found.answer
  }
  #lookedUp(name: string, scope: Scope, find: () => Resolved | undefined): Found {
    const names = this.#namesIn(scope)
    let found = names.get(name)
    if (!found)
      names.set(
        name,
        (found = this.reads.read(`${name} ${scopeKey(scope)}`, Resolver.#again(name, scope), find()) as Found),
      )
    return found
  }
  /** Holds on to no resolver: an earlier one is gone once its results are. */
  static #again(name: string, scope: Scope): Read<Resolver>['again'] {
    return name.startsWith(WITH_MIXINS)
      ? by => by.#lookupEntity(name.slice(WITH_MIXINS.length), scope).answer
      : by => by.#lookup(name, scope).answer
  }

  #namesIn(scope: Scope): Names {
    let names = this.#byScope.get(scope)
    if (names) return names
    const key = scopeKey(scope)
    names = this.#found.get(key)
    if (!names) {
      // a server sees as many scopes as there are areas: those of today are enough
      if (this.#found.size >= MOST_SCOPES) this.#found.clear()
      this.#found.set(key, (names = new Map()))
    }
    this.#byScope.set(scope, names)
    return names
  }

  /** A document as a scope sees it; widgets have their defaults, groups of roles are replaced by their roles. */
  #find(name: string, scope: Scope): Resolved | undefined {
    const bare = this.#resolve(name, scope, [])
    const whole = bare && this.#once(`${bare.key}!`, [bare], () => ({ ...bare, node: withDefaults(bare.node) }))
    const found = whole && this.#withOthers(whole, name, scope)
    const app = found && name !== APP ? this.#resolve(APP, scope, []) : undefined
    const grouped = found && app ? this.#grouped(found, app) : found
    return grouped && name.startsWith(PAGES) ? this.#titled(grouped, shortName(name), scope) : grouped
  }

  /** A page's buttons and a workflow's forms say what they leave out as entities do. */
  #withOthers(found: Resolved, name: string, scope: Scope): Resolved {
    const find = (entity: string): Resolved | undefined => this.#lookupEntity(entity, scope).answer
    const isPage = name.startsWith(PAGES)
    const asked = isPage ? [pageEntity(found.node)] : name.startsWith(WORKFLOWS) ? askedEntities(found.node) : []
    const entities = asked.flatMap(one => (one === undefined ? undefined : find(one)) ?? [])
    const [first] = entities
    if (!first) return found
    const parts = [found, ...entities]
    return this.#once(parts.map(part => part.key).join(':'), parts, key => ({
      ...found,
      key,
      node: isPage ? withActions(found.node, first.node) : withAsked(found.node, one => find(one)?.node),
      names: new Set(parts.flatMap(part => [...part.names])),
    }))
  }

  /** A page that is called like its menu entry is renamed with it. */
  #titled(found: Resolved, route: string, scope: Scope): Resolved {
    const title = followedTitle(found.node, this.#renamingsIn(scope).get(route))
    if (!title) return found
    const { file, line, col } = title.value.origin
    return this.#once(`${found.key}@${file}:${line}:${col}`, [found, title], key => ({
      ...found,
      key,
      node: withTitle(found.node, title),
      names: new Set([...found.names, MENU]),
    }))
  }

  /** Routes of the pages whose menu entries the scope's overlays rename. */
  renamed(scope: Scope): string[] {
    return this.reads.ask(`renamed ${scopeKey(scope)}`, by => by.#renamed(scope), isSameList)
  }
  #renamed(scope: Scope): string[] {
    return [...this.#renamingsIn(scope).keys()]
  }
  #renamingsIn(scope: Scope): Renamings {
    const [everybodys, own] = [this.#lookup(MENU, {}).answer, this.#lookup(MENU, scope).answer]
    if (!own || own === everybodys) return NONE
    let found = this.#renamings.get(own)
    if (!found) this.#renamings.set(own, (found = renamingsOf(everybodys?.node, own.node)))
    return found
  }

  #grouped(found: Resolved, app: Resolved): Resolved {
    const groups = this.#groupsIn(app)
    if (groups.size === 0) return found
    const grouped = this.#once(`${found.key}@${app.key}`, [found, groups], () => ({
      ...found,
      key: `${found.key}@${app.key}`,
      node: withGroups(found.node, groups),
      names: new Set([...found.names, APP]),
    }))
    // where no group is named, the document does not depend on them
    return grouped.node === found.node ? found : grouped
  }

  /** Groups that say the same are the same: most edits of app.yaml are about something else. */
  #groupsIn(app: Resolved): RoleGroups {
    const said = getEntry(app.node, 'roleGroups')?.value
    const earlier = this.#groups.get(app.key)
    if (earlier && earlier.said === said) return earlier.groups
    const json = asText(said)
    const groups = earlier?.json === json ? earlier.groups : groupsOf(app.node)
    this.#groups.set(app.key, { said, json, groups })
    return groups
  }

  #resolve(name: string, scope: Scope, trail: string[]): Resolved | undefined {
    const documents = this.#documents(name, scope)
    if (documents.length === 0) return undefined
    const own = this.#layered(documents)
    const target = extendedBy(name, own.node)
    // stops at a cycle of `extends`; the rule extends-target reports it
    if (target === undefined || trail.includes(name)) return own
    const parent = this.#resolve(target, scope, [...trail, name])
    return parent ? this.#over(parent, own) : own
  }

  #layered(documents: Document[]): Resolved {
    return this.#once(
      documents.map(d => d.file).join('|'),
      documents.map(d => d.node),
      key => ({ key, node: layered(documents), documents, names: new Set([documents[0]!.name]) }),
    )
  }

  /**
   * Applies the page's layers one after the other to the inherited page, because the `$order` of an overlay also orders
   * what the page inherits.
   */
  #over(parent: Resolved, own: Resolved): Resolved {
    return this.#once(`${parent.key}>${own.key}`, [parent, own], key => ({
      key,
      node: own.documents
        .map((doc, i) => (i === 0 ? applyOrder(doc.node) : doc.node))
        .reduce(mergeMaps, inheritedPart(parent.node)),
      documents: [...parent.documents, ...own.documents],
      names: new Set([...parent.names, ...own.names]),
    }))
  }

  /** An entity with its mixins' fields and buttons below its own. */
  entity(name: string, scope: Scope): Resolved | undefined {
    return this.#noted(this.#lookupEntity(name, scope))
  }
  #lookupEntity(name: string, scope: Scope): Found {
    return this.#lookedUp(`${WITH_MIXINS}${name}`, scope, () => this.#entity(name, scope))
  }
  #entity(name: string, scope: Scope): Resolved | undefined {
    const own = this.#lookup(`entities/${name}`, scope).answer
    if (!own) return undefined
    const mixins = listOf(own.node, 'mixins')
    if (mixins.length === 0) return own
    const parts = mixins.flatMap(mixin => this.#lookup(`mixins/${mixin}`, scope).answer ?? [])
    const all = [...parts, own]
    return this.#once(all.map(p => p.key).join('+'), all, key => ({
      key,
      node: withMixins(
        own.node,
        parts.map(p => p.node),
      ),
      documents: all.flatMap(p => p.documents),
      names: new Set(all.flatMap(p => [...p.names])),
    }))
  }

  #once(key: string, from: readonly object[], make: (key: string) => Resolved): Resolved {
    const kept = this.#memo.get(key) ?? []
    const found = kept.find(one => isSameList(one.from, from))
    if (found) return found.made
    const made = make(key)
    this.#memo.set(key, [{ from, made }, ...kept.slice(0, MOST_FORMS - 1)])
    return made
  }

  /** Routes of all pages, in any layer. */
  routes(): string[] {
    return this.names('page')
  }
  /** Names of all documents of a kind, in any layer. */
  names(kind: DocumentKind): string[] {
    return this.reads.ask(`names ${kind}`, by => namesOf(by.#project, kind).map(shortName), isSameList)
  }
}

const areSame = (one: readonly Document[], other: readonly Document[]): boolean =>
  one.length === other.length && one.every(({ node, file }, i) => node === other[i]?.node && file === other[i].file)

const NONE: Renamings = new Map()

type Found = Read<Resolver> & { answer: Resolved | undefined }
type Names = Map<string, Found>
/** In front of an entity's name: the entity with its mixins. */
const WITH_MIXINS = '+'

function layered(documents: Document[]): MapNode {
  const node = documents.slice(1).reduce((below, doc) => mergeMaps(below, doc.node), applyOrder(documents[0]!.node))
  return documents[0]!.kind === 'endpoints' ? withFamilies(node) : node
}

export function listOf(node: MapNode, key: string): string[] {
  const list = getEntry(node, key)?.value
  if (list?.type !== 'list') return []
  return list.items.flatMap(item => (item.type === 'scalar' && item.value !== null ? [String(item.value)] : []))
}
