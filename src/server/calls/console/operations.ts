import type { ListAnswer } from '../../../core/contract/api.ts'
import type { Entity } from '../../db/models.ts'
import { entityOfCall, requiredArg, type CallContext, type Handler, type TableRow } from '../../call/context.ts'
import { isStructure } from '../../records/filters.ts'
import { answerList, listing, type Listing } from '../../records/list.ts'
import { recordInScope, shownRecord } from '../../records/record.ts'
import { changesOf, entryOf, shownField, type AuditRow, type HistoryEntry } from './history.ts'
import { tellableEntity } from './readable.ts'

const trail = (call: CallContext): Entity => ({ ...entityOfCall(call), name: 'sys_audit' })

/** The audit trail, read as entries of the operation log: whose area the actor is of says who may see them. */
export function operationListing(call: CallContext): Listing {
  return listing(call, [], trail(call))
}

const list = (call: CallContext): Promise<ListAnswer> => answerList(call, operationListing(call))

const entry = (call: CallContext): Promise<TableRow> =>
  recordInScope(call.db, call, trail(call), requiredArg(call, 'id'))

/** Rows as they were kept hold what is masked or secret: they are told by `changes` alone. */
async function one(call: CallContext): Promise<TableRow> {
  const entity = trail(call)
  return shownRecord(call, { ...entity, fields: entity.fields.filter(field => !isStructure(field)) }, await entry(call))
}

/** How the record was before and after, as far as its fields are the reader's to see. */
async function changes(call: CallContext): Promise<HistoryEntry[]> {
  const row = await entry(call)
  const { before, after } = row as unknown as AuditRow
  const entity = tellableEntity(call, String(row['entity'] ?? ''))
  const told = row as unknown as AuditRow
  const shown = entity ? shownField(entity, told) : []
  return [
    entryOf(
      call,
      told,
      entity && shown.length === 0 && (before || after)
        ? await changesOf(call, entity, before ?? {}, after ?? {})
        : shown,
    ),
  ]
}

export const operations: Record<string, Handler> = {
  'operlog.list': list,
  'operlog.one': one,
  'operlog.changes': changes,
}
