import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import type { CallContext } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { daysBefore } from '../prices/windows.ts'

/** dictionaries/judgeResult */
const [CONFIRMED, EXCLUDED] = ['1', '2']
const DAYS = 30

/**
 * Adds to models what came of their hits, as far as the user sees them: hits of the last 30 days that were judged, and
 * the share of confirmed among all that were confirmed or excluded, percent; null where nothing has been judged.
 */
export async function withFigures(call: CallContext, models: readonly TableRow[]): Promise<TableRow[]> {
  const judged = call.entities().get('suspectedHistory')
  const keys = models.map(row => String(row['modelId']))
  if (!judged || keys.length === 0) return [...models]
  const where = every([...inScope(judged, call.rows), sql<boolean>`"modelId" in (${sql.join(keys)})`])
  const { rows } = await sql<{ modelId: string; hits: number; judged: number; confirmed: number }>`select "modelId",
    count(*) filter (where "hitTime" >= ${daysBefore(chinaTime(), DAYS)}::timestamp)::int as hits,
    count(*) filter (where judge in (${CONFIRMED}, ${EXCLUDED}))::int as judged,
    count(*) filter (where judge = ${CONFIRMED})::int as confirmed
    from ${sql.table(judged.name)} where ${where} group by "modelId"`.execute(call.db)
  const found = new Map(rows.map(row => [row.modelId, row]))
  return models.map(row => {
    const one = found.get(String(row['modelId']))
    const share = one && one.judged > 0 ? { precision: Math.round((one.confirmed / one.judged) * 1000) / 10 } : {}
    return { ...row, hits30: one?.hits ?? 0, judgedCount: one?.judged ?? 0, ...share }
  })
}
