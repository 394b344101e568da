import { chinaTime } from '../../../server/db/time.ts'
import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { newKey } from '../../../server/records/write/open.ts'
import { runningNumber } from '../../../server/records/write/running-number.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { startingUnit } from '../../../server/workflow/able.ts'
import { entityNamed } from './evaluate.ts'

/** dictionaries/illegalSource, illegalCategory, objectKind; states of workflows/clue.yaml */
const PRICE_SOURCE = '11'
const PRICE_OFFENCE = '08'
const SHOP = '1'
const REPORTED = '10'
const COPIED = ['areaCode', 'customerId', 'platformName', 'subjectName', 'uscc_dim'] as const

/** A confirmed finding becomes a clue, which waits to be dispatched by the unit of whoever confirmed it. */
export async function clueOfPrice({ saving, request, after }: CompletedTransition): Promise<TableRow> {
  const { call, tx } = saving
  const clue = entityNamed(call.entities(), 'illegalResult')
  const user = signedInUser(call)
  const now = chinaTime()
  const values: TableRow = {
    ...Object.fromEntries(COPIED.map(name => [name, after[name] ?? null])),
    objectKind: SHOP,
    objectName: after['shopName'] ?? after['goodsName'] ?? null,
    objectUrl: after['goodsUrl'] ?? null,
    illegalCategory: PRICE_OFFENCE,
    illegalSource: PRICE_SOURCE,
    illegalDesc: String(request.form['illegalDesc'] ?? ''),
    riskLevel: String(request.form['riskLevel'] ?? ''),
    resultStatus: REPORTED,
    finishState: 0,
    overdue: 0,
    supervise: 0,
    foundTime: after['foundTime'] ?? now,
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
  return { resultId: row[clue.key] }
}
