import { sql } from 'kysely'
import type { TableRow } from '../../../server/db/database.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'

const PUBLISHED = '3'

/** Ends a task when all of its results are published. */
export async function finishDraw({ key, saving: { tx } }: CompletedTransition): Promise<TableRow> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from "randomSample" where "taskId" = ${key} and "recordState" <> ${PUBLISHED}`.execute(tx)
  const open = Number(rows[0]?.n ?? 0)
  if (open > 0) throw badRequest(`还有 ${open} 个抽查对象没有公示结果，不能完成`)
  return {}
}
