import { sql } from 'kysely'
import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { inScope } from '../../../server/access/row-scope.ts'
import { audit } from '../../../server/call/audit.ts'
import { newKey } from '../../../server/records/write/open.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { entityNamed } from '../reporting/report.ts'

/** A suggestion that is adopted becomes a label of the unit that adopts it; one of that name must not exist. */
export async function labelOfSuggestion({ saving, request, after }: CompletedTransition): Promise<TableRow> {
  const { call, tx } = saving
  const label = entityNamed(call.entities(), 'label')
  const user = signedInUser(call)
  const labelName = String(after['labelName'] ?? '')
  const same = every([...inScope(label, call.rows), sql<boolean>`"labelName" = ${labelName}`])
  const { rows } = await sql`select 1 from ${sql.table(label.name)} where ${same} limit 1`.execute(tx)
  if (rows.length > 0) throw badRequest(`已有标签“${labelName}”，请改名或不采纳`)
  const now = chinaTime()
  const made = await writeRow(tx, label, undefined, {
    [label.key]: newKey(),
    labelName,
    labelKind: after['labelKind'] ?? null,
    objectKinds: after['objectKinds'] ?? null,
    description: after['reason'] ?? null,
    scope: String(request.form['scope'] ?? ''),
    owner: user.orgId,
    useCount: 0,
    enabled: 1,
    areaCode: user.areaCode,
    customerId: after['customerId'] ?? null,
    createBy: user.id,
    createTime: now,
    updateTime: now,
    delFlag: 0,
  })
  const key = String(made[label.key])
  await audit(tx, call, { action: call.endpoint.name, entity: label.name, objectId: key, after: made })
  return { adoptedAs: key }
}
