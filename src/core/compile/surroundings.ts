import type { Call, DictionaryEntries, EntityFacts } from '../contract/configuration.ts'
import type { StatisticModel } from '../contract/statistics.ts'
import { getEntry, getString, type MapNode } from '../source/node.ts'

/** What a page is compiled against, as its scope sees it. */
export interface PageSurroundings {
  entity: MapNode | undefined
  call(name: string): Call | undefined
  dictionary(name: string): DictionaryEntries | undefined
  /** a workflow with its states and transitions */
  workflow(name: string): MapNode | undefined
  statistic(name: string): StatisticModel | undefined
}

export const mapAt = (node: MapNode | undefined, key: string): MapNode | undefined => {
  const value = getEntry(node, key)?.value
  return value?.type === 'map' ? value : undefined
}

export const fieldsIn = (around: PageSurroundings): MapNode | undefined => mapAt(around.entity, 'fields')

export const optional = (value: Record<string, unknown>, key: string): object =>
  value[key] === undefined || value[key] === null ? {} : { [key]: value[key] }

export function entityFacts(entity: MapNode | undefined): EntityFacts {
  const text = (key: string): string => getString(entity, key) ?? ''
  return { name: text('entity'), label: text('label'), key: text('key'), title: text('title') }
}

export const entityAndSource = (value: Record<string, unknown>, around: PageSurroundings): object => ({
  entity: entityFacts(around.entity),
  source: callOf(value['source'], around),
})

/**
 * An unknown call gives an empty one, because the rule endpoint-exists reports it and the rest of the page should still
 * compile.
 */
export const callOf = (name: unknown, around: PageSurroundings): Call =>
  around.call(String(name)) ?? { name: String(name), method: 'GET', path: '', in: 'none', envelope: 'resultCode' }
