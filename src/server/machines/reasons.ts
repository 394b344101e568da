import { labelKey } from '../../core/contract/api.ts'
import type { WhyNot } from '../../core/workflow/decide.ts'
import { partOf, stateOf, targetsOf, type Machine } from '../../core/workflow/machine.ts'
import type { Relation, TransitionDoc } from '../../core/model/workflow.ts'
import type { TableRow } from '../db/database.ts'

/**
 * Why a button is not there, in words that are the same for all buttons kept back for the same cause, so that they can
 * be told together.
 */
export function reasonOf(machine: Machine, code: string, why: WhyNot, row: TableRow): string {
  const transition = machine.transitions.get(code)
  if (!transition) return why.text
  if (why.code === 'state') return stateReason(machine, transition, row)
  if (why.code === 'role') return '您的角色没有这项权限'
  if (why.code === 'system') return '由系统自动进行'
  return why.code === 'relation' ? relationReason(machine, transition.relations ?? [], row) : why.text
}

/** What state the record is in, and the step that comes first. */
function stateReason(machine: Machine, { from }: TransitionDoc, row: TableRow): string {
  const state = stateOf(machine, row)
  const current = machine.states.get(state)
  const label = current?.label ?? state
  if (current?.closed === true) return `记录已是“${label}”，不再办理`
  const wanted = new Set(from.map(String))
  const first = [...machine.transitions.values()].filter(
    one =>
      one.via === undefined
      && one.danger !== true
      && !one.relations?.every(relation => relation === 'system')
      && one.from.map(String).includes(state)
      && targetsOf(one, state).some(to => to !== state && wanted.has(to)),
  )
  if (first.length > 0) return `状态不符：现为“${label}”，须先${[...new Set(first.map(one => one.label))].join('或')}`
  const names = [...wanted].map(one => machine.states.get(one)?.label ?? one)
  return `状态不符：现为“${label}”，${names.map(name => `“${name}”`).join('、')}时才有`
}

const WHOSE: Record<Relation, string> = {
  holder: '当前办理单位',
  sender: '交办单位',
  creator: '创建人',
  above: '上级单位',
  area: '同一地区的单位',
  system: '系统',
}

/** Whose turn it is, by name where the record says it. */
function relationReason(machine: Machine, relations: readonly Relation[], row: TableRow): string {
  const named = relations.map(relation => {
    const part = relation === 'holder' ? 'org' : relation === 'sender' || relation === 'creator' ? relation : undefined
    const field = part && machine.doc.record?.[part]
    const name = field === undefined ? '' : String(row[labelKey(field)] ?? '')
    return name === '' ? WHOSE[relation] : `${WHOSE[relation]}“${name}”`
  })
  const isHeld = relations.includes('holder') && partOf(machine, row, 'org') !== ''
  return `${isHeld ? '不在您手里：由' : '由'}${named.join('、')}办理`
}
