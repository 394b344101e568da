import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import type { Saving } from '../../../server/call/context.ts'
import { amongThese } from '../../../server/db/arrays.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { carrierOfKind } from '../carriers/carriers.ts'
import { LABEL_MODES } from './labelling.ts'

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
  for (const before of rows) await applyChange({ call, tx }, { entity: relation, before, values: { delFlag: 1 } })
  const keys = rows.map(row => String(row['objectId']))
  await sql`update ${sql.table(carrier.name)}
    set "labelNames" = array_to_string(array_remove(string_to_array("labelNames", ','), ${label['labelName']}), ',')
    where ${amongThese(carrier.key, keys)}`.execute(tx)
}
