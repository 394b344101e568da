import type { ListAnswer } from '../../../core/contract/api.ts'
import { entityOfCall, type CallContext, type Handler } from '../context.ts'
import { answerList, listing, type Listing } from '../generic/list.ts'

/** The audit trail, read as entries of the operation log: whose area the actor is of says who may see them. */
export function operationListing(call: CallContext): Listing {
  return listing(call, [], { ...entityOfCall(call), name: 'sys_audit' })
}

const list = (call: CallContext): Promise<ListAnswer> => answerList(call, operationListing(call))

export const operations: Record<string, Handler> = { 'operlog.list': list }
