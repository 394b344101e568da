import type { AppFacts } from '../contract/configuration.ts'
import type { AppDoc, CustomerDoc } from '../model/documents.ts'
import { ownColours } from '../model/own-colours.ts'
import { toValue, type MapNode } from '../source/node.ts'
import type { Logo } from './logos.ts'
import type { Manuals } from './manuals.ts'

interface Beside {
  customer: CustomerDoc | undefined
  manuals: Manuals['facts']
  logo: Logo | undefined
}

/** What app.yaml says, as the console reads it, and what its customer adds. */
export function appFacts(node: MapNode, { customer, manuals, logo }: Beside): AppFacts {
  // applied to the documents already; the console must not apply them again
  const {
    routes: _routes,
    roleGroups: _groups,
    version: _version,
    manuals: _manuals,
    logo: _logo,
    colours,
    ...app
  } = toValue(node) as AppDoc
  const api = customer?.tenant ? { ...app.api, tenant: customer.tenant } : app.api
  return {
    ...app,
    manuals,
    hosts: app.hosts ?? {},
    api,
    options: customer?.options ?? {},
    ...(colours ? { colours: ownColours(colours) } : {}),
    ...(logo ? { logo: logo.name } : {}),
  }
}
