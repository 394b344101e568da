import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { newKey } from '../../../server/records/write/open.ts'
import { runningNumber } from '../../../server/records/write/running-number.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { countOfCarrier } from '../carriers/clue-count.ts'
import { startingUnit } from '../../../server/workflow/able.ts'
import type { Entity } from '../../../server/db/tables/models.ts'

/** State of workflows/clue.yaml. */
const REPORTED = '10'

/** An entity that the product is not without. */
export function entityNamed(entities: ReadonlyMap<string, Entity>, name: string): Entity {
  const entity = entities.get(name)
  if (!entity) throw new Error(`There is no entity ${name}`)
  return entity
}

/**
 * Makes a clue of what somebody has confirmed, in the transaction of the transition: its dialog says description and
 * risk, `facts` all that is known of the object. The clue waits to be dispatched by the unit of whoever confirmed it.
 * Returns its key.
 */
export async function reportOf({ saving, request }: CompletedTransition, facts: TableRow): Promise<string> {
  const { call, tx } = saving
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
    createBy: user.id,
    createTime: now,
    updateTime: now,
    stateTime: now,
    delFlag: 0,
  }
  const place = { ...saving, entity: clue, before: undefined }
  const row = await writeRow(tx, clue, undefined, {
    ...values,
    [clue.key]: newKey(),
    clueNo: await runningNumber(place, 'clueNo', 'XS', String(values['areaCode'] ?? user.areaCode)),
    curOrg: await startingUnit(place, values),
  })
  await countOfCarrier(saving, row)
  const route = entityNamed(call.entities(), 'clueRoute')
  await writeRow(tx, route, undefined, {
    [route.key]: newKey(),
    resultId: row[clue.key],
    customerId: row['customerId'],
    areaCode: row['areaCode'],
    action: 'new',
    fromOrg: user.orgId,
    fromUser: user.id,
    toOrg: row['curOrg'],
    toStatus: REPORTED,
    actTime: now,
    usedHours: 0,
  })
  return String(row[clue.key])
}
