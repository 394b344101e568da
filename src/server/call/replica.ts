import type { CallContext } from './context.ts'

/**
 * Reads on a replica that has all that the reader has written, or on the primary: where there is no such replica, and
 * within a change.
 */
export const onReplica = <T>(call: CallContext, read: (call: CallContext) => Promise<T> | T): Promise<T> | T =>
  call.replicas && !call.db.isTransaction
    ? call.replicas.read(call.user?.wrote, async db => read({ ...call, db, primary: call.db }))
    : read(call)

/**
 * The same for what a change only begins with: it is asked in a transaction that has changed nothing of what is read,
 * and has a connection to the primary, so that it waits for no other.
 */
export const onReplicaBefore = <T>(call: CallContext, read: (call: CallContext) => Promise<T>): Promise<T> =>
  call.replicas
    ? call.replicas.read(call.user?.wrote, db => read({ ...call, db, primary: call.db }), call.db)
    : read(call)
