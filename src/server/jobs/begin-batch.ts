import { audit } from '../call/audit.ts'
import { afterCommit, othersOf, signedInUser, type CallContext } from '../call/context.ts'
import { begin } from './jobs.ts'

/** What is done to each record: a call by its name, with arguments beside the record's key. */
export interface PerRecord {
  call: string
  args: Record<string, unknown>
  /** notes what an undo needs */
  undoable?: boolean
}
/** A batch that has begun; one that had nothing to do has no id. */
export interface Begun {
  id: string
  total: number
}

/**
 * Begins the batch that makes a call for each of these records. Refused also where there are none, if the person may
 * not make it: they learn nothing by it.
 */
export async function beginBatch(
  call: CallContext,
  { call: name, args, undoable }: PerRecord,
  keys: readonly string[],
): Promise<Begun> {
  const { endpoint } = othersOf(call).open(name, args)
  if (keys.length === 0) return { id: '', total: 0 }
  const request = { call: endpoint.name, args, ...(undoable ? { undoable } : {}) }
  const order = { userId: signedInUser(call).id, kind: 'batch', ip: call.ip, request, keys } as const
  const after = { call: endpoint.name, args, total: keys.length }
  const entry = { action: call.endpoint.name, entity: endpoint.entity ?? '', after }
  const id = await begin(call.db, order, (tx, objectId) => audit(tx, call, { ...entry, objectId }))
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}
