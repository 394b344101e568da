import type { CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { reportOf } from '../reporting/report.ts'

/** dictionaries/illegalSource */
const DIRECTIONAL = '2'
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

const SECOND: ReadonlySet<string> = new Set(['approve', 'sendBack'])

/** Keeps what was decided, where the page of the one or the other reviewer shows it. */
const decidedBy = ({ request: { code } }: CompletedTransition): TableRow => ({
  [SECOND.has(code) ? 'secondDecision' : 'decision']: code,
})
export const hitDecided = (transition: CompletedTransition): Promise<TableRow> => Promise.resolve(decidedBy(transition))

/** A hit that is confirmed for good becomes a clue; one that a second person must look at does not yet. */
export async function clueOfHit(transition: CompletedTransition): Promise<TableRow> {
  const { after, plan, request } = transition
  const decided = decidedBy(transition)
  if (plan.to !== CONFIRMED) return decided
  const form = { illegalDesc: after['illegalDesc'] ?? '', riskLevel: after['riskLevel'] ?? '', ...request.form }
  const resultId = await reportOf(
    { ...transition, request: { ...request, form } },
    {
      ...Object.fromEntries(COPIED.map(name => [name, after[name] ?? null])),
      taskId: after['specialTaskId'] ?? null,
      illegalSource: DIRECTIONAL,
    },
  )
  return { ...decided, resultId }
}
