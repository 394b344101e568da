import { sql } from 'kysely'
import { amongThese } from '../../db/arrays.ts'
import { badRequest } from '../../answer/refusal.ts'
import { requiredArg, type Handler, type Handlers } from '../../call/context.ts'
import { COUNT_CAP } from '../../records/read/plan-list.ts'
import { TEXT_KINDS } from '../../../core/model/field/traits.ts'
import { storedWays } from '../../../core/model/field/clean.ts'
import { choices, isRecord } from '../../call/values.ts'
import { openList } from '../../call/open-list.ts'

const MOST = 20

/** Number of rows of each tab of a list, counted in one query and capped like the list's own total. */
const tabs: Handler = async call => {
  const name = requiredArg(call, 'call')
  const shared = isRecord(call.args['args']) ? call.args['args'] : {}
  const parts = Object.entries(isRecord(call.args['tabs']) ? call.args['tabs'] : {})
  if (parts.length === 0 || parts.length > MOST) throw badRequest(`参数 tabs 应有 1 到 ${MOST} 项`)
  const lists = await Promise.all(
    parts.map(([, fixed]) => openList(call, name, { ...shared, ...(isRecord(fixed) ? fixed : {}) })),
  )
  const counts = lists.map(
    ({ rows }, i) => sql`(select count(*) from (select 1 from ${sql.table(rows.entity.name)} where ${rows.where}
      limit ${COUNT_CAP + 1}) as counted) as ${sql.ref(`n${i}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(call.db)
  return Object.fromEntries(
    parts.map(([part], i) => {
      const counted = Number(rows[0]?.[`n${i}`] ?? 0)
      return [part, { number: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP }]
    }),
  )
}

/**
 * Which of the whole values that a list is filtered by are in none of its rows: of a hundred codes that somebody
 * pasted, those that nobody has entered yet.
 */
const missing: Handler = async call => {
  const [name, of] = [requiredArg(call, 'call'), requiredArg(call, 'field')]
  const args = isRecord(call.args['args']) ? call.args['args'] : {}
  const values = args[of]
  if (!Array.isArray(values)) throw badRequest(`参数 args 里要有 ${of} 的多个值`)
  const { rows } = await openList(call, name, args)
  const field = rows.entity.byName.get(of)
  if (!field || !TEXT_KINDS.has(field.kind)) throw badRequest(`不能按 ${of} 的多个值查找`)
  // whatever the filter makes of them: all but these, say, would be all there are
  const ways = choices(values).flatMap(value => storedWays(field, value))
  const { rows: found } = await sql<{ value: string | null }>`select distinct ${sql.ref(of)} as value
    from ${sql.table(rows.entity.name)} where ${rows.where} and ${amongThese(of, ways)}`.execute(call.db)
  const there = new Set(found.map(({ value }) => value))
  return choices(values).filter(value => !storedWays(field, value).some(way => there.has(way)))
}

export const listTabs: Handlers = { 'list.tabs': tabs, 'list.missing': missing }
