import { getEntry, isEmpty, withValues, type MapNode, type Node } from '../source/node.ts'
import { mergeMaps } from './merge.ts'

/** Each member laid over the one of the same name that several share; an empty one is as they share it. */
export const overShared = (own: MapNode, shared: MapNode): MapNode =>
  withValues(own, (name, member) => overOne(getEntry(shared, name)?.value, member))

/** The member keeps its place: what is wrong with it as a whole is told where it is taken. */
export function overOne(shared: Node | undefined, member: Node): Node {
  if (shared?.type !== 'map') return member
  if (isEmpty(member)) return { ...shared, origin: member.origin }
  return member.type === 'map' ? { ...mergeMaps(shared, member), origin: member.origin } : member
}
