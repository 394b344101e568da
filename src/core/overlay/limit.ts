import { getEntry, getNode, getString, isFalse, toValue, type MapNode, type Node } from '../source/node.ts'
import { statusOf } from './status.ts'

/**
 * How the limit that binds a record next is known: the earlier of its workflow's limits, none once it is closed, and
 * none in states without one or that pause it.
 */
export interface LimitFacts {
  /** field of the kind `limit` */
  field: string
  /** fields that hold the workflow's limits, and their kinds */
  of: { name: string; kind: string }[]
  status: string
  /** flag that is set once a record is closed; left out where its state alone says so */
  closed?: string
  /** states in which nothing is due */
  ended: string[]
  /** states that pause the limits, which run on in others */
  paused: string[]
}

/** The entity's field of the kind `limit`. */
export function limitFieldOf(entity: MapNode | undefined): string | undefined {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return undefined
  for (const [name, { value }] of fields.entries)
    if (!isFalse(value) && getString(value, 'kind') === 'limit') return name
  return undefined
}

const says = (state: Node, word: string, said: boolean): boolean => {
  const node = getNode(state, [word])
  return node !== undefined && toValue(node) === said
}

/** Undefined where the entity has no such field, or its workflow keeps no limit. `workflow`: as one scope sees it. */
export function limitFactsOf(
  entity: MapNode | undefined,
  workflow: (name: string) => MapNode | undefined,
): LimitFacts | undefined {
  const field = limitFieldOf(entity)
  const status = statusOf(entity)
  const doc = status && workflow(status.workflow)
  if (field === undefined || !doc) return undefined
  const of = ['stateDue', 'due'].flatMap(part => {
    const name = getString(getNode(doc, ['record']), part)
    const kind = name === undefined ? undefined : getString(getNode(entity, ['fields', name]), 'kind')
    return name === undefined || kind === undefined ? [] : [{ name, kind }]
  })
  if (of.length === 0) return undefined
  const closed = getString(getNode(doc, ['record']), 'closed')
  const states = getNode(doc, ['states'])
  const which = (isIt: (state: Node) => boolean): string[] =>
    states?.type === 'map' ? [...states.entries].flatMap(([code, { value }]) => (isIt(value) ? [code] : [])) : []
  return {
    field,
    of,
    status: status.field,
    ...(closed === undefined ? {} : { closed }),
    ended: which(state => says(state, 'due', false) || (closed === undefined && says(state, 'closed', true))),
    paused: which(state => says(state, 'pauses', true)),
  }
}

/** The order of a list: what its YAML says, or by the limit that it shows, the most urgent first. */
export function usualSort(page: MapNode, entity: MapNode | undefined): string | undefined {
  const limit = limitFieldOf(entity)
  const shown = limit === undefined ? undefined : getNode(page, ['columns', limit])
  return getString(page, 'sort') ?? (shown && !isFalse(shown) ? limit : undefined)
}
