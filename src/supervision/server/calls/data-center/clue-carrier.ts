import type { TableRow } from '../../../../server/db/database.ts'
import { entityOfCall, textArg, type CallContext } from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { carrierAddress, carrierOfKind } from '../../carriers/carriers.ts'

/** Fields with the same name in clue and carrier; title and address have different names. */
const SHARED = ['platformName', 'subjectName', 'subjectType', 'uscc_dim', 'areaCode'] as const

/**
 * Fills in a clue's carrier fields that are not sent. They are read from the database in full, because the list that
 * the user copied from may have masked them.
 */
export async function carrierFacts(call: CallContext): Promise<TableRow> {
  const [kind, key] = [textArg(call, 'objectKind'), textArg(call, 'objectId')]
  const entity = carrierOfKind(call.entities(), kind)
  if (!entity || key === '') return {}
  const row = await recordInScope(call.db, call, entity, key)
  const clue = entityOfCall(call)
  // only fields of the same dictionary: a takeout platform's codes come from another one
  const alike = SHARED.filter(
    name =>
      entity.byName.get(name)?.kind === clue.byName.get(name)?.kind
      && entity.byName.get(name)?.dict === clue.byName.get(name)?.dict,
  )
  const facts: TableRow = {
    ...Object.fromEntries(alike.map(name => [name, row[name]])),
    objectName: row[entity.title],
    objectUrl: carrierAddress(entity, row),
  }
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => value !== null && value !== undefined && textArg(call, name) === '',
    ),
  )
}
