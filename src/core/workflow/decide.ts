import { conditionHolds, mayHold } from '../expression/index.ts'
import { allows } from '../model/roles.ts'
import { areaPrefix, type UserShape } from '../model/scope.ts'
import type { Relation, TransitionDoc } from '../model/workflow.ts'
import { partOf, stateOf, type Machine, type Row } from './machine.ts'

/** The person who asks, and the customer's options. */
export interface Actor {
  user: UserShape
  option: Readonly<Record<string, unknown>>
  /** YYYY-MM-DD, for conditions that wait for a day */
  today?: string
  /** the server's own clock acts, not a person */
  system?: true
  /** transitions that the person's roles grant; absent if one of them grants all */
  granted?: ReadonlySet<string>
  /** transitions of a record that the person has taken, of those that keep persons apart (`stepsApart`) */
  took?: (row: Row) => ReadonlySet<string>
}
export type WhyNotCode = 'unknown' | 'state' | 'role' | 'system' | 'relation' | 'person' | 'condition' | 'requirement'
/** Why a transition is refused, as data, with a message for the user. */
export interface WhyNot {
  code: WhyNotCode
  text: string
}

const RELATION_WORDS: Record<Relation, string> = {
  holder: '当前办理单位',
  sender: '交办单位',
  creator: '创建人',
  above: '上级单位',
  area: '同一地区的单位',
  system: '系统',
}

const isHolder = (machine: Machine, { user }: Actor, row: Row): boolean =>
  among(partOf(machine, row, 'org'), user.orgId) || among(partOf(machine, row, 'user'), user.id)

/**
 * Whether a comma-separated field contains an id. An empty id never matches: a record without a holder does not belong
 * to users without a unit.
 */
const among = (all: string, one: string): boolean => one !== '' && all.split(',').includes(one)

function isAbove(machine: Machine, actor: Actor, row: Row): boolean {
  const area = areaPrefix(partOf(machine, row, 'area'))
  const own = areaPrefix(actor.user.areaCode)
  return (
    actor.user.areaCode !== '' && area.length > own.length && area.startsWith(own) && !isHolder(machine, actor, row)
  )
}

/** Whoever works in the area itself: a bureau for its own brigade, and a unit for another of its area. */
const isInArea = (machine: Machine, { user }: Actor, row: Row): boolean =>
  user.areaCode !== '' && areaPrefix(partOf(machine, row, 'area')) === areaPrefix(user.areaCode)

const RELATIONS: Record<Relation, (machine: Machine, actor: Actor, row: Row) => boolean> = {
  holder: isHolder,
  sender: (machine, { user }, row) => among(partOf(machine, row, 'sender'), user.orgId),
  creator: (machine, { user }, row) => among(partOf(machine, row, 'creator'), user.id),
  above: isAbove,
  area: isInArea,
  // time is no person: what it may take is said before (related)
  system: () => false,
}

/** The roles that a transition asks for in a state. */
export function rolesIn({ roles, rolesByState }: TransitionDoc, state: string): readonly string[] | undefined {
  const own = rolesByState?.[state]
  return own ? own : roles
}

function related(machine: Machine, { relations }: TransitionDoc, actor: Actor, row: Row): boolean {
  if (actor.system) return relations?.includes('system') === true
  if (!relations || relations.some(relation => RELATIONS[relation](machine, actor, row))) return true
  // an administrator stands in for any unit, never for the system
  return (
    relations.some(relation => relation !== 'system')
    && machine.doc.adminRoles !== undefined
    && allows(machine.doc.adminRoles, actor.user)
  )
}

const holds = (expression: string | undefined, row: Row, actor: Actor, action: string): boolean =>
  expression === undefined || conditionHolds(expression, { row, ...actor, action })

/**
 * Whether level or role, and the transitions that roles grant, allow it; both apply to people only, not to the system.
 */
const inRole = (transition: TransitionDoc, state: string, code: string, { system, user, granted }: Actor): boolean =>
  system === true || (allows(rolesIn(transition, state), user) && granted?.has(code) !== false)

/** Transitions that `notBy` names anywhere in the workflow: of these it must be known who took them. */
export const stepsApart = ({ transitions }: Machine): string[] => [
  ...new Set([...transitions.values()].flatMap(({ notBy = [] }) => notBy.filter(name => transitions.has(name)))),
]

/** Why somebody who has had a part in the record may not have this one, too: persons are kept apart. */
function partBefore(
  machine: Machine,
  { label, notBy = [], otherwise }: TransitionDoc,
  actor: Actor,
  row: Row,
): string | undefined {
  if (actor.system) return undefined
  for (const name of notBy) {
    const step = machine.transitions.get(name)
    if (step && actor.took?.(row).has(name)) return otherwise ?? `${step.label}是您办理的，${label}须由其他人办理`
    if (!step && among(String(row[name] ?? ''), actor.user.id))
      return otherwise ?? `您是这条记录的经办人，${label}须由其他人办理`
  }
  return undefined
}

const filled = (text: string, row: Row): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name] ?? '—'))

/** The first requirement that is not met, in its words. */
function lacking({ requires = [] }: TransitionDoc, row: Row, actor: Actor, code: string): WhyNot | undefined {
  const unmet = requires.find(({ when }) => !holds(when, row, actor, code))
  return unmet && { code: 'requirement', text: filled(unmet.otherwise, row) }
}

/** Why this user may not take this transition on this record; undefined if they may. */
export function whyNot(machine: Machine, code: string, row: Row, actor: Actor): WhyNot | undefined {
  const transition = machine.transitions.get(code)
  if (!transition) return { code: 'unknown', text: `流程没有“${code}”这个操作` }
  const state = stateOf(machine, row)
  const { label, from, relations } = transition
  if (!from.map(String).includes(state))
    return { code: 'state', text: `记录已是“${machine.states.get(state)?.label ?? state}”，不能${label}` }
  if (!actor.system && relations?.every(relation => relation === 'system'))
    return { code: 'system', text: `${label}由系统自动进行` }
  if (!inRole(transition, state, code, actor)) return { code: 'role', text: `您的角色不能${label}` }
  if (!related(machine, transition, actor, row))
    return {
      code: 'relation',
      text: `只有${(relations ?? []).map(relation => RELATION_WORDS[relation]).join('、')}可以${label}`,
    }
  const part = partBefore(machine, transition, actor, row)
  if (part !== undefined) return { code: 'person', text: part }
  if (!holds(machine.doc.when, row, actor, code)) return { code: 'condition', text: `这条记录不满足${label}的条件` }
  if (!holds(transition.when, row, actor, code))
    return { code: 'condition', text: transition.otherwise ?? `这条记录不满足${label}的条件` }
  return lacking(transition, row, actor, code)
}

/** The buttons that the server would accept for this record, in the order of the workflow. */
export function takeable(machine: Machine, row: Row, actor: Actor): string[] {
  return [...machine.transitions.keys()].filter(code => whyNot(machine, code, row, actor) === undefined)
}

/** Transitions that this user could take, were something not lacking yet: code → what. */
export function locked(machine: Machine, row: Row, actor: Actor): Record<string, string> {
  return Object.fromEntries(
    [...machine.transitions.keys()].flatMap(code => {
      const why = whyNot(machine, code, row, actor)
      return why?.code === 'requirement' ? [[code, why.text]] : []
    }),
  )
}

/** Transitions that this user could take on some record: checks roles, grants and row-independent conditions only. */
export function everTakeable(machine: Machine, actor: Actor): string[] {
  return [...machine.transitions].flatMap(([code, transition]) => {
    const { relations, from, when } = transition
    const isOurs =
      !relations?.every(relation => relation === 'system')
      && from.some(state => inRole(transition, String(state), code, actor))
    return isOurs
      && [machine.doc.when, when].every(one => one === undefined || mayHold(one, { ...actor, action: code }))
      ? [code]
      : []
  })
}
