import { sql } from 'kysely'
import { Refusal } from '../../../server/answer/refusal.ts'
import type { HourlyWork } from '../../../server/call/context.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { APPLICATION, checkMark, PASSED, POSTED } from './check.ts'

const DAY_MS = 86_400_000
/** Sites asked in one hour: each takes up to eight seconds, so that all of them fit well into it. */
const MOST = 100

/** Looks once a day for every mark that is to hang on a site, those first that have waited longest. */
export const checkMarks: HourlyWork = async (services, now, fault) => {
  if (!services.entities().has(APPLICATION)) return 0
  const before = chinaTime(momentOf(now) - DAY_MS)
  const { rows } = await sql<TableRow>`select * from ${sql.table(APPLICATION)}
    where "state" in (${sql.join([PASSED, POSTED])}) and "delFlag" = 0
    and ("lastProbe" is null or "lastProbe" <= ${before}::timestamp)
    order by "lastProbe" nulls first, "applyId" limit ${MOST}`.execute(services.db)
  for (const row of rows) {
    const call = systemCallFor(services, row, fault)
    // somebody may have taken the application on meanwhile
    await checkMark(call, row).catch((error: unknown) => (error instanceof Refusal ? undefined : fault(error)))
  }
  return rows.length
}
