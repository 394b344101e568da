import { type Entity } from '../../../server/db/tables/models.ts'
import { applyChange, writeDerived, type Author } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { entityOfCall, requiredArg, type CallContext, type Handler } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { besides } from './beside.ts'
import { ITEM, markOf, RECORD, rulesOf, standingOf } from './evaluate.ts'
import { factsOf, goodsOf, pointOf } from './facts.ts'
import { ABNORMAL, isCovered, isWaiting, knownFindings, noteFinding, pricesOfFinding } from './findings.ts'
import { findingsOf, type Finding } from './rules.ts'

interface Found {
  record: TableRow
  finding: Finding
}
/** The prices of some goods as today's rules see them. */
interface Judged {
  found: Found[]
  /** what each record says of itself, and the goods by the last one */
  marks: { record: TableRow; mark: TableRow }[]
  standing: TableRow
}

const same = (a: unknown, b: unknown): boolean => String(a ?? '') === String(b ?? '')
const differs = (row: TableRow, values: TableRow): boolean =>
  Object.entries(values).some(([name, value]) => !same(row[name], value))

async function judgeAll(call: CallContext, tx: Database, item: TableRow): Promise<Judged> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(RECORD)}
    where "itemId" = ${item['itemId']} and "delFlag" = 0 order by "collectTime", id`.execute(tx)
  const [points, goods, app] = [rows.map(pointOf), goodsOf(item), rulesOf(call, item)]
  const beside = await besides(
    tx,
    item,
    points.map(({ time }) => time),
  )
  const judged: Judged = { found: [], marks: [], standing: {} }
  for (const [nth, record] of rows.entries()) {
    const facts = factsOf(points[nth]!, goods, points.slice(0, nth), beside[nth]!)
    const findings = findingsOf(facts, app)
    judged.found.push(...findings.map(finding => ({ record, finding })))
    judged.marks.push({ record, mark: markOf(facts, findings) })
    judged.standing = standingOf(record, facts, points[nth - 1]?.sale ?? null)
  }
  return judged
}

/** Makes findings that nobody has looked at what the rules say now; returns those that stand afterwards. */
async function reconcile(by: Author, item: TableRow, found: readonly Found[]): Promise<TableRow[]> {
  const entity = entityNamed(by.call.entities(), ABNORMAL)
  const kept: TableRow[] = []
  for (const known of await knownFindings(by.tx, item['itemId'])) {
    const now = found.find(
      ({ record, finding }) => same(record['id'], known['recordId']) && finding.rule === known['rule'],
    )
    if (isWaiting(known) && !now) await applyChange(by, { entity, before: known, values: { delFlag: 1 } })
    else kept.push(known)
    if (isWaiting(known) && now && differs(known, pricesOfFinding(now.finding)))
      await applyChange(by, { entity, before: known, values: pricesOfFinding(now.finding) })
  }
  for (const { record, finding } of found) {
    if (isCovered(kept, record, finding.rule)) continue
    kept.push(await noteFinding(by, { item, record, finding }))
  }
  return kept
}

/**
 * Judges all prices of some goods by the rules of today, as if each had come in now with all that is known of its time:
 * notes what is missing, takes back what no longer holds and nobody has judged. To do it twice comes to the same.
 */
export const judgeAgain = (call: CallContext, key: string): Promise<void> =>
  call.db.transaction().execute(tx => judgeIn(call, tx, key))

/** What goods cost whose only price was taken back. */
const NO_PRICE: TableRow = Object.fromEntries(
  ['curPrice', 'linePrice', 'finalPrice', 'min7', 'max30', 'changeRate', 'collectTime'].map(name => [name, null]),
)

/** The same after a price was taken back, in its transaction. */
export const judgeWithout = (call: CallContext, tx: Database, key: string): Promise<void> =>
  judgeIn(call, tx, key, NO_PRICE)

async function judgeIn(call: CallContext, tx: Database, key: string, unpriced: TableRow = {}): Promise<void> {
  const by = { call, tx }
  const [items, records] = [ITEM, RECORD].map(name => entityNamed(call.entities(), name)) as [Entity, Entity]
  const item = await recordInScope(tx, call, items, key, true)
  const { found, marks, standing } = await judgeAll(call, tx, item)
  const kept = await reconcile(by, item, found)
  for (const { record, mark } of marks) if (differs(record, mark)) await writeDerived(tx, records, record, mark)
  // that somebody has had it judged is told, whatever came of it
  const values = { ...unpriced, ...standing, abnormalCount: kept.length, judgedTime: chinaTime() }
  await applyChange(by, { entity: items, before: item, values })
}

/** Judges the prices of one kind of goods anew; a batch does it for many. */
export const judge: Handler = async call => {
  const key = requiredArg(call, entityOfCall(call).key)
  await judgeAgain(call, key)
  return key
}
