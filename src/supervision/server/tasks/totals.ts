import { sql } from 'kysely'
import type { Database, TableRow } from '../../../server/db/database.ts'

/** Recounts a task's clues, all and finished ones, when one of them changes. */
export async function countClues(tx: Database, clue: TableRow): Promise<void> {
  const taskId = String(clue['taskId'] ?? '')
  if (taskId === '') return
  await sql`update "taskSpecial" set "clueTotal" = counted.all_of, "doneTotal" = counted.done,
      "doneRate" = case when counted.all_of = 0 then 0 else round(counted.done * 100.0 / counted.all_of, 2)
    end
    from (select count(*) as all_of, count(*) filter (where "finishState" = 1) as done from "illegalResult"
    where "taskId" = ${taskId} and "delFlag" = 0) as counted
    where "taskSpecial"."taskId" = ${taskId}`.execute(tx)
}
