import { sql } from 'kysely'
import type { CompletedTransition, Hooks } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { reportOf } from '../reporting/report.ts'

/** dictionaries/illegalSource */
const DIRECTIONAL = '2'
const HIT = 'directionalHit'
const CONFIRMED = 'confirmed'
const COPIED = [
  'areaCode',
  'customerId',
  'objectKind',
  'objectId',
  'objectName',
  'objectUrl',
  'platformName',
  'subjectName',
  'subjectType',
  'uscc_dim',
  'hitWords',
  'illegalCategory',
  'illegalId',
] as const

/** A hit that is confirmed for good becomes a clue; one that a second person must look at does not yet. */
export async function clueOfHit(transition: CompletedTransition): Promise<TableRow> {
  const { after, plan, request } = transition
  if (plan.to !== CONFIRMED) return {}
  const form = { illegalDesc: after['illegalDesc'] ?? '', riskLevel: after['riskLevel'] ?? '', ...request.form }
  const resultId = await reportOf(
    { ...transition, request: { ...request, form } },
    {
      ...Object.fromEntries(COPIED.map(name => [name, after[name] ?? null])),
      taskId: after['specialTaskId'] ?? null,
      illegalSource: DIRECTIONAL,
    },
  )
  return { resultId }
}

/** Which field keeps what was decided. */
const KEPT_IN: Readonly<Record<string, string>> = {
  confirm: 'decision',
  exclude: 'decision',
  review: 'decision',
  approve: 'secondDecision',
  sendBack: 'secondDecision',
}

/** Keeps what was decided, and counts how many of a task's hits have been confirmed. */
export const DIRECTIONAL_HOOKS: Hooks = {
  afterTransition: async ({ saving: { tx, entity }, request, key, after }) => {
    if (entity.name !== HIT) return
    const kept = KEPT_IN[request.code]
    if (kept !== undefined)
      await tx
        .updateTable(HIT)
        .set({ [kept]: request.code })
        .where('hitId', '=', key)
        .execute()
    await sql`update directional set "confirmCount" = (select count(*) from "directionalHit" h
      where h."taskId" = directional."taskId" and h.judge = ${CONFIRMED} and h."delFlag" = 0)
      where "taskId" = ${String(after['taskId'] ?? '')}`.execute(tx)
  },
}
