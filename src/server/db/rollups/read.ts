import { sql, type RawBuilder } from 'kysely'
import { quoted } from '../tables/province.ts'
import { ROWS, rollupTables, type RollupPlan } from './plan.ts'

/**
 * A roll-up in place of its table: `select … from ${rollupSource(plan)} where … group by …`. It has a column for each
 * key, under the name of the field, for each sum, and `ROWS`; sums are to be summed further. Conditions and groups that
 * the roll-up covers (src/core/statistics/cover.ts) are written as those on rows, also those of the row scope. A group
 * may come in several parts, some below zero; one whose `sum(ROWS)` is 0 has no rows, so every query with groups says
 * `having sum("rows$") <> 0`. To be read in one statement, which sees what is put together and what has changed since
 * at the same moment.
 */
export function rollupSource(plan: RollupPlan, alias = plan.table): RawBuilder<unknown> {
  const { base, delta } = rollupTables(plan)
  const columns = [...plan.keys, { name: ROWS }, ...plan.sums].map(({ name }) => quoted(name))
  const live = plan.live ? [`0::smallint as "delFlag"`] : []
  const part = (table: string): string => `select ${[...columns, ...live].join(', ')} from ${quoted(table)}`
  return sql.raw(`(${part(base)} union all ${part(delta)}) as ${quoted(alias)}`)
}

/** What a number of a roll-up is as of: its statement, since it is kept within the transaction of each change. */
export const AS_OF = sql<string>`to_char(statement_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
