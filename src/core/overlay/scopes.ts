import type { Scope } from '../model/scope.ts'
import { chainOf, layerOf, type Layer } from './layer.ts'
import type { Project } from './project.ts'
import { isSameList } from './reads.ts'
import { listOf, type Resolver } from './resolve.ts'
import { scopeKey } from './scope-key.ts'

/** The widest scope that includes this layer: its patches are checked there, without narrower layers on top. */
export const scopeOfLayer = (layer: Layer): Scope => ({
  ...(layer.customer === undefined ? {} : { customer: layer.customer }),
  ...(layer.area === undefined ? {} : { area: layer.area }),
})

export const chainKey = (project: Project, scope: Scope): string =>
  chainOf(project.layers, scope)
    .map(layer => layer.name)
    .join('>')

const overlaps = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/**
 * One scope for each combination of layers that a user can have: no customer or each customer, combined with no area or
 * each area with a layer that the customer covers.
 */
export function distinctScopes(project: Project): readonly Scope[] {
  let found = known.get(project)
  if (!found) known.set(project, (found = findScopes(project)))
  return found
}

/** The same, noted as a question of its own. */
export const scopesOf = ({ reads }: Resolver): readonly Scope[] =>
  reads.ask(
    'scopes',
    by => distinctScopes(by.project),
    (one, other) => isSameList(one.map(scopeKey), other.map(scopeKey)),
  )

/** Many rules ask. */
const known = new WeakMap<Project, readonly Scope[]>()

function findScopes(project: Project): Scope[] {
  const areas = [...new Set(project.layers.flatMap(l => l.area ?? []))]
  const customers = [...new Set(project.layers.flatMap(l => l.customer ?? []))]
  const found = new Map<string, Scope>()
  for (const customer of [undefined, ...customers]) {
    const covered = customer === undefined ? undefined : customerAreas(project, customer)
    for (const area of [undefined, ...areas]) {
      if (area !== undefined && covered?.length && !covered.some(c => overlaps(c, area))) continue
      const scope: Scope = { ...(customer === undefined ? {} : { customer }), ...(area === undefined ? {} : { area }) }
      const key = chainKey(project, scope)
      if (!found.has(key)) found.set(key, scope)
    }
  }
  return [...found.values()]
}

function customerAreas(project: Project, customer: string): string[] {
  const document = project.documents.get('customer')?.find(d => layerOf(d.layer)?.customer === customer)
  return document ? listOf(document.node, 'areas') : []
}

/** 'base', '<customer>', '<area>', '<customer> @ <area>' */
export function scopeLabel(scope: Scope): string {
  if (!scope.customer && !scope.area) return 'base'
  return [scope.customer, scope.area].filter(Boolean).join(' @ ')
}
