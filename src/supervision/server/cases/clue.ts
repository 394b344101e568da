import type { TableRow } from '../../../server/db/database.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'
import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'

const WAITING = '55'

/** The clue that a case came from waits for it, and goes on by what is decided. */
async function follow({ saving, request, after, take }: CompletedTransition, code: string): Promise<TableRow> {
  const { call, tx } = saving
  const key = String(after['resultId'] ?? '')
  if (key === '') return {}
  const clue = await tx.selectFrom('illegalResult').selectAll().where('resultId', '=', key).executeTakeFirst()
  if (clue?.['resultStatus'] !== WAITING) return {}
  const entity = entityNamed(call.entities(), 'illegalResult')
  await applyChange(saving, { entity, before: clue, values: { notFileGround: after['notFileGround'] ?? null } })
  await take({ call, tx, entity, before: undefined }, key, code, request.now)
  return {}
}

export const clueFiled = (done: CompletedTransition): Promise<TableRow> => follow(done, 'caseFiled')
export const clueNotFiled = (done: CompletedTransition): Promise<TableRow> => follow(done, 'caseNotFiled')
