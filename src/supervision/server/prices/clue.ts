import type { CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { reportOf } from '../reporting/report.ts'

/** dictionaries/illegalSource, illegalCategory, objectKind */
const PRICE_SOURCE = '11'
const PRICE_OFFENCE = '08'
const SHOP = '1'
const COPIED = ['areaCode', 'customerId', 'platformName', 'subjectName', 'uscc_dim', 'foundTime'] as const

/** A confirmed finding becomes a clue, which waits to be dispatched by the unit of whoever confirmed it. */
export async function clueOfPrice(transition: CompletedTransition): Promise<TableRow> {
  const { after } = transition
  const resultId = await reportOf(transition, {
    ...Object.fromEntries(COPIED.map(name => [name, after[name] ?? null])),
    objectKind: SHOP,
    objectName: after['shopName'] ?? after['goodsName'] ?? null,
    objectUrl: after['goodsUrl'] ?? null,
    illegalCategory: PRICE_OFFENCE,
    illegalSource: PRICE_SOURCE,
  })
  return { resultId }
}
