import {
  getNode,
  type Entry,
  type ListNode,
  type MapNode,
  type Node,
  type ScalarNode,
  withValues,
} from '../source/node.ts'
import type { Document } from '../source/document.ts'
import { asText } from './reads.ts'

/** Keys whose list names roles; `rolesByState` holds such lists by state. */
const ROLE_LISTS = new Set(['roles', 'editRoles', 'adminRoles'])
const LISTS_BY_STATE = 'rolesByState'
/** Maps by the names of fields or arguments, of which one may be called `roles`: its list holds values. */
const BY_NAME = new Set(['filters', 'args', 'set', 'params'])
/** What divides the records among roles: role → values. */
const DIVISION = 'division'

/** Group → the roles in it, as app.yaml says under `roleGroups`. */
export type RoleGroups = ReadonlyMap<string, ListNode>

/** What several app.yaml say of groups, as a text to compare. */
export const groupsIn = (apps: readonly Document[]): string =>
  asText(apps.map(({ file, node }) => [file, getNode(node, ['roleGroups'])]))

/** A group may name other groups; one that names itself adds nothing. */
export function groupsOf(app: MapNode | undefined): RoleGroups {
  const groups = getNode(app, ['roleGroups'])
  const written = new Map(
    groups?.type === 'map'
      ? [...groups.entries].flatMap(([name, { value }]): [string, ListNode][] =>
          value.type === 'list' ? [[name, value]] : [],
        )
      : [],
  )
  const rolesOf = (list: ListNode, within: readonly string[]): Node[] =>
    list.items.flatMap(item => {
      const name = item.type === 'scalar' ? String(item.value) : ''
      const inner = written.get(name)
      if (!inner) return [item]
      return within.includes(name) ? [] : rolesOf(inner, [...within, name])
    })
  return new Map([...written].map(([name, list]) => [name, { ...list, items: rolesOf(list, [name]) }]))
}

/** The node with the roles of a group where the group is named. The same object where none is named. */
export function withGroups(node: MapNode, groups: RoleGroups): MapNode {
  return groups.size === 0 ? node : expandMap(node, groups)
}

const expandMap = (node: MapNode, groups: RoleGroups): MapNode =>
  withValues(node, (key, value) => (value.type === 'scalar' ? value : expandValue(key, value, groups)))

function expandValue(key: string, value: MapNode | ListNode, groups: RoleGroups): Node {
  if (value.type === 'list') return ROLE_LISTS.has(key) ? expandRoles(value, groups) : expandItems(value, groups)
  if (BY_NAME.has(key)) return expandMembers(value, groups)
  if (key === DIVISION) return expandDivision(value, groups)
  if (key !== LISTS_BY_STATE) return expandMap(value, groups)
  return withValues(value, (_, roles) => (roles.type === 'list' ? expandRoles(roles, groups) : roles))
}

/** Definitions among the members, such as those of a page's filters, name roles; their other values do not. */
const expandMembers = (node: MapNode, groups: RoleGroups): MapNode =>
  withValues(node, (_, value) => (value.type === 'map' ? expandMap(value, groups) : value))

/** A group stands for each of its roles; what is said of a role itself comes before what is said of its group. */
function expandDivision(division: MapNode, groups: RoleGroups): MapNode {
  const roles = division.entries.get('roles')
  if (roles?.value.type !== 'map' || ![...roles.value.entries.keys()].some(name => groups.has(name))) return division
  const of = new Map<string, Entry>()
  for (const [name, entry] of roles.value.entries)
    for (const role of groups.get(name)?.items ?? []) if (role.type === 'scalar') of.set(String(role.value), entry)
  for (const [name, entry] of roles.value.entries) if (!groups.has(name)) of.set(name, entry)
  const value: MapNode = { ...roles.value, entries: of }
  return { ...division, entries: new Map(division.entries).set('roles', { ...roles, value }) }
}

function expandItems(list: ListNode, groups: RoleGroups): ListNode {
  const items = list.items.map(item => (item.type === 'map' ? expandMap(item, groups) : item))
  return items.every((item, i) => item === list.items[i]) ? list : { ...list, items }
}

/** A role that stands in a group and beside it counts once. */
function expandRoles(list: ListNode, groups: RoleGroups): ListNode {
  const named = list.items.some(item => item.type === 'scalar' && groups.has(String(item.value)))
  if (!named) return list
  const roles = list.items.flatMap(item =>
    item.type === 'scalar' ? (groups.get(String(item.value))?.items ?? [item]) : [item],
  )
  const seen = new Set<unknown>()
  const isNew = (role: Node): boolean => {
    const name = (role as ScalarNode).value
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
  return { ...list, items: roles.filter(isNew) }
}
