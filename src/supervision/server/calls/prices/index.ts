import type { Handler, Handlers } from '../../../../server/call/context.ts'
import { findInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { ITEM, placeOf } from '../../prices/evaluate.ts'
import { entityNamed } from '../../reporting/report.ts'

/** A price belongs where its goods belong, and only goods that the user sees get prices. */
const record: Handler = call =>
  saveRecord(call, async ({ tx, before }, values) => {
    const key = String(values['itemId'] ?? before?.['itemId'] ?? '')
    const item = await findInScope(tx, call.rows, entityNamed(call.entities(), ITEM), key)
    const problems: Record<string, string> = item ? {} : { itemId: '没有这个监测商品，或不在您的管辖范围内' }
    if (item) Object.assign(values, placeOf(item))
    return problems
  })

export const priceCalls: Handlers = { 'price.record': record }
