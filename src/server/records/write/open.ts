import { randomUUID } from 'node:crypto'
import { Refusal } from '../../answer/refusal.ts'
import { textArg, type CallContext, type Saving } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { refuseClosed } from '../../machines/check-change.ts'
import { recordInScope, shownRecord } from '../read/record.ts'

/** A record that is about to be saved: locked, if it is there already, and with the key that it has or gets. */
export interface OpenRecord extends Saving {
  key: string
}

export const newKey = (): string => randomUUID().replaceAll('-', '')

/** A console sends the time at which it read the record; if another user has changed it since, this one is told. */
async function refuseConflict(call: CallContext, entity: Entity, before: TableRow): Promise<void> {
  const read = textArg(call, 'updateTime')
  if (read === '' || !entity.byName.has('updateTime') || read === String(before['updateTime'] ?? '')) return
  throw new Refusal(409, '该记录已被他人修改', undefined, { current: await shownRecord(call, entity, before) })
}

/** First step of a save: finds and locks the record that the key names, or begins a new one. */
export async function openRecord(call: CallContext, entity: Entity, tx: Database): Promise<OpenRecord> {
  const key = textArg(call, entity.key)
  if (key === '') return { call, entity, tx, before: undefined, key: newKey() }
  const before = await recordInScope(tx, call, entity, key, true)
  refuseClosed(call, entity, before, 'save')
  // on the same connection: where there is only one, asking over another would wait for this transaction for ever
  await refuseConflict({ ...call, db: tx }, entity, before)
  return { call, entity, tx, before, key }
}
