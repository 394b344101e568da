import type { Entity } from '../../db/tables/models.ts'
import { entityOfCall, requiredArg, type CallContext, type TableRow, type Handlers } from '../../call/context.ts'
import { isStructure } from '../../records/read/filters.ts'
import { planList } from '../../records/read/plan-list.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { recordInScope, shownRecord } from '../../records/read/record.ts'
import { changesOf, entryOf, shownField, type AuditRow, type HistoryEntry } from './history.ts'
import { tellableEntity } from './readable.ts'

const trail = (call: CallContext): Entity => ({ ...entityOfCall(call), name: 'sys_audit' })

/** The audit trail as an operation log. Row scope applies to the area of the acting user. */
const query = (call: CallContext): Promise<ListQuery> => planList(call, [], trail(call))

const entry = (call: CallContext): Promise<TableRow> =>
  recordInScope(call.db, call, trail(call), requiredArg(call, 'id'))

/**
 * The stored rows (before, after) contain masked and secret values, so an entry is answered without them; `changes`
 * shows what the reader may see.
 */
async function one(call: CallContext): Promise<TableRow> {
  const entity = trail(call)
  return shownRecord(call, { ...entity, fields: entity.fields.filter(field => !isStructure(field)) }, await entry(call))
}

/** The record before and after, limited to fields that the reader may see. */
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

export const operations: Handlers = {
  'operlog.list': { query },
  'operlog.one': one,
  'operlog.changes': changes,
}
