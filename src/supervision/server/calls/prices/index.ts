import { entityNamed } from '../../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { beginBatch } from '../../../../server/jobs/begin-batch.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import { findInScope, keyArgument, recordInScope } from '../../../../server/records/read/record.ts'
import { removeRecord } from '../../../../server/records/write/delete.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { ITEM, placeOf } from '../../prices/evaluate.ts'
import { judge, judgeWithout } from '../../prices/judge-again.ts'

/** A price belongs where its goods belong, and only goods that the user sees get prices. */
const record: Handler = call =>
  saveRecord(call, async ({ tx, before }, values) => {
    const key = String(values['itemId'] ?? before?.['itemId'] ?? '')
    const item = await findInScope(tx, call.rows, entityNamed(call.entities(), ITEM), key)
    const problems: Record<string, string> = item ? {} : { itemId: '没有这个监测商品，或不在您的管辖范围内' }
    if (item) Object.assign(values, placeOf(item))
    return problems
  })

/**
 * Takes back a price that was typed in wrongly, by whoever typed it: what is collected stays. The goods are judged by
 * the prices that remain, because a wrong one stands in what they cost, in their lowest and highest, and in findings.
 */
const withdraw: Handler = call =>
  removeRecord(call, async (tx, work) => {
    const entity = entityOfCall(call)
    const row = await recordInScope(tx, call, entity, requiredArg(call, keyArgument(call, entity)), true)
    if (row['createBy'] !== signedInUser(call).id) throw badRequest('只能删除自己录入的价格，采集来的价格请保留')
    const key = await work()
    await judgeWithout(call, tx, String(row['itemId']))
    return key
  })

/** Most goods of one batch: a second goes on with the others, because those judged longest ago come first. */
const MOST = 10_000

/** Begins the batch that judges goods within reach anew; answers the batch, which may have nothing to do. */
const judgeAll: Handler = async call => {
  const { where } = await planList(call)
  const { rows } = await sql<{ key: string }>`select "itemId" as key from ${sql.table(ITEM)} where ${where}
    order by "judgedTime" nulls first, "itemId" limit ${MOST}`.execute(call.db)
  return beginBatch(
    call,
    { call: 'priceItem.judge', args: {} },
    rows.map(({ key }) => key),
  )
}

export const priceCalls: Handlers = {
  'price.record': record,
  'price.withdraw': withdraw,
  'price.judge': judge,
  'price.judgeAll': judgeAll,
}
