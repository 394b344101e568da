import { randomUUID } from 'node:crypto'
import { Refusal } from '../../answer/refusal.ts'
import { textArg, type CallContext, type Saving } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { refuseClosed } from '../../machines/check-change.ts'
import { recordInScope, shownRecord } from '../read/record.ts'

/** A record about to be saved: locked if it exists, with its existing or new key. */
export interface OpenRecord extends Saving {
  key: string
}

export const newKey = (): string => randomUUID().replaceAll('-', '')

/** Consoles send the time at which they read the record. If another user has changed it since, the save is refused. */
async function refuseConflict(call: CallContext, entity: Entity, before: TableRow): Promise<void> {
  const read = textArg(call, 'updateTime')
  if (read === '' || !entity.byName.has('updateTime') || read === String(before['updateTime'] ?? '')) return
  throw new Refusal(409, '该记录已被他人修改', undefined, { current: await shownRecord(call, entity, before) })
}

/** First step of a save: locks the record with the given key, or prepares a new one. */
export async function openRecord(call: CallContext, entity: Entity, tx: Database): Promise<OpenRecord> {
  const key = textArg(call, entity.key)
  if (key === '') return { call, entity, tx, before: undefined, key: newKey() }
  const before = await recordInScope(tx, call, entity, key, true)
  await refuseClosed(tx, call, entity, before, 'save')
  // on the transaction's connection: with a single connection (PGlite), waiting for another one would never end
  await refuseConflict({ ...call, db: tx }, entity, before)
  return { call, entity, tx, before, key }
}
