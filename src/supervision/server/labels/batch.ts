import { badRequest } from '../../../server/answer/refusal.ts'
import { audit } from '../../../server/call/audit.ts'
import { afterCommit, othersOf, signedInUser, type CallContext } from '../../../server/call/context.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { begin } from '../../../server/jobs/jobs.ts'

/** What a batch does to each carrier: by the handler of a call that every kind of carriers has. */
export interface PerCarrier {
  handler: 'carrier.label' | 'carrier.unlabel' | 'carrier.labelByRule'
  args: Record<string, string>
}
/** A batch that has begun; one that had nothing to do has no id. */
export interface Begun {
  id: string
  total: number
}

/** Begins the batch that labels these carriers, or takes labels from them, one by one; it can be undone as one. */
export async function beginLabelling(
  call: CallContext,
  entity: Entity,
  { handler, args }: PerCarrier,
  keys: readonly string[],
): Promise<Begun> {
  const one = call
    .configuration()
    .endpoints()
    .find(endpoint => endpoint.handler === handler && endpoint.entity === entity.name)
  if (!one) throw badRequest(`${entity.label}没有标签`)
  // refused also where there is nothing to do: whoever may not do it learns nothing by it
  const { endpoint } = othersOf(call).open(one.name, args)
  if (keys.length === 0) return { id: '', total: 0 }
  const request = { call: endpoint.name, args, undoable: true }
  const order = { userId: signedInUser(call).id, kind: 'batch', ip: call.ip, request, keys } as const
  const after = { call: endpoint.name, args, total: keys.length }
  const entry = { action: call.endpoint.name, entity: entity.name, after }
  const id = await begin(call.db, order, (tx, objectId) => audit(tx, call, { ...entry, objectId }))
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}
