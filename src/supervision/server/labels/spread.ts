import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import type { Row } from '../../../core/contract/api.ts'
import { lengthBelow } from '../../../core/model/scope.ts'
import { inScope } from '../../../server/access/row-scope.ts'
import { requiredArg, signedInUser, type CallContext, type Handlers } from '../../../server/call/context.ts'
import { every } from '../../../server/records/read/plan-list.ts'

const MONTHS = 12
const DIGITS = 6

/** The label's relations within reach. */
function relationsOf(call: CallContext) {
  const relation = entityNamed(call.entities(), 'labelRelation')
  const where = every([...inScope(relation, call.rows), sql<boolean>`"labelId" = ${requiredArg(call, 'id')}`])
  return sql`from ${sql.table(relation.name)} where ${where}`
}

/** How many carriers got the label in each of the last months that had any, the latest first. */
async function months(call: CallContext): Promise<Row[]> {
  const { rows } = await sql<{ month: string; n: number }>`select to_char(time, 'YYYY-MM') as month, count(*) as n
    ${relationsOf(call)} and time is not null group by 1 order by 1 desc limit ${MONTHS}`.execute(call.db)
  return rows.map(({ month, n }) => ({ month, count: Number(n) }))
}

/** How many carriers have the label in each area below one's own, the most first. */
async function areas(call: CallContext): Promise<Row[]> {
  const length = lengthBelow(signedInUser(call).areaCode)
  const { rows } = await sql<{ part: string; n: number }>`select left("areaCode", ${length}) as part, count(*) as n
    ${relationsOf(call)} group by 1 order by 2 desc, 1`.execute(call.db)
  return rows.map(({ part, n }) => {
    const code = part.padEnd(DIGITS, '0')
    return { areaCode: code, areaName: call.regions.nameOf(code), count: Number(n) }
  })
}

export const labelSpread: Handlers = { 'label.months': months, 'label.areas': areas }
