import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { Refusal } from '../answer/refusal.ts'

const PROBLEM = '接收人不是接收单位的在用人员，请另选，或者留空'

/**
 * Checks that the person belongs to the receiving unit: others would not see the record. `field`: form field to blame.
 */
export async function checkReceiver(
  tx: Database,
  units: readonly string[],
  person: string,
  field: string,
): Promise<void> {
  if (person === '') return
  const found = await tx
    .selectFrom('user')
    .select('orgId')
    .where('id', '=', person)
    .where('delFlag', '=', 0)
    .where(sql<boolean>`coalesce(enabled, 1) = 1`)
    .executeTakeFirst()
  if (!found || !units.includes(String(found['orgId']))) throw new Refusal(400, PROBLEM, { [field]: PROBLEM })
}
