import { isAbstract } from '../../overlay/pages.ts'
import { groupsOf } from '../../overlay/role-groups.ts'
import { namesOf } from '../../overlay/project.ts'
import { isSameSet } from '../../overlay/reads.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import { scopeKey } from '../../overlay/scope-key.ts'
import type { Scope } from '../../model/scope.ts'
import { CALLS, ENTITIES, VIEWS } from '../../model/field/parts.ts'
import { WIDGET_NAMES } from '../../model/page/widgets.ts'
import { shortName, type DocumentKind } from '../../source/document.ts'
import { getEntry, getNode, getString, isFalse, type MapNode } from '../../source/node.ts'

/** Things that YAML refers to by name, and where their names are defined. */
export type Thing =
  | 'page'
  | 'ground'
  | 'roleOrGroup'
  | 'entity'
  | 'mixin'
  | 'dictionary'
  | 'workflow'
  | 'endpoint'
  | 'role'
  | 'view'
  | 'widget'
  | 'statistic'

const TRANSITIONS = 'transition/'

/** Holds on to no resolver (ReadLog). */
const namesFor =
  (thing: Thing, scope: Scope) =>
  (by: Resolver): ReadonlySet<string> =>
    new ScopeView(by, scope).find(thing)

/** The names that exist for one scope. */
export class ScopeView {
  readonly #resolver: Resolver
  readonly scope: Scope
  readonly #names = new Map<Thing, ReadonlySet<string>>()

  constructor(resolver: Resolver, scope: Scope) {
    this.#resolver = resolver
    this.scope = scope
  }

  names(thing: Thing): ReadonlySet<string> {
    const known = this.#names.get(thing)
    if (known && !this.#resolver.reads.isNoting) return known
    const found = this.#resolver.reads.ask(
      `${thing} in ${scopeKey(this.scope)}`,
      namesFor(thing, this.scope),
      isSameSet,
    )
    this.#names.set(thing, found)
    return found
  }

  /** Worked out anew. */
  find(thing: Thing): ReadonlySet<string> {
    return this.#find(thing)
  }

  #find(thing: Thing): ReadonlySet<string> {
    if (thing === 'view') return new Set(VIEWS)
    if (thing === 'widget') return new Set(WIDGET_NAMES)
    if (thing === 'endpoint') return membersOf(this.#resolver.resolve('endpoints', this.scope)?.node, 'endpoints')
    if (thing === 'role') return rolesOf(this.#resolver)
    if (thing === 'roleOrGroup')
      return new Set([...this.names('role'), ...groupsOf(this.#resolver.resolve('app', this.scope)?.node).keys()])
    if (thing === 'ground') return new Set(this.#documents('page'))
    if (thing === 'page' || thing === 'statistic')
      return new Set(this.#documents(thing).filter(name => !this.#isAbstract(`${thing}s/${name}`)))
    if (thing === 'dictionary')
      return new Set([
        ...this.#documents(thing),
        ...this.#documents('workflow').map(name => TRANSITIONS + name),
        CALLS,
        ENTITIES,
      ])
    return new Set(this.#documents(thing))
  }

  /** What the entries of a dictionary are called. */
  labels(dictionary: string): string[] {
    const entries = getEntry(this.#resolver.resolve(`dictionaries/${dictionary}`, this.scope)?.node, 'entries')?.value
    return [...(entries?.type === 'map' ? entries.entries.values() : [])].flatMap(({ value }) =>
      value.type === 'scalar' ? [String(value.value)] : (getString(value, 'label') ?? []),
    )
  }

  #documents(kind: DocumentKind): string[] {
    const { project } = this.#resolver
    return namesOf(project, kind)
      .filter(name => this.#resolver.documents(name, this.scope).length > 0)
      .map(shortName)
  }

  #isAbstract(name: string): boolean {
    const document = this.#resolver.resolve(name, this.scope)
    return document !== undefined && isAbstract(document.node)
  }

  /**
   * Keys of a dictionary, codes of a workflow's states for `workflow/<name>`, of its transitions for
   * `transition/<name>`.
   */
  entries(dictionary: string): ReadonlySet<string> | undefined {
    const part = dictionary.startsWith('workflow/')
      ? 'states'
      : dictionary.startsWith(TRANSITIONS)
        ? 'transitions'
        : 'entries'
    const name = part === 'entries' ? `dictionaries/${dictionary}` : `workflows/${shortName(dictionary)}`
    const resolved = this.#resolver.resolve(name, this.scope)
    return resolved && membersOf(resolved.node, part)
  }

  /** Whether an entry of a dictionary can be chosen no more. */
  isRetired(dictionary: string, key: string): boolean {
    const resolved = this.#resolver.resolve(`dictionaries/${dictionary}`, this.scope)
    const retired = resolved && getNode(resolved.node, ['entries', key, 'retired'])
    return retired?.type === 'scalar' && retired.value === true
  }
}

const known = new WeakMap<MapNode, Map<string, ReadonlySet<string>>>()

/** Names in a map of a document that are not left out. */
export function membersOf(node: MapNode | undefined, key: string): ReadonlySet<string> {
  if (!node) return NONE
  let maps = known.get(node)
  if (!maps) known.set(node, (maps = new Map()))
  let found = maps.get(key)
  if (!found) maps.set(key, (found = readMembers(node, key)))
  return found
}

const NONE: ReadonlySet<string> = new Set()

function readMembers(node: MapNode, key: string): ReadonlySet<string> {
  const map = getEntry(node, key)?.value
  if (map?.type !== 'map') return NONE
  return new Set([...map.entries].flatMap(([name, entry]) => (isFalse(entry.value) ? [] : [name])))
}

/** Roles of all customers, because the product's menu may name a role that only one customer has. */
function rolesOf(resolver: Resolver): Set<string> {
  const documents = resolver.project.documents.get('dictionaries/role') ?? []
  return new Set(documents.flatMap(document => [...membersOf(document.node, 'entries')]))
}
