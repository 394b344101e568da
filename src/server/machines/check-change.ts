import { whyNot, type WhyNot, type WhyNotCode } from '../../core/workflow/decide.ts'
import type { CallContext, TableRow } from '../call/context.ts'
import type { Entity } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'
import { actorOf, machineFor } from './machines.ts'

const STATUS: Record<WhyNotCode, number> = {
  unknown: 400,
  state: 409,
  role: 403,
  system: 403,
  relation: 403,
  condition: 403,
}

export const refusalOf = (why: WhyNot): Refusal => new Refusal(STATUS[why.code], why.text, undefined, { why: why.code })

/** Refuses what a call of its own does to a record (`via: call`), unless the workflow lets this person do it now. */
export function refuseUntakeable(call: CallContext, entity: Entity, row: TableRow, code: string): void {
  const machine = machineFor(call.scoped, entity)
  const why = machine && whyNot(machine, code, row, actorOf(call, machine))
  if (why) throw refusalOf(why)
}

/**
 * A workflow may limit in which states, and by whom, a record can be changed or deleted; plain saves and deletes obey
 * that as well.
 */
export function refuseClosed(call: CallContext, entity: Entity, row: TableRow, does: 'save' | 'delete'): void {
  const machine = call.user && machineFor(call.scoped, entity)
  const code = machine && [...machine.transitions].find(([, transition]) => transition.via === does)?.[0]
  const why = machine && code !== undefined ? whyNot(machine, code, row, actorOf(call, machine)) : undefined
  if (why) throw refusalOf(why)
}
