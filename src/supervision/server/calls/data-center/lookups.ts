import { sql } from 'kysely'
import type { CallContext, Handlers } from '../../../../server/call/context.ts'
import type { ListQuery } from '../../../../server/call/list-query.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import { entriesOf } from '../../../../server/calls/console/lookups.ts'

/** Decisions that bring in money. The specification's filter of funds (startTime, endTime, name) stands for our own. */
function penalties(call: CallContext): Promise<ListQuery> {
  const { startTime, endTime, name, ...args } = call.args
  const named = Object.entries({ decideDateStart: startTime, decideDateEnd: endTime, party: name })
  const given = named.filter(([, value]) => value !== undefined && value !== '')
  return planList({ ...call, args: { ...args, ...Object.fromEntries(given) } }, [sql<boolean>`"totalAmount" > 0`])
}

export const lookups: Handlers = {
  'dict.platforms': call => entriesOf(call, 'platform'),
  'dict.goodsCategories': call => entriesOf(call, 'goodsCategory'),
  'money.get': { query: penalties },
}
