import type { TransitionDoc } from '../../model/workflow.ts'
import type { Scope, UserShape } from '../../model/scope.ts'
import { areaPrefix } from '../../model/scope.ts'
import { allows } from '../../model/roles.ts'
import { listOf, type Resolver } from '../../overlay/resolve.ts'
import { layerOf } from '../../overlay/layer.ts'
import { getEntry, getNode, getString, isFalse, toValue, type MapNode } from '../../source/node.ts'
import type { Machine } from '../../workflow/machine.ts'

/** One kind of staff that a unit may consist of: those of an area level, or those with a role. */
export interface Person {
  /** the level ('3') or the role's code */
  name: string
  label: string
  /** 0 nation, 1 province, 2 city, 3 county, 4 town */
  level: number
  /** a role that may be anybody's, of whatever level */
  isAnywhere: boolean
  user: UserShape
}

const NATION = 0
const DEEPEST = 4

/** The highest level whose units the customers of a scope have: nobody of a city's customer stands above the city. */
export function topLevels(resolver: Resolver, { customer }: Scope): number[] {
  const documents = resolver.layersOf('customer')
  const tops = documents.flatMap(one => {
    if (customer !== undefined && layerOf(one.layer)?.customer !== customer) return []
    const areas = listOf(one.node, 'areas')
    return areas.length === 0 ? [] : [Math.min(...areas.map(levelOf))]
  })
  return [...new Set([...(customer === undefined || tops.length === 0 ? [NATION] : []), ...tops])].sort()
}

function levelOf(area: string): number {
  const { length } = areaPrefix(area)
  return length > 6 ? DEEPEST : Math.ceil(length / 2)
}

interface Role {
  label: string
  level: number | undefined
  /** what somebody in each unit has beside their level or role */
  isDuty: boolean
}

function rolesIn(dictionary: MapNode | undefined): Map<string, Role> {
  const entries = getNode(dictionary, ['entries'])
  if (entries?.type !== 'map') return new Map()
  return new Map(
    [...entries.entries].flatMap(([code, { value }]): [string, Role][] => {
      if (isFalse(value) || value.type === 'list') return []
      if (value.type === 'scalar') return [[code, { label: String(value.value), level: undefined, isDuty: false }]]
      const level = getString(value, 'level')
      const duty = getNode(value, ['duty'])
      const isDuty = duty !== undefined && toValue(duty) === true
      const label = getString(value, 'label') ?? code
      return [[code, { label, level: level === undefined ? undefined : Number(level), isDuty }]]
    }),
  )
}

function levelLabels(dictionary: MapNode | undefined): (level: number) => string {
  const entries = getNode(dictionary, ['entries'])
  return level => (entries && getString(entries, String(level))) ?? `级别 ${level}`
}

/** Whether a transition takes a record out of a state, or at least may. */
export const leads = ({ to, branches, via }: TransitionDoc): boolean =>
  via === undefined && (to !== undefined || branches !== undefined)

/** Names in the lists of roles of all transitions that lead somewhere. */
function namedIn({ transitions }: Machine): Set<string> {
  const moving = [...transitions.values()].filter(leads)
  const lists = moving.flatMap(({ roles, rolesByState }) => [roles, ...Object.values(rolesByState ?? {})])
  return new Set(lists.flatMap(list => (list ? list.map(String) : [])))
}

/**
 * The kinds of staff of a scope from a level on down, as a workflow tells them apart: each role with a level, and each
 * level itself, but for a level that the workflow never names where roles stand for its people. The nation's own staff
 * runs the platform: it counts where a workflow names it.
 */
export function peopleOf(resolver: Resolver, scope: Scope, machine: Machine, top: number): Person[] {
  const roles = rolesIn(resolver.resolve('dictionaries/role', scope)?.node)
  const labelOf = levelLabels(resolver.resolve('dictionaries/areaLevel', scope)?.node)
  const named = namedIn(machine)
  const levels = Array.from({ length: DEEPEST + 1 - top }, (_, i) => top + i)
  const standsFor = (level: number): boolean =>
    [...roles].some(([code, role]) => !role.isDuty && (role.level ?? level) === level && named.has(code))
  const duties = [...roles].flatMap(([code, { isDuty }]) => (isDuty ? [code] : []))
  const plain = levels
    .filter(level => named.has(String(level)) || (level !== NATION && !standsFor(level)))
    .map(level => personOf(scope, { name: String(level), label: labelOf(level), level, isAnywhere: false }, duties))
  const withRoles = [...roles].flatMap(([code, { label, level, isDuty }]) => {
    const isAnywhere = level === undefined
    if (isDuty || (isAnywhere && !named.has(code)) || (level ?? top) < top) return []
    return [personOf(scope, { name: code, label, level: level ?? top, isAnywhere }, [code, ...duties])]
  })
  return [...plain, ...withRoles]
}

const personOf = ({ customer = '' }: Scope, who: Omit<Person, 'user'>, roles: string[]): Person => ({
  ...who,
  user: { id: '', nickName: '', customerId: customer, areaCode: '', areaLevel: who.level, roles, orgId: '' },
})

/** Whether a role list names a kind of staff. */
export const isNamed = (roles: readonly string[] | undefined, { user }: Person): boolean => allows(roles, user)

export const optionsOf = (resolver: Resolver, { customer }: Scope): Record<string, unknown> => {
  const document = resolver.layersOf('customer').find(one => layerOf(one.layer)?.customer === customer)
  const options = customer !== undefined && document ? getEntry(document.node, 'options')?.value : undefined
  if (options?.type !== 'map') return {}
  return Object.fromEntries(
    [...options.entries].map(([name, { value }]) => [name, value.type === 'scalar' ? value.value : undefined]),
  )
}
