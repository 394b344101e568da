import { sql, type RawBuilder } from 'kysely'
import { chinaTime, momentOf } from '../../../../server/db/time.ts'
import {
  entityOfCall,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { answerList } from '../../../../server/records/read/list.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import type { ListQuery } from '../../../../server/call/list-query.ts'
import { findInScope } from '../../../../server/records/read/record.ts'

type Condition = RawBuilder<boolean>

/** Clues about the same thing count as repeated within this number of days. */
const REPEAT_DAYS = 90
const DAY_MS = 86_400_000
const around = (time: string, days: number): string => chinaTime(momentOf(time) + days * DAY_MS)

const same = (row: Record<string, unknown>, fields: readonly string[]): Condition[] => {
  const given = fields.map(field => [field, row[field]] as const)
  if (given.some(([, value]) => value === null || value === undefined || value === '')) return []
  return [
    sql<boolean>`(${sql.join(
      given.map(([field, value]) => sql<boolean>`${sql.ref(field)} = ${value}`),
      sql` and `,
    )})`,
  ]
}

/** Condition for other clues with the same address and item, or the same subject and category. */
async function alike(call: CallContext, key: string): Promise<Condition[]> {
  const row = await findInScope(call.db, call.rows, entityOfCall(call), key)
  const likenesses = row
    ? [...same(row, ['objectUrl', 'illegalCategory']), ...same(row, ['uscc_dim', 'illegalCategory'])]
    : []
  const found = String(row?.['foundTime'] ?? '')
  if (!row || likenesses.length === 0 || found === '') return [sql<boolean>`false`]
  return [
    sql<boolean>`"resultId" <> ${key}`,
    sql<boolean>`(${sql.join(likenesses, sql` or `)})`,
    sql<boolean>`"foundTime" >= ${around(found, -REPEAT_DAYS)}`,
    sql<boolean>`"foundTime" <= ${around(found, REPEAT_DAYS)}`,
  ]
}

const repeats: Handler = async call => {
  const { resultId: _key, ...args } = call.args
  const key = textArg(call, 'resultId')
  const conditions = key === '' ? [sql<boolean>`false`] : await alike(call, key)
  return answerList(call, await planList({ ...call, args }, conditions))
}

/** Clues assigned to the user or the user's unit. */
const receivedQuery = (call: CallContext): Promise<ListQuery> => {
  const { orgId, id } = signedInUser(call)
  return planList(call, [sql<boolean>`("curOrg" = ${orgId} or "curUser" = ${id})`, sql<boolean>`"sendOrg" is not null`])
}

export const clueLists: Handlers = { 'clue.repeats': repeats, 'clue.received': { query: receivedQuery } }
