import type { Scope } from '../model/scope.ts'
import { getEntry, getString, type MapNode } from '../source/node.ts'
import type { Resolved, Resolver } from './resolve.ts'
import { distinctScopes } from './scopes.ts'

/** A page as at least one scope sees it. */
export interface ResolvedPage {
  route: string
  /** the first scope that sees it so */
  scope: Scope
  page: Resolved
  /** the page's entity with its mixins, in that scope */
  entity: Resolved | undefined
}

/** An abstract page is only a template for others and has no route. */
export function isAbstract(page: MapNode): boolean {
  const value = getEntry(page, 'abstract')?.value
  return value?.type === 'scalar' && value.value === true
}

/** Each distinct resolved page once, for rules across files. */
export function* distinctPages(resolver: Resolver): Generator<ResolvedPage> {
  const routes = resolver.routes()
  const seen = new Set<string>()
  for (const scope of distinctScopes(resolver.project)) {
    for (const route of routes) {
      const page = resolver.resolve(`pages/${route}`, scope)
      if (!page || isAbstract(page.node)) continue
      const name = getString(page.node, 'entity')
      const entity = name === undefined ? undefined : resolver.entity(name, scope)
      const key = `${route}§${page.key}§${entity?.key ?? ''}`
      if (seen.has(key)) continue
      seen.add(key)
      yield { route, scope, page, entity }
    }
  }
}
