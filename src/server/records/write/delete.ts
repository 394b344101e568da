import { audit } from '../../call/audit.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest } from '../../answer/refusal.ts'
import { refuseClosed } from '../../machines/check-change.ts'
import { entityOfCall, requiredArg, textArg, type CallContext } from '../../call/context.ts'
import { keyArgument, recordInScope } from '../read/record.ts'
import { refuseSharedRecord } from './shared.ts'
import type { Around } from './save.ts'
import { deleteRow, writeRow } from './write.ts'

const REASON = 'del_content'
const REASON_MIN = 2
const REASON_MAX = 200

/** The reason for the deletion, if the call has an argument for it. */
function reasonOf(call: CallContext): string {
  const reason = textArg(call, REASON)
  const { length } = [...reason]
  if (call.endpoint.names?.includes(REASON) && (length < REASON_MIN || length > REASON_MAX))
    throw badRequest(`请填写删除原因，${REASON_MIN}到${REASON_MAX}个字`)
  return reason
}

function marks(entity: Entity, reason: string): TableRow {
  const wanted: TableRow = { delFlag: 1, del_content: reason, updateTime: chinaTime() }
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => entity.byName.has(name)))
}

/** Marks a record as deleted if its entity has a delete mark; otherwise removes the row. */
export async function removeRecord(call: CallContext, around: Around = (_tx, work) => work()): Promise<string> {
  const entity = entityOfCall(call)
  const key = requiredArg(call, keyArgument(call, entity))
  const reason = reasonOf(call)
  return call.db.transaction().execute(tx =>
    around(tx, async () => {
      const before = await recordInScope(tx, call, entity, key, true)
      await refuseClosed(tx, call, entity, before, 'delete')
      refuseSharedRecord(call, entity, before)
      const changes = marks(entity, reason)
      if (entity.byName.has('delFlag')) await writeRow(tx, entity, before, changes)
      else await deleteRow(tx, entity, before)
      await audit(tx, call, {
        action: call.endpoint.name,
        entity: entity.name,
        objectId: key,
        before,
        after: { ...before, ...changes },
      })
      return key
    }),
  )
}

export const remove = (call: CallContext): Promise<string> => removeRecord(call)
