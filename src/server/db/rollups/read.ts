import { sql, type RawBuilder } from 'kysely'
import { quoted } from '../tables/province.ts'
import { addedBy, ofNotes } from './notes.ts'
import { cutSql, LEVEL, ROWS, rollupTables, type RollupPlan } from './plan.ts'

/**
 * A level of a roll-up in place of its table: `select … from ${rollupSource(plan)} where … group by …`. It has a column
 * for each key of the level, under the name of the field, for each sum, and `ROWS`; sums are to be summed further.
 * Conditions and groups that the level covers (src/core/statistics/cover.ts) are written as those on rows, also those
 * of the row scope. A group may come in several parts, some below zero; one whose `sum(ROWS)` is 0 has no rows, so
 * every query with groups says `having sum("rows$") <> 0`. To be read in one statement, which sees what is put together
 * and what has changed since at the same moment.
 */
export function rollupSource(plan: RollupPlan, { level = 0, alias = plan.table } = {}): RawBuilder<unknown> {
  const { base, delta } = rollupTables(plan)
  const cuts = plan.levels[level] ?? []
  const numbers = [ROWS, ...plan.sums.map(({ name }) => name)].map(quoted)
  const live = plan.live ? [`0::smallint as "delFlag"`] : []
  const notes = ofNotes(quoted(delta))
  const cut = cuts.map(one => {
    const key = plan.keys.find(({ name }) => name === one.name)
    return `${cutSql(one, key?.type ?? 'text', key?.sql ?? 'null')} as ${quoted(one.name)}`
  })
  const added = addedBy(plan, notes).map((value, at) => `${value} as ${numbers[at]}`)
  const put = [...cuts.map(({ name }) => quoted(name)), ...numbers, ...live].join(', ')
  return sql.raw(
    `(select ${put} from ${quoted(base)} where ${quoted(LEVEL)} = ${level}`
      + ` union all select ${[...cut, ...added, ...live].join(', ')} from ${notes.rows}) as ${quoted(alias)}`,
  )
}

/** What a number of a roll-up is as of: its statement, since it is kept within the transaction of each change. */
export const AS_OF = sql<string>`to_char(statement_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
