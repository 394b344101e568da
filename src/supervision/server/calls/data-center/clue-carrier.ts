import type { TableRow } from '../../../../server/db/database.ts'
import { entityOfCall, textArg, type CallContext } from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { addressOf, carrierOfKind } from '../../carriers/carriers.ts'

/** What a clue says of a carrier, and where the carrier has it; its title and address have names of their own. */
const SHARED = ['platformName', 'subjectName', 'subjectType', 'uscc_dim', 'areaCode'] as const

/**
 * A clue about a carrier that is in the libraries: whatever is not said of it is read from the carrier, whole. A list
 * shows some of it masked, and what is shown is not what the clue must say.
 */
export async function carrierFacts(call: CallContext): Promise<TableRow> {
  const [kind, key] = [textArg(call, 'objectKind'), textArg(call, 'objectId')]
  const entity = carrierOfKind(call.entities(), kind)
  if (!entity || key === '') return {}
  const row = await recordInScope(call.db, call, entity, key)
  const clue = entityOfCall(call)
  // a takeout platform has codes of its own
  const alike = SHARED.filter(
    name =>
      entity.byName.get(name)?.kind === clue.byName.get(name)?.kind
      && entity.byName.get(name)?.dict === clue.byName.get(name)?.dict,
  )
  const facts: TableRow = {
    ...Object.fromEntries(alike.map(name => [name, row[name]])),
    objectName: row[entity.title],
    objectUrl: addressOf(entity, row),
  }
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => value !== null && value !== undefined && textArg(call, name) === '',
    ),
  )
}
