import { customerDocs } from '../core/compile/models.ts'
import { statusOf } from '../core/overlay/status.ts'
import { formatOrigin } from '../core/diagnostic/diagnostic.ts'
import type { Checked } from '../core/index.ts'
import { areaPrefix, type Scope } from '../core/model/scope.ts'
import type { Relation, WorkflowDoc } from '../core/model/workflow.ts'
import { getEntry, getString, originAt, toValue, type MapNode } from '../core/source/node.ts'
import { whyNot, type Actor, type WhyNotCode } from '../core/workflow/decide.ts'
import { grantedBy } from '../core/workflow/granted.ts'
import { machineOf, type Machine, type Row } from '../core/workflow/machine.ts'
import type { Account } from './accounts.ts'

/** One button in one state: whether it is shown, for which relation to the record, and where the YAML decides so. */
export interface ButtonExplanation {
  button: string
  label: string
  may: boolean
  as?: Relation
  why?: string
  place: string
}

const OWN = 'own'
/** Keys of the YAML that each kind of refusal comes from. */
const REASONS: Record<WhyNotCode, string[]> = {
  unknown: [],
  state: ['from'],
  role: ['roles'],
  system: ['relations'],
  relation: ['relations'],
  person: ['notBy'],
  condition: ['when'],
  requirement: ['requires'],
}

const below = (area: string): string => `${areaPrefix(area)}01`.padEnd(6, '0')

/** A record to which the user has the given relation. */
function rowFor({ doc, status }: Machine, state: string, area: string, relation: Relation | undefined): Row {
  const { org, sender, creator, area: areaField } = doc.record ?? {}
  const own: Partial<Record<Relation, string | undefined>> = { holder: org, sender, creator }
  const field = relation && own[relation]
  return {
    [status]: state,
    ...(areaField ? { [areaField]: relation === 'above' ? below(area) : area } : {}),
    ...(field ? { [field]: OWN } : {}),
  }
}

function actorOf(account: Account, option: Record<string, unknown>, machine: Machine): Actor {
  const prefix = areaPrefix(account.area)
  const areaLevel = prefix.length > 6 ? 4 : prefix.length / 2
  const granted = grantedBy(account.buttons, machine)
  return {
    user: {
      id: OWN,
      nickName: '',
      customerId: account.customer ?? '',
      areaCode: account.area,
      areaLevel,
      roles: account.roles,
      orgId: OWN,
    },
    option,
    ...(granted ? { granted } : {}),
  }
}

function explainOne(machine: Machine, node: MapNode, code: string, state: string, actor: Actor): ButtonExplanation {
  const transition = machine.transitions.get(code)
  const label = transition?.label ?? code
  const tries = [undefined, ...(transition?.relations ?? [])].map(as => ({
    as,
    why: whyNot(machine, code, rowFor(machine, state, actor.user.areaCode, as), actor),
  }))
  // what a record still lacks is not known without one: the button is there, locked or not
  const open = tries.find(({ why }) => why === undefined || why.code === 'requirement')
  if (open)
    return {
      button: code,
      label,
      may: true,
      ...(open.as ? { as: open.as } : {}),
      place: formatOrigin(originAt(node, ['transitions', code], true)),
    }
  // the refusal for the closest relation is the most helpful one
  const why = tries.at(1)?.why ?? tries[0]?.why
  const path = ['transitions', code, ...(why ? REASONS[why.code] : [])]
  return { button: code, label, may: false, why: why?.text ?? '', place: formatOrigin(originAt(node, path, true)) }
}

/** Codes of the transitions that a page has buttons for. */
function buttonsOn(page: MapNode): Set<string> {
  const actions = getEntry(page, 'actions')?.value
  return new Set(
    actions?.type === 'map'
      ? [...actions.entries.values()].flatMap(({ value }) => getString(value, 'transition') ?? [])
      : [],
  )
}

/**
 * All buttons of a page's workflow in a state, for an account; undefined if the page has no workflow, or the workflow
 * no such state.
 */
export function explainButtons(
  { resolver, project }: Pick<Checked, 'resolver' | 'project'>,
  route: string,
  scope: Scope,
  account: Account,
  state: string,
): ButtonExplanation[] | undefined {
  const page = resolver.resolve(`pages/${route}`, scope)?.node
  const entity = page && resolver.entity(getString(page, 'entity') ?? '', scope)?.node
  const status = statusOf(entity)
  const node = status && resolver.resolve(`workflows/${status.workflow}`, scope)?.node
  if (!page || !status || !node) return undefined
  const machine = machineOf(toValue(node) as unknown as WorkflowDoc, status.field)
  if (!machine.states.has(state)) return undefined
  const actor = actorOf(
    account,
    customerDocs(project).find(({ customer }) => customer === account.customer)?.options ?? {},
    machine,
  )
  const shown = buttonsOn(page)
  return [...machine.transitions.keys()].map((code): ButtonExplanation => {
    const say = explainOne(machine, node, code, state, actor)
    return !say.may || shown.has(code)
      ? say
      : { ...say, may: false, why: `页面 ${route} 没有这个按钮`, place: formatOrigin(page.origin) }
  })
}
