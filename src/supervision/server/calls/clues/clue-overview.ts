import { sql } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import {
  entityOfCall,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'

interface Counted {
  key: string
  value: string
  count: number
}

/** Number of clues for each entry of a dictionary; `all` includes entries without clues. */
async function counted(call: CallContext, field: string, dictionary: string, all: boolean): Promise<Counted[]> {
  const entity = entityOfCall(call)
  const { rows } = await sql<{
    key: string
    n: number
  }>`select ${sql.ref(field)} as key, count(*) as n from ${sql.table(entity.name)}
    where ${every(inScope(entity, call.rows))} and ${sql.ref(field)} is not null group by 1`.execute(call.db)
  const numbers = new Map(rows.map(({ key, n }) => [key, Number(n)]))
  const entries = (call.scoped.dictionary(dictionary) ?? []).map(([key, value]) => ({
    key,
    value,
    count: numbers.get(key) ?? 0,
  }))
  return all ? entries : entries.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

const categories: Handler = call => counted(call, 'illegalCategory', 'illegalCategory', true)
const platforms: Handler = call => counted(call, 'platformName', 'carrierPlatform', false)

/** Numbers of clues: all, of today and this month, open, closed, overdue, and reported by the user. */
const overview: Handler = async call => {
  const entity = entityOfCall(call)
  const day = chinaTime().slice(0, 10)
  const { rows } = await sql<
    Record<string, number>
  >`select count(*) as total, count(*) filter (where "foundTime" >= ${day}) as today,
    count(*) filter (where "foundTime" >= ${`${day.slice(0, 7)}-01`}) as month, count(*)
    filter (where coalesce("finishState", 0) <> 1) as open,
    count(*) filter (where "finishState" = 1) as closed, count(*) filter (where overdue = 1
    and coalesce("finishState", 0) <> 1) as overdue,
    count(*) filter (where "createBy" = ${signedInUser(call).id}) as mine from ${sql.table(entity.name)}
    where ${every(inScope(entity, call.rows))}`.execute(call.db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
}

export const clueOverview: Handlers = {
  'clue.categories': categories,
  'clue.platforms': platforms,
  'clue.overview': overview,
}
