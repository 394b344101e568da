import { sql } from 'kysely'
import type { AppDoc } from '../../../core/model/settings.ts'
import type { Saving } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
import { newKey } from '../../../server/records/write/open.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { factsOf, goodsOf, pointOf, type Beside, type PriceFacts } from './facts.ts'
import { findingsOf, type Finding } from './rules.ts'
import { daysBefore } from './windows.ts'
import { entityNamed } from '../reporting/report.ts'

export const ITEM = 'priceItem'
export const RECORD = 'priceRecord'
export const ABNORMAL = 'priceAbnormal'

/** How far back any window of a rule reaches: 30 days before a promotion that may last 30 days. */
const HISTORY_DAYS = 61
/** Prices of others count while they are so new. */
const BESIDE_DAYS = 35
const WAITING = '0'
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

/** What evaluating needs; `app`: the settings of the goods' customer and area. */
export interface Evaluating {
  tx: Database
  entities: ReadonlyMap<string, Entity>
  app: Pick<AppDoc, 'settings'>
}

export async function itemOf(tx: Database, key: unknown): Promise<TableRow | undefined> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(ITEM)} where "itemId" = ${String(key)}`.execute(tx)
  return rows[0]
}

async function besides(tx: Database, item: TableRow, time: string): Promise<Beside> {
  const since = daysBefore(time, BESIDE_DAYS)
  const { rows } = await sql<TableRow>`select "goodsName", "skuSpec", "category", "curPrice" from ${sql.table(ITEM)}
    where "delFlag" = 0 and "itemId" <> ${item['itemId']} and "curPrice" > 0 and "collectTime" >= ${since}::timestamp
    and coalesce("customerId", '') = ${String(item['customerId'] ?? '')}
    and ("category" = ${item['category'] ?? ''} or "goodsName" = ${item['goodsName']})`.execute(tx)
  const isTwin = (row: TableRow): boolean =>
    row['goodsName'] === item['goodsName'] && (row['skuSpec'] ?? '') === (item['skuSpec'] ?? '')
  return {
    peers: rows.filter(row => row['category'] === item['category']).map(row => Number(row['curPrice'])),
    twins: rows.filter(isTwin).map(row => Number(row['curPrice'])),
  }
}

/** Findings of a rule in the same goods are one while nobody has judged the first. */
async function isKnown(tx: Database, itemId: unknown, rule: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(ABNORMAL)} where "itemId" = ${String(itemId)}
    and "rule" = ${rule} and "judge" in (${WAITING}, '3') and "delFlag" = 0 limit 1`.execute(tx)
  return rows.length > 0
}

async function note(evaluating: Evaluating, item: TableRow, record: TableRow, finding: Finding): Promise<boolean> {
  const { tx, entities } = evaluating
  if (await isKnown(tx, item['itemId'], finding.rule)) return false
  const now = chinaTime()
  await writeRow(tx, entityNamed(entities, ABNORMAL), undefined, {
    id: newKey(),
    itemId: item['itemId'],
    recordId: record['id'],
    ...Object.fromEntries(COPIED.map(name => [name, item[name] ?? null])),
    rule: finding.rule,
    abnormalPrice: finding.abnormal,
    basePrice: finding.base,
    rate: finding.rate,
    foundTime: record['collectTime'],
    judge: WAITING,
    createTime: now,
    updateTime: now,
    delFlag: 0,
  })
  return true
}

/** What the goods cost now, where no later record has said so. */
function current(item: TableRow, record: TableRow, facts: PriceFacts): TableRow {
  if (String(item['collectTime'] ?? '') > String(record['collectTime'])) return {}
  const [now, before] = [facts.sale, item['curPrice'] === null ? null : Number(item['curPrice'])]
  const changed = now === null || before === null || before === 0 ? null : Math.round((now / before - 1) * 10_000) / 100
  return {
    curPrice: facts.sale,
    linePrice: facts.line,
    finalPrice: facts.final,
    min7: facts.low7,
    max30: facts.high30,
    changeRate: changed,
    collectTime: record['collectTime'],
  }
}

/** Judges one record by the rules, in its transaction: notes findings, and what its goods cost now. */
export async function evaluate(evaluating: Evaluating, record: TableRow): Promise<Finding[]> {
  const { tx, entities, app } = evaluating
  const item = await itemOf(tx, record['itemId'])
  if (!item) return []
  const time = String(record['collectTime'])
  const since = daysBefore(time, HISTORY_DAYS)
  const { rows } = await sql<TableRow>`select "id", "collectTime", "salePrice", "linePrice", "finalPrice"
    from ${sql.table(RECORD)} where "itemId" = ${item['itemId']} and "delFlag" = 0
    and "collectTime" >= ${since}::timestamp and "collectTime" < ${time}::timestamp`.execute(tx)
  const goods = goodsOf(item)
  const facts = factsOf(pointOf(record), goods, rows.map(pointOf), await besides(tx, item, time))
  const findings = findingsOf(facts, app)
  let noted = 0
  for (const finding of findings) if (await note(evaluating, item, record, finding)) noted++
  await writeRow(tx, entityNamed(entities, RECORD), record, {
    low7: facts.low7,
    promotion: facts.promoting ? 1 : 0,
    rules: findings.map(({ rule }) => rule).join(','),
  })
  await writeRow(tx, entityNamed(entities, ITEM), item, {
    ...current(item, record, facts),
    abnormalCount: Number(item['abnormalCount'] ?? 0) + noted,
    updateTime: laterThan(item['updateTime']),
  })
  return findings
}

/** The goods of a record being saved decide where it belongs. */
export const placeOf = (item: TableRow): TableRow => ({
  areaCode: item['areaCode'] ?? null,
  customerId: item['customerId'] ?? null,
})

/** Judges a record as soon as it is saved. */
export async function judgeSaved({ call, entity, tx }: Saving, after: TableRow): Promise<void> {
  if (entity.name !== RECORD) return
  await evaluate({ tx, entities: call.entities(), app: call.scoped.manifest.app }, after)
}
