import { entityOfCall, type CallContext } from '../../call/context.ts'
import { transact } from '../../call/transact.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { applyChange } from './change.ts'
import { setOnSave } from './effects.ts'
import { judgeRecord, refuseUnknown, type ExtraCheck } from './judge.ts'
import { openRecord } from './open.ts'
import { sharedRecordRule } from './shared.ts'

export { newKey } from './open.ts'

/** Wraps the change in further work of the same transaction. */
export type Around = (tx: Database, work: () => Promise<string>) => Promise<string>

export interface Filling {
  /** values set by the call itself; they are checked like sent ones, but need not be in the form */
  known?: TableRow
}

/**
 * Adds a record, or changes the one with the given key; returns its key. Three steps in one transaction, each in the
 * file of its name: open, judge, change. Each step returns its input together with its results.
 */
export async function saveRecord(
  call: CallContext,
  extra?: ExtraCheck,
  around: Around = (_tx, work) => work(),
  { known = {} }: Filling = {},
): Promise<string> {
  const entity = entityOfCall(call)
  refuseUnknown(entity, call.args)
  return transact(call, (inside, tx) =>
    around(tx, async () => {
      const opened = await openRecord(inside, entity, tx)
      const judged = await judgeRecord(opened, known, extra)
      const values = { ...judged.values, ...setOnSave(entity), [entity.key]: judged.key }
      await applyChange({ call: inside, tx }, { entity, before: judged.before, values })
      return judged.key
    }),
  )
}

export const save = (call: CallContext): Promise<string> => saveRecord(call, sharedRecordRule)
