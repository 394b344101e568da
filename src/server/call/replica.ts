import type { CallContext } from './context.ts'

/**
 * Reads on a replica that has all that the reader has written, or on the primary: where there is no such replica, and
 * within a change.
 */
export const onReplica = <T>(call: CallContext, read: (call: CallContext) => Promise<T> | T): Promise<T> | T =>
  call.replicas && !call.db.isTransaction
    ? call.replicas.read(call.user?.wrote, async db => read({ ...call, db }))
    : read(call)
