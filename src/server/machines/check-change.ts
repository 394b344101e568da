import { whyNot, type WhyNot, type WhyNotCode } from '../../core/workflow/decide.ts'
import { stateOf, type Machine } from '../../core/workflow/machine.ts'
import type { CallContext, TableRow } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'
import { followedBy } from './machines.ts'
import { knowingOne } from './taken.ts'

const STATUS: Record<WhyNotCode, number> = {
  unknown: 400,
  state: 409,
  role: 403,
  system: 403,
  relation: 403,
  person: 403,
  condition: 403,
  requirement: 409,
}

export const refusalOf = (why: WhyNot): Refusal => new Refusal(STATUS[why.code], why.text, undefined, { why: why.code })

/** Refuses what a call of its own does to a record (`via: call`), unless the workflow lets this person do it now. */
export async function refuseUntakeable(
  db: Database,
  call: CallContext,
  entity: Entity,
  row: TableRow,
  code: string,
): Promise<void> {
  const followed = await knowingOne(db, entity, row, followedBy(call, entity, row))
  const why = followed && whyNot(followed.machine, code, row, followed.actor)
  if (why) throw refusalOf(why)
}

/**
 * Plain saves and deletes obey the workflow, too. What it says of them (`via`) is asked as of any button. Where it says
 * nothing of saves, a record is changed only as long as it has not left its first state: from then on its contents are
 * what others have decided by.
 */
export async function refuseClosed(
  db: Database,
  call: CallContext,
  entity: Entity,
  row: TableRow,
  does: 'save' | 'delete',
): Promise<void> {
  const followed = await knowingOne(db, entity, row, call.user && followedBy(call, entity, row))
  if (!followed) return
  const { machine, actor } = followed
  const code = [...machine.transitions].find(([, transition]) => transition.via === does)?.[0]
  const why = code === undefined ? begun(machine, row, does) : whyNot(machine, code, row, actor)
  if (why) throw refusalOf(why)
}

function begun(machine: Machine, row: TableRow, does: 'save' | 'delete'): WhyNot | undefined {
  const state = stateOf(machine, row)
  const known = machine.states.get(state)
  return does === 'delete' || known?.initial === true
    ? undefined
    : { code: 'state', text: `记录已是“${known?.label ?? state}”，不能再修改` }
}
