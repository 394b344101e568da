import type { PageEntry } from '../contract/configuration.ts'
import type { Scope } from '../model/scope.ts'
import type { Resolved } from '../overlay/resolve.ts'
import { getString } from '../source/node.ts'
import { hashOf } from './hash.ts'
import { callFacts, dictionaryDocument, type EndpointModel } from './models.ts'
import { compilePage } from './page.ts'
import { accountView, callsOf, choosesOf, linksOf, withCompanions } from './page-uses.ts'
import { aboutOf } from './records.ts'
import type { CompiledPage, Parts } from './scope.ts'

/** What pages are compiled from. */
export interface PageParts extends Pick<Parts, 'resolver' | 'dictionary' | 'statistic'> {
  calls(endpoints: Resolved | undefined): ReadonlyMap<string, EndpointModel>
}

/** A page as a scope sees it: it follows from the code and from what is asked of the resolver here. */
export function compiledPage(route: string, scope: Scope, resolved: Resolved, parts: PageParts): CompiledPage {
  const { resolver } = parts
  // asked here again, where what is asked is noted
  resolver.resolve(`pages/${route}`, scope)
  const entityName = getString(resolved.node, 'entity')
  const entity = entityName ? resolver.entity(entityName, scope) : undefined
  const endpoints = resolver.resolve('endpoints', scope)
  const names = new Set([...resolved.names, ...(entity?.names ?? []), 'endpoints'])
  const calls = parts.calls(endpoints)
  const page = compilePage(route, resolved.node, {
    entity: entity?.node,
    call: name => {
      const model = calls.get(name)
      return model && callFacts(model)
    },
    dictionary: name => {
      names.add(dictionaryDocument(name))
      return parts.dictionary(name, scope)
    },
    workflow: name => {
      names.add(`workflows/${name}`)
      return resolver.resolve(`workflows/${name}`, scope)?.node
    },
    statistic: name => {
      names.add(`statistics/${name}`)
      return parts.statistic(name, scope)
    },
  })
  const json = JSON.stringify(page)
  const hash = hashOf(json)
  const { kind, title, open, roles, visible } = page
  const chosen = choosesOf(page)
  const made = withCompanions(callsOf(page), chosen.chooses ?? [], calls.values())
  const entry: PageEntry = {
    hash,
    kind,
    title,
    ...accountView(page),
    ...(open ? { open } : {}),
    ...(page.kind === 'list' && page.tabs?.some(tab => tab.todo) ? { todo: true as const } : {}),
    ...(roles ? { roles } : {}),
    ...(visible === undefined ? {} : { visible }),
    calls: made,
    links: linksOf(page),
    ...chosen,
  }
  return { page, json, hash, entry, names, ...(entity ? { about: aboutOf(entity.node) } : {}) }
}
