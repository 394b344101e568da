import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { inScope } from '../../../server/access/row-scope.ts'
import { every } from '../../../server/records/read/plan-list.ts'

/** A suggestion that is adopted becomes a label of the unit that adopts it; one of that name must not exist. */
export async function labelOfSuggestion({ saving, request, after }: CompletedTransition): Promise<TableRow> {
  const { call, tx } = saving
  const label = entityNamed(call.entities(), 'label')
  const user = signedInUser(call)
  const labelName = String(after['labelName'] ?? '')
  const same = every([...inScope(label, call.rows), sql<boolean>`"labelName" = ${labelName}`])
  const { rows } = await sql`select 1 from ${sql.table(label.name)} where ${same} limit 1`.execute(tx)
  if (rows.length > 0) throw badRequest(`已有标签“${labelName}”，请改名或不采纳`)
  const values = {
    labelName,
    labelKind: after['labelKind'] ?? null,
    objectKinds: after['objectKinds'] ?? null,
    description: after['reason'] ?? null,
    scope: String(request.form['scope'] ?? ''),
    owner: user.orgId,
    enabled: 1,
    areaCode: user.areaCode,
    customerId: after['customerId'] ?? null,
  }
  const made = await applyChange(saving, { entity: label, values })
  return { adoptedAs: String(made[label.key]) }
}
