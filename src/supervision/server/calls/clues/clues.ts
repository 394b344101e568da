import { sql } from 'kysely'
import { applyChange } from '../../../../server/records/write/change.ts'
import { firstStep } from '../../reporting/report.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { notFound } from '../../../../server/answer/refusal.ts'
import { entityFor } from '../../../../server/access/field-rights.ts'
import { takeTransition } from '../../../../server/workflow/take.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
  type Saving,
} from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { carrierFacts } from '../data-center/clue-carrier.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'

const REPORTED = '10'
const BY_HAND = '12'
const HANDLE = 'cl'
/** Whose work a clue is: an agency's that is hired to monitor, a platform's, our own. */
async function kindOf({ tx }: Saving, orgId: string): Promise<string | null> {
  const { rows } = await sql<{ orgType: string | null }>`select "orgType" from org where "orgId" = ${orgId}`.execute(tx)
  return rows[0]?.orgType ?? null
}

/**
 * Creates a reported clue, which waits to be dispatched by its unit, or by the nearest above that can. Reporter and
 * time are set by the server.
 */
export async function reportClue(call: CallContext, known: TableRow = {}): Promise<{ resultId: string }> {
  const user = signedInUser(call)
  // without the key, because existing clues are changed only by their workflow
  const { resultId: _, ...args } = call.args
  const key = await saveRecord(
    { ...call, args },
    async (saving, values) => {
      Object.assign(values, {
        resultStatus: REPORTED,
        finishState: 0,
        overdue: 0,
        illegalSource: values['illegalSource'] ?? BY_HAND,
        foundTime: values['foundTime'] ?? chinaTime(),
        foundBy: user.id,
        orgType: values['orgType'] ?? (await kindOf(saving, user.orgId)),
        curOrg: null,
        curUser: null,
        sendOrg: null,
        limitTime: null,
        stepTime: null,
        stateTime: chinaTime(),
        repeatOf: null,
        supervise: 0,
      })
      return {}
    },
    async (tx, work) => {
      const key = await work()
      const clue = await recordInScope(tx, call, entityOfCall(call), key)
      await applyChange({ call, tx }, firstStep({ call }, clue))
      return key
    },
    { known: { ...(await carrierFacts(call)), ...known } },
  )
  return { resultId: key }
}
const report: Handler = call => reportClue(call)

/**
 * The result of processing, entered on a page of its own instead of a dialog: takes the same transition as the button.
 */
const handle: Handler = call => {
  const clue = call.entities().get('illegalResult')
  if (!clue) throw notFound()
  return takeTransition(call, entityFor(clue, call.user), requiredArg(call, 'resultId'), HANDLE)
}

export const clues: Handlers = {
  'clue.handle': handle,
  'clue.report': report,
}
