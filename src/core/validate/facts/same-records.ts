import type { Resolver } from '../../overlay/resolve.ts'
import type { Scope } from '../../model/scope.ts'
import { getEntry, getString } from '../../source/node.ts'

/** Whether a record of one is found by its key among those of the other: a view has the keys of what it shows. */
export function haveSameRecords(resolver: Resolver, scope: Scope, one: string, other: string): boolean {
  if (one === other) return true
  const nodes = [one, other].map(name => resolver.entity(name, scope)?.node)
  const [key, otherKey] = nodes.map(node => getString(node, 'key'))
  return key === otherKey && nodes.some(node => getEntry(node, 'view'))
}
