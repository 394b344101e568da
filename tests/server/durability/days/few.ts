import { sql } from 'kysely'
import type { Database } from '../../../../src/server/db/database.ts'

const SITES = 12
const TASKS = 2

/** Leaves a demonstration with few sites that are looked at daily, and few tasks of each frequency. */
export async function withFewSites(db: Database): Promise<void> {
  const few = db.selectFrom('licenseApply').select('applyId').orderBy('applyId').limit(SITES)
  await db.deleteFrom('licenseApply').where('applyId', 'not in', few).execute()
  for (const table of ['collectTask', 'directional']) {
    await sql`delete from ${sql.table(table)} where "taskId" in (select "taskId" from (select "taskId",
      row_number() over (partition by freq, state order by "taskId") as n from ${sql.table(table)}) as ranked
      where n > ${TASKS})`.execute(db)
  }
}
