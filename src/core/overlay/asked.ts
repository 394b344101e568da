import { getEntry, getNode, getString, isFalse, withValues, type MapNode, type Node } from '../source/node.ts'
import { overOne } from './shared.ts'

/** An entity's node by its name, or undefined. */
type Find = (entity: string) => MapNode | undefined

/** Entities whose fields the forms of a workflow ask for: its own first, then those of which it makes records. */
export function askedEntities(workflow: MapNode): string[] {
  const transitions = getEntry(workflow, 'transitions')?.value
  const made =
    transitions?.type === 'map' ? [...transitions.entries.values()].flatMap(({ value }) => madeBy(value)) : []
  const names = [getString(workflow, 'entity'), ...made, routeOf(workflow)]
  return [...new Set(names)].filter(name => name !== undefined)
}

const routeOf = (workflow: MapNode): string | undefined => getString(getEntry(workflow, 'route')?.value, 'entity')

/** Of which entities a transition makes records, in their order. */
function madeBy(transition: Node): string[] {
  const creates = getEntry(transition, 'creates')?.value
  return creates?.type === 'map'
    ? [...creates.entries].flatMap(([name, { value }]) => (isFalse(value) ? [] : [name]))
    : []
}

/**
 * A workflow whose forms say what they leave out as the records do that the answers are kept in, where the workflow's
 * own entity has no such field: first those that the transition makes, then the one that tells of its way. The same
 * object where no form asks for such a field.
 */
export function withAsked(workflow: MapNode, find: Find): MapNode {
  const own = fieldsOf(find(getString(workflow, 'entity') ?? ''))
  return within(workflow, 'transitions', transition => {
    const kept = [...madeBy(transition), routeOf(workflow) ?? ''].map(name => fieldsOf(find(name)))
    return within(transition, 'form', (field, name) =>
      isFalse(field) || own?.entries.has(name) ? field : overOne(keptIn(kept, name), field),
    )
  })
}

/** The entity as whose field a transition asks for one; undefined: the form alone says what it is. */
export function askedOf(workflow: MapNode, transition: string, field: string, find: Find): string | undefined {
  const said = getNode(workflow, ['transitions', transition])
  const asked = [getString(workflow, 'entity'), ...(said ? madeBy(said) : []), routeOf(workflow)]
  return asked.find(name => name !== undefined && fieldsOf(find(name))?.entries.get(field)?.value.type === 'map')
}

const fieldsOf = (entity: MapNode | undefined): MapNode | undefined => {
  const fields = getEntry(entity, 'fields')?.value
  return fields?.type === 'map' ? fields : undefined
}

const keptIn = (entities: readonly (MapNode | undefined)[], field: string): Node | undefined =>
  entities.map(fields => getEntry(fields, field)?.value).find(said => said?.type === 'map')

/** The node with the members of one of its maps replaced. */
function within<N extends Node>(node: N, key: string, valueOf: (member: Node, name: string) => Node): N {
  if (node.type !== 'map') return node
  return withValues(node, (name, value) =>
    name === key && value.type === 'map' ? withValues(value, (member, one) => valueOf(one, member)) : value,
  ) as N
}
