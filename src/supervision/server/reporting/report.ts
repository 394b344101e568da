import { applyChange, type Change } from '../../../server/records/write/change.ts'
import { signedInUser, type CompletedTransition, type Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'

/** State of workflows/clue.yaml. */
const REPORTED = '10'

/** The first entry of a clue's route: that it was reported. */
export function firstStep({ call }: Pick<Saving, 'call'>, clue: TableRow): Change {
  const { id, orgId } = signedInUser(call)
  return {
    entity: entityNamed(call.entities(), 'clueRoute'),
    told: 'within',
    values: {
      resultId: clue['resultId'],
      customerId: clue['customerId'],
      areaCode: clue['areaCode'],
      action: 'new',
      fromOrg: orgId,
      fromUser: id,
      toOrg: clue['curOrg'],
      toStatus: REPORTED,
      actTime: chinaTime(),
      usedHours: 0,
    },
  }
}

/**
 * Makes a clue of what somebody has confirmed, in the transaction of the transition: its dialog says description and
 * risk, `facts` all that is known of the object. The clue waits to be dispatched by the unit of whoever confirmed it.
 * Returns its key.
 */
export async function reportOf({ saving, request }: CompletedTransition, facts: TableRow): Promise<string> {
  const { call } = saving
  const clue = entityNamed(call.entities(), 'illegalResult')
  const user = signedInUser(call)
  const now = chinaTime()
  const values: TableRow = {
    ...facts,
    illegalDesc: String(request.form['illegalDesc'] ?? ''),
    riskLevel: String(request.form['riskLevel'] ?? ''),
    resultStatus: REPORTED,
    finishState: 0,
    overdue: 0,
    supervise: 0,
    foundTime: facts['foundTime'] ?? now,
    foundBy: user.id,
    stateTime: now,
  }
  const row = await applyChange(saving, { entity: clue, values })
  await applyChange(saving, firstStep(saving, row))
  return String(row[clue.key])
}
