import type { TableRow } from '../../../server/db/database.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { choices } from '../../../server/call/values.ts'
import { addEvidence, showOnClue } from '../evidence/on-clue.ts'
import { keepSubject } from '../evidence/subject.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'

const CANCELLED = '70'

/** Ends a hit that repeats a clue, and adds its evidence to that clue. */
export async function mergeClue({ saving, key, after }: CompletedTransition): Promise<TableRow> {
  const { call, tx, entity } = saving
  const target = String(after['repeatOf'] ?? '')
  if (target === key) throw badRequest('不能并入线索自己')
  const clue = await findInScope(tx, call.rows, entity, target, true)
  if (!clue) throw badRequest('所重复的线索不存在')
  if (clue['resultStatus'] === CANCELLED) throw badRequest('所重复的线索已撤销、已排除或已并入别的线索，请另选')
  await addEvidence(saving, clue, choices(after['evidenceIds']))
  return {}
}

/**
 * Effect of the button that shows captured evidence on a clue; the server does the same when evidence gets its time
 * stamp.
 */
export async function showEvidence(done: CompletedTransition): Promise<TableRow> {
  const { saving, after } = done
  await showOnClue(saving, after)
  return keepSubject(done)
}
