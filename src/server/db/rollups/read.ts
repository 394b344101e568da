import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../../../core/period/day.ts'
import { quoted } from '../tables/province.ts'
import { addedBy, ofNotes } from './notes.ts'
import { cutSql, LEVEL, ROWS, rollupTables, type CutPeriods, type RollupPlan, type RollupView } from './plan.ts'

/**
 * A level of a roll-up in place of its table: `select … from ${rollupSource(plan)} where … group by …`. It has a column
 * for each key of the level, under the name of the field, for each sum, and `ROWS`; sums are to be summed further.
 * Conditions and groups that the level covers (src/core/statistics/cover.ts) are written as those on rows, also those
 * of the row scope. A group may come in several parts, some below zero; one whose `sum(ROWS)` is 0 has no rows, so
 * every query with groups says `having sum("rows$") <> 0`. To be read in one statement, which sees what is put together
 * and what has changed since at the same moment.
 */
export function rollupSource(plan: RollupPlan, asked: Asked = {}): RawBuilder<unknown> {
  const { level = 0, alias = plan.table, cut, only } = asked
  const source = { plan, sums: plan.sums.filter(({ name }) => !only || only.has(name)) }
  return sql.raw(`(${cut ? inParts(source, level, cut) : levelOf(source, level)}) as ${quoted(alias)}`)
}

/**
 * `alias`: what the source is called; the table's own name when left out. `only`: the sums that are asked for; all when
 * left out, which take the database longer to understand than to read.
 */
type Asked = Partial<Pick<RollupView, 'level' | 'cut'>> & { alias?: string; only?: ReadonlySet<string> }

/** A roll-up, and which of its sums are read. */
type Source = Pick<RollupView, 'plan' | 'sums'>

const numbersOf = ({ sums }: Source): string[] => [ROWS, ...sums.map(({ name }) => name)].map(quoted)
const liveOf = ({ live }: RollupPlan): string[] => (live ? [`0::smallint as "delFlag"`] : [])

/** What has been put together of a level, and what has changed since. */
function levelOf(source: Source, level: number): string {
  const { plan, sums } = source
  const { base, delta } = rollupTables(plan)
  const cuts = plan.levels[level] ?? []
  const numbers = numbersOf(source)
  const notes = ofNotes(quoted(delta))
  const noted = cuts.map(one => {
    const key = plan.keys.find(({ name }) => name === one.name)
    return `${cutSql(one, key?.type ?? 'text', key?.sql ?? 'null')} as ${quoted(one.name)}`
  })
  const added = addedBy({ sums }, notes).map((value, at) => `${value} as ${numbers[at]}`)
  const put = [...cuts.map(({ name }) => quoted(name)), ...numbers, ...liveOf(plan)].join(', ')
  return (
    `select ${put} from ${quoted(base)} where ${quoted(LEVEL)} = ${level}`
    + ` union all select ${[...noted, ...added, ...liveOf(plan)].join(', ')} from ${notes.rows}`
  )
}

/** A level for all but some periods, and a finer one for these. */
function inParts(source: Source, level: number, { time, periods, finer }: CutPeriods): string {
  const { plan } = source
  const type = plan.keys.find(({ name }) => name === time)?.type ?? 'date'
  const day = (text: string): string => `'${text}'::${type}`
  const column = quoted(time)
  const within = periods.map(({ start, end }) => `${column} >= ${day(start)} and ${column} < ${day(addDays(end, 1))}`)
  const both = (plan.levels[level] ?? []).filter(({ name }) => plan.levels[finer]?.some(one => one.name === name))
  const columns = [...both.map(({ name }) => quoted(name)), ...numbersOf(source), ...(plan.live ? ['"delFlag"'] : [])]
  const part = (from: number, is: string): string =>
    `select ${columns.join(', ')} from (${levelOf(source, from)}) p where ${is} (${within.join(' or ')})`
  return `${part(level, 'not')} union all ${part(finer, '')}`
}

/** What a number of a roll-up is as of: its statement, since it is kept within the transaction of each change. */
export const AS_OF = sql<string>`to_char(statement_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
