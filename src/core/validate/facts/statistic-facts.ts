import { statisticIn } from '../../compile/statistics.ts'
import type { StatisticModel } from '../../contract/statistics.ts'
import { getEntry, getString, isFalse, type Entry, type MapNode } from '../../source/node.ts'
import { knownFields, type KnownFields } from './known-fields.ts'
import type { MergedDocument, RuleContext } from './context.ts'
import type { ScopeView } from './scope-view.ts'

/** A statistic as a scope sees it, with what its rules read beside it. */
export interface StatisticFacts {
  name: string
  node: MapNode
  view: ScopeView
  entity: MapNode
  fields: KnownFields
}

/** Statistics that count an entity that exists; of the others entity-exists tells. */
export function statisticsOf(context: RuleContext): StatisticFacts[] {
  return context.of('statistic').flatMap(document => factsOf(context, document) ?? [])
}

function factsOf(
  { resolver }: RuleContext,
  { name, node, view }: Pick<MergedDocument, 'name' | 'node' | 'view'>,
): StatisticFacts | undefined {
  const entity = resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node
  const fields = knownFields(entity)
  return entity && fields.size > 0 ? { name, node, view, entity, fields } : undefined
}

/** The statistic that a widget names, as the widget's scope sees it. */
export function statisticOf(context: RuleContext, name: string, view: ScopeView): StatisticFacts | undefined {
  if (!view.names('statistic').has(name)) return undefined
  const node = context.resolver.resolve(`statistics/${name}`, view.scope)?.node
  return node && factsOf(context, { name, node, view })
}

export const modelOf = ({ resolver }: RuleContext, { name, view }: StatisticFacts): StatisticModel | undefined =>
  statisticIn(resolver, name, view.scope)

/** Members of a named map that are not left out. */
export function membersIn(node: MapNode | undefined, key: string): [string, Entry][] {
  const map = getEntry(node, key)?.value
  return map?.type === 'map' ? [...map.entries].filter(([, { value }]) => !isFalse(value)) : []
}

/** Members that are maps themselves: an empty one says nothing of its own. */
export const mapsIn = (node: MapNode | undefined, key: string): [string, MapNode][] =>
  membersIn(node, key).flatMap(([name, { value }]): [string, MapNode][] =>
    value.type === 'map' ? [[name, value]] : [],
  )

/** Texts of a list, with where each stands. */
export function textsIn(node: MapNode, key: string): { text: string; origin: Entry['keyOrigin'] }[] {
  const list = getEntry(node, key)?.value
  if (list?.type !== 'list') return []
  return list.items.flatMap(item =>
    item.type === 'scalar' && item.value !== null ? [{ text: String(item.value), origin: item.origin }] : [],
  )
}
