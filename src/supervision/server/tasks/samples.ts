import { sql } from 'kysely'
import type { TableRow } from '../../../server/db/database.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'

const ENTERED = '1'
const PUBLISHED = '3'
/** dictionaries/randomResult: nothing was found */
const CLEAN = '1'

/** Recounts a random task's progress from its samples. */
export async function countSamples({ after, request, plan, saving: { tx } }: CompletedTransition): Promise<TableRow> {
  const taskId = String(after['taskId'])
  await sql`update "taskRandom" set "doneCount" = counted.done, "problemCount" = counted.problems from (
      select count(*) filter (where "recordState" in (${ENTERED}, ${PUBLISHED})) as done,
        count(*) filter (where "recordState" in (${ENTERED}, ${PUBLISHED})
    and coalesce("checkResults", ${CLEAN}) <> ${CLEAN}) as problems
      from "randomSample" where "taskId" = ${taskId}) as counted where id = ${taskId}`.execute(tx)
  if (plan.to === ENTERED) return { enterTime: request.now }
  return plan.to === PUBLISHED ? { publishTime: request.now } : {}
}

/** Ends a task when all of its results are published. */
export async function finishDraw({ key, saving: { tx } }: CompletedTransition): Promise<TableRow> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from "randomSample" where "taskId" = ${key} and "recordState" <> ${PUBLISHED}`.execute(tx)
  const open = Number(rows[0]?.n ?? 0)
  if (open > 0) throw badRequest(`还有 ${open} 个抽查对象没有公示结果，不能完成`)
  return {}
}
