import { stateOf } from '../../../core/workflow/machine.ts'
import { whyNot } from '../../../core/workflow/decide.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import { wordsFor } from '../../answer/unavailable.ts'
import { requiredWorkflow } from '../../workflow/open.ts'
import { takeTransition } from '../../workflow/take.ts'
import { entityOfCall, requiredArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { keyArgument, recordInScope } from '../../records/read/record.ts'
import { choices } from '../../call/values.ts'

const MOST_KEYS = 1000

/** Takes one transition on one record. */
const act: Handler = call => {
  const entity = entityOfCall(call)
  return takeTransition(call, entity, requiredArg(call, keyArgument(call, entity)), requiredArg(call, 'action'))
}

/** All transitions of a record's workflow, with the reason where one is refused. */
const buttons: Handler = async call => {
  const entity = entityOfCall(call)
  const row = await recordInScope(call.db, call, entity, requiredArg(call, keyArgument(call, entity)))
  const { machine, actor } = await requiredWorkflow(call.db, call, entity, row)
  const all = [...machine.transitions].map(([code, { label }]) => {
    const why = whyNot(machine, code, row, actor)
    return { action: code, label, may: why === undefined, ...(why ? { why: why.code, text: why.text } : {}) }
  })
  return { state: stateOf(machine, row), buttons: all }
}

export interface Result {
  code: '0' | '1'
  msg: string
  id: string
}

/** In a batch, an error of one record becomes its result and the others continue; for a single record it is thrown. */
async function one(call: CallContext, id: string, action: string, alone: boolean): Promise<Result> {
  try {
    await takeTransition(call, entityOfCall(call), id, action)
    return { code: '1', msg: '成功', id }
  } catch (error) {
    if (error instanceof Refusal) return { code: '0', msg: error.message, id }
    if (alone) throw error
    call.fault(error)
    return { code: '0', msg: wordsFor(error), id }
  }
}

function keysOf(call: CallContext): string[] {
  const { key } = entityOfCall(call)
  const given = call.args['ids'] ?? call.args[`${key}s`] ?? call.args[key]
  const keys = [...new Set(choices(Array.isArray(given) ? given.map(String) : given))]
  if (keys.length === 0) throw badRequest('请选择要操作的记录')
  if (keys.length > MOST_KEYS) throw badRequest(`一次最多${MOST_KEYS}条`)
  return keys
}

/** R4.09, R8.04: one transition on many records with the same form values, each in its own transaction. */
export async function takeEach(call: CallContext, action: string): Promise<Result[]> {
  const results: Result[] = []
  const keys = keysOf(call)
  for (const id of keys) results.push(await one(call, id, action, keys.length === 1))
  return results
}

const batch: Handler = call => takeEach(call, requiredArg(call, 'action'))

export const workflowCalls: Handlers = {
  'workflow.act': act,
  'workflow.buttons': buttons,
  'workflow.batch': batch,
}
