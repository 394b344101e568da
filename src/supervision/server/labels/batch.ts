import { badRequest } from '../../../server/answer/refusal.ts'
import type { CallContext } from '../../../server/call/context.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { beginBatch, type Begun } from '../../../server/jobs/begin-batch.ts'

/** What a batch does to each carrier: by the handler of a call that every kind of carriers has. */
export interface PerCarrier {
  handler: 'carrier.label' | 'carrier.unlabel' | 'carrier.labelByRule'
  args: Record<string, string>
}

/** Begins the batch that labels these carriers, or takes labels from them, one by one; it can be undone as one. */
export function beginLabelling(
  call: CallContext,
  entity: Entity,
  { handler, args }: PerCarrier,
  keys: readonly string[],
): Promise<Begun> {
  const one = [...call.scoped.calls().values()].find(
    endpoint => endpoint.handler === handler && endpoint.entity === entity.name,
  )
  if (!one) throw badRequest(`${entity.label}没有标签`)
  return beginBatch(call, { call: one.name, args, undoable: true }, keys)
}
