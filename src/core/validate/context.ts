import type { Scope } from '../model/scope.ts'
import { namesOf, type Project } from '../overlay/project.ts'
import type { Resolved, Resolver } from '../overlay/resolve.ts'
import { chainKey, distinctScopes } from '../overlay/scopes.ts'
import { DOCUMENT_KINDS, shortName, type DocumentKind } from '../source/document.ts'
import { getEntry, getString, type MapNode } from '../source/node.ts'
import { factsOf, type Facts, type Mention } from './facts.ts'
import { schemaId, type MentionKind } from './meta.ts'
import { ScopeView } from './scope-view.ts'
import { shapeAt } from './shape.ts'

/** A document as at least one scope sees it, merged; each distinct one once. */
export interface MergedDocument {
  kind: DocumentKind
  /** without its folder: eshop, dataCenter/onlineShop */
  name: string
  /** what the first scope that sees it so knows */
  view: ScopeView
  node: MapNode
  facts: Facts
  /** fields of the page's entity, or of the entity or mixin itself */
  fields: MapNode | undefined
}

/** What rules across files see. Gathered once, when the first rule asks. */
export class RuleContext {
  readonly project: Project
  readonly resolver: Resolver
  readonly documents: readonly MergedDocument[]

  constructor(resolver: Resolver) {
    this.resolver = resolver
    this.project = resolver.project
    this.documents = [...merged(resolver)]
  }

  of(kind: DocumentKind): MergedDocument[] {
    return this.documents.filter((document) => document.kind === kind)
  }

  /** Every place that names such a thing. */
  *mentions(...kinds: MentionKind[]): Generator<{ document: MergedDocument; mention: Mention }> {
    for (const document of this.documents) {
      for (const mention of document.facts.mentions) if (kinds.includes(mention.what)) yield { document, mention }
    }
  }
}

function* merged(resolver: Resolver): Generator<MergedDocument> {
  const { project } = resolver
  const names = DOCUMENT_KINDS.flatMap((kind) => namesOf(project, kind).map((name) => [kind, name] as const))
  const seen = new Set<string>()
  const facts = new Map<MapNode, Facts>()
  const dictionaries = new DictionaryKeys(resolver)
  for (const scope of distinctScopes(project)) {
    const view = new ScopeView(resolver, scope)
    for (const [kind, name] of names) {
      const found = resolve(resolver, kind, name, scope)
      if (!found) continue
      const key = `${name}§${found.resolved.key}§${found.entity?.key ?? ''}§${dictionaries.of(found.entity, scope)}`
      if (seen.has(key)) continue
      seen.add(key)
      const node = found.resolved.node
      const pageKind = kind === 'page' ? getString(node, 'kind') : undefined
      // a page of no kind has been reported as a patch without a target
      if (kind === 'page' && pageKind === undefined) continue
      let walked = facts.get(node)
      if (!walked) facts.set(node, (walked = factsOf(node, shapeAt(schemaId(kind, pageKind)))))
      yield { kind, name: shortName(name), view, node, facts: walked, fields: fieldsOf(found.entity?.node ?? node) }
    }
  }
}

function resolve(resolver: Resolver, kind: DocumentKind, name: string, scope: Scope): { resolved: Resolved; entity?: Resolved } | undefined {
  const resolved = kind === 'entity' ? resolver.entity(shortName(name), scope) : resolver.resolve(name, scope)
  if (!resolved || kind !== 'page') return resolved && { resolved }
  const entityName = getString(resolved.node, 'entity')
  const entity = entityName === undefined ? undefined : resolver.entity(entityName, scope)
  return entity ? { resolved, entity } : { resolved }
}

const fieldsOf = (node: MapNode): MapNode | undefined => {
  const fields = getEntry(node, 'fields')?.value
  return fields?.type === 'map' ? fields : undefined
}

/** The overlaid dictionaries of a scope's entity: an expression may be right with one of them and wrong with another. */
class DictionaryKeys {
  readonly #resolver: Resolver
  readonly #overlaid: string[]
  readonly #known = new Map<string, string>()

  constructor(resolver: Resolver) {
    this.#resolver = resolver
    const { documents } = resolver.project
    this.#overlaid = [...documents].filter(([name, list]) => /^(dictionaries|workflows)\//.test(name) && list.length > 1).map(([name]) => name)
  }

  of(entity: Resolved | undefined, scope: Scope): string {
    if (!entity || this.#overlaid.length === 0) return ''
    const key = `${entity.key}§${chainKey(this.#resolver.project, scope)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const used = dictionariesIn(fieldsOf(entity.node))
    const found = this.#overlaid.filter((name) => used.has(name)).map((name) => this.#resolver.resolve(name, scope)?.key ?? '').join('+')
    this.#known.set(key, found)
    return found
  }
}

function dictionariesIn(fields: MapNode | undefined): Set<string> {
  const names = [...(fields?.entries.values() ?? [])].flatMap(({ value }) => {
    const [dict, workflow] = [getString(value, 'dict'), getString(value, 'workflow')]
    return [...(dict ? [`dictionaries/${dict}`] : []), ...(workflow ? [`workflows/${workflow}`] : [])]
  })
  return new Set(names)
}
