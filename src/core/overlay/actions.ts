import { getEntry, getString, isFalse, withValues, type Entry, type MapNode, type Node } from '../source/node.ts'
import { overShared } from './shared.ts'

/** The entity of a page that has buttons. */
export const pageEntity = (page: MapNode): string | undefined =>
  getEntry(page, 'actions') ? getString(page, 'entity') : undefined

/**
 * A page whose buttons stand over those of the same name that its entity has, as its columns stand over the entity's
 * fields; so whatever reads a button finds it whole. The same object where the entity has none of them.
 */
export function withActions(page: MapNode, entity: MapNode): MapNode {
  const own = getEntry(page, 'actions')?.value
  const shared = getEntry(entity, 'actions')?.value
  if (own?.type !== 'map' || shared?.type !== 'map') return page
  const isTaken = [...own.entries.keys()].some(name => shared.entries.has(name))
  if (!isTaken) return page
  const whole = overShared(own, shared)
  return withValues(page, (key, value) => (key === 'actions' ? whole : value))
}

/** What a file is laid over: buttons of the entity that it takes, too, even where no page lies below it. */
export function withButtonsBelow(below: MapNode | undefined, above: MapNode, entity: MapNode): MapNode | undefined {
  const [said, lower, shared] = [above, below, entity].map(node => getEntry(node, 'actions'))
  if (said?.value.type !== 'map' || shared?.value.type !== 'map') return below
  const { value: buttons } = shared
  const named = lower?.value.type === 'map' ? lower.value.entries : new Map<string, Entry>()
  const taken = [...said.value.entries]
    .filter(([name, { value }]) => !isFalse(value) && !named.has(name) && getEntry(buttons, name))
    .map(([name, { keyOrigin }]): [string, Entry] => [name, { keyOrigin, value: NOTHING }])
  if (taken.length + named.size === 0) return below
  const actions: MapNode = { type: 'map', origin: said.value.origin, entries: new Map([...named, ...taken]) }
  const entries = new Map(below?.entries).set('actions', { ...said, value: actions })
  return withActions({ type: 'map', origin: above.origin, entries }, entity)
}

const NOTHING: Node = { type: 'scalar', value: null, origin: { file: '', line: 0, col: 0 } }
