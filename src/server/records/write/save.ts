import { entityOfCall, type CallContext } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { followSave } from './follow.ts'
import { judgeRecord, refuseUnknown, type ExtraCheck } from './judge.ts'
import { openRecord } from './open.ts'
import { sharedRecordRule } from './shared.ts'
import { writeRecord } from './write.ts'

export { newKey } from './open.ts'

/** What else belongs into the transaction of a change, before and after it. */
export type Around = (tx: Database, work: () => Promise<string>) => Promise<string>

export interface Filling {
  /** what the call knows by itself: judged like what is sent, whether a form shows it or not */
  known?: TableRow
}

/**
 * Adds a record, or changes the one whose key is sent; answers its key. Four steps in one transaction, each in the file
 * of its name: open, judge, write, follow. Each hands on what it was given with what it has found.
 */
export async function saveRecord(
  call: CallContext,
  extra?: ExtraCheck,
  around: Around = (_tx, work) => work(),
  { known = {} }: Filling = {},
): Promise<string> {
  const entity = entityOfCall(call)
  refuseUnknown(entity, call.args)
  return call.db.transaction().execute(tx =>
    around(tx, async () => {
      const opened = await openRecord(call, entity, tx)
      const judged = await judgeRecord(opened, known, extra)
      const written = await writeRecord(judged)
      await followSave(written)
      return written.key
    }),
  )
}

export const save = (call: CallContext): Promise<string> => saveRecord(call, sharedRecordRule)
