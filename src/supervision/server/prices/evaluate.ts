import { applyChange, writeDerived } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { scopeOfRecord } from '../../../core/model/scope.ts'
import type { AppDoc } from '../../../core/model/settings.ts'
import type { Saving, Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { besides } from './beside.ts'
import { factsOf, goodsOf, pointOf, type PriceFacts } from './facts.ts'
import { isCovered, knownFindings, noteFinding } from './findings.ts'
import { findingsOf, type Finding } from './rules.ts'
import { daysBefore } from './windows.ts'

export const ITEM = 'priceItem'
export const RECORD = 'priceRecord'

/** How far back any window of a rule reaches: 30 days before a promotion that may last 30 days. */
const HISTORY_DAYS = 61

/** The rules of the customer and area that goods belong to, whoever asks. */
export const rulesOf = ({ configuration }: Pick<Services, 'configuration'>, item: TableRow): Pick<AppDoc, 'settings'> =>
  configuration().scope(scopeOfRecord(item)).app

/** The goods of a key, kept from others until the transaction ends: two records at a time would not see each other. */
async function itemOf(tx: Database, key: unknown): Promise<TableRow | undefined> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(ITEM)} where "itemId" = ${String(key)}
    for update`.execute(tx)
  return rows[0]
}

/** What a record says of itself once it is judged. */
export const markOf = (facts: PriceFacts, findings: readonly Finding[]): TableRow => ({
  low7: facts.low7,
  promotion: facts.promoting ? 1 : 0,
  rules: findings.map(({ rule }) => rule).join(','),
})

/** What goods cost by their last record; `before`: the sale price of the record before it. */
export const standingOf = (record: TableRow, facts: PriceFacts, before: number | null): TableRow => ({
  curPrice: facts.sale,
  linePrice: facts.line,
  finalPrice: facts.final,
  min7: facts.low7,
  max30: facts.high30,
  changeRate: !before || facts.sale === null ? null : Math.round((facts.sale / before - 1) * 10_000) / 100,
  collectTime: record['collectTime'],
})

const priceOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** Judges one record by the rules, in its transaction: notes findings, and what its goods cost now. */
async function evaluate({ call, tx }: Saving, item: TableRow, record: TableRow): Promise<void> {
  const entities = call.entities()
  const time = String(record['collectTime'])
  const since = daysBefore(time, HISTORY_DAYS)
  const { rows } = await sql<TableRow>`select "id", "collectTime", "salePrice", "linePrice", "finalPrice"
    from ${sql.table(RECORD)} where "itemId" = ${item['itemId']} and "delFlag" = 0
    and "collectTime" >= ${since}::timestamp and "collectTime" < ${time}::timestamp`.execute(tx)
  const [beside] = await besides(tx, item, [time])
  const facts = factsOf(pointOf(record), goodsOf(item), rows.map(pointOf), beside ?? { peers: null, cheapest: null })
  const findings = findingsOf(facts, rulesOf(call, item))
  const known = await knownFindings(tx, item['itemId'])
  for (const finding of findings)
    if (!isCovered(known, record, finding.rule)) known.push(await noteFinding({ call, tx }, { item, record, finding }))
  await writeDerived(tx, entityNamed(entities, RECORD), record, markOf(facts, findings))
  const isLate = String(item['collectTime'] ?? '') > time
  const values = {
    // what was judged without a record that comes late is judged anew before all else
    ...(isLate ? { judgedTime: null } : standingOf(record, facts, priceOf(item['curPrice']))),
    abnormalCount: known.length,
  }
  await applyChange({ call, tx }, { entity: entityNamed(entities, ITEM), before: item, values, told: 'within' })
}

/** The goods of a record being saved decide where it belongs. */
export const placeOf = (item: TableRow): TableRow => ({
  areaCode: item['areaCode'] ?? null,
  customerId: item['customerId'] ?? null,
})

/** Judges a record as soon as it is saved. */
export async function judgeSaved(saving: Saving, after: TableRow): Promise<void> {
  if (saving.entity.name !== RECORD) return
  const item = await itemOf(saving.tx, after['itemId'])
  if (item) await evaluate(saving, item, after)
}
