import { sql } from 'kysely'
import { audit } from '../../../server/call/audit.ts'
import type { Saving } from '../../../server/call/context.ts'
import { amongThese } from '../../../server/db/arrays.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { carrierOfKind } from '../carriers/carriers.ts'
import { entityNamed } from '../reporting/report.ts'
import { countUse, LABEL_MODES } from './labelling.ts'

/**
 * Takes a label from the carriers that its rule gave it to, because the rule is about another kind from now on: no run
 * of it would ever come to these again. What hands gave stays.
 */
export async function takeWhatRuleGave({ call, tx }: Saving, label: TableRow): Promise<void> {
  const relation = entityNamed(call.entities(), 'labelRelation')
  const carrier = carrierOfKind(call.entities(), String(label['ruleKind']))
  const { rows } = await sql<TableRow>`select * from ${sql.table(relation.name)} where "labelId" = ${label['id']}
    and "objectKind" = ${label['ruleKind']} and mode = ${LABEL_MODES.byRule} and "delFlag" = 0 for update`.execute(tx)
  if (!carrier || rows.length === 0) return
  const gone = { delFlag: 1, updateTime: chinaTime() }
  for (const before of rows) {
    const objectId = String(before[relation.key])
    await tx.updateTable(relation.name).set(gone).where(relation.key, '=', objectId).execute()
    const entry = { action: call.endpoint.name, entity: relation.name, objectId, before, after: { ...before, ...gone } }
    await audit(tx, call, entry)
  }
  const keys = rows.map(row => String(row['objectId']))
  await sql`update ${sql.table(carrier.name)}
    set "labelNames" = array_to_string(array_remove(string_to_array("labelNames", ','), ${label['labelName']}), ',')
    where ${amongThese(carrier.key, keys)}`.execute(tx)
  await countUse(tx, label['id'], -rows.length)
}
