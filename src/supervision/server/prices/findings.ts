import { entityNamed } from '../../../server/db/tables/models.ts'
import { applyChange, type Author } from '../../../server/records/write/change.ts'
import { sql } from 'kysely'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Finding } from './rules.ts'

export const ABNORMAL = 'priceAbnormal'

/** States of workflows/priceAbnormal.yaml. */
const WAITING = '0'
const OPEN = new Set([WAITING, '3'])
const COPIED = [
  'monitorKind',
  'goodsName',
  'goodsUrl',
  'category',
  'platformName',
  'shopName',
  'subjectName',
  'uscc_dim',
  'areaCode',
  'customerId',
] as const

/** What rules have found in some goods, whatever became of it. */
export async function knownFindings(tx: Database, itemId: unknown): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(ABNORMAL)}
    where "itemId" = ${String(itemId)} and "delFlag" = 0 order by "foundTime", id`.execute(tx)
  return rows
}

/** Nobody has looked at it yet: what a rule has found, the rule may take back. */
export const isWaiting = (known: TableRow): boolean => known['judge'] === WAITING

/**
 * Findings of a rule in the same goods are one until somebody has judged the first: what was collected in the meantime
 * belongs to it. And no record is found twice, whatever became of the first time.
 */
export const isCovered = (known: readonly TableRow[], record: TableRow, rule: string): boolean =>
  known.some(one => {
    if (one['rule'] !== rule) return false
    if (one['recordId'] === record['id'] || OPEN.has(String(one['judge']))) return true
    const time = String(record['collectTime'])
    return String(one['foundTime']) <= time && time <= String(one['judgeTime'] ?? '')
  })

/** What a finding says of the prices. */
export const pricesOfFinding = ({ abnormal, base, rate }: Finding): TableRow => ({
  abnormalPrice: abnormal,
  basePrice: base,
  rate,
})

/** Notes a finding in a record of some goods; returns its row. */
export function noteFinding(
  by: Author,
  { item, record, finding }: { item: TableRow; record: TableRow; finding: Finding },
): Promise<TableRow> {
  const values = {
    itemId: item['itemId'],
    recordId: record['id'],
    ...Object.fromEntries(COPIED.map(name => [name, item[name] ?? null])),
    rule: finding.rule,
    ...pricesOfFinding(finding),
    foundTime: record['collectTime'],
    judge: WAITING,
    // rules find, and nobody
    createBy: null,
  }
  return applyChange(by, { entity: entityNamed(by.call.entities(), ABNORMAL), values })
}
