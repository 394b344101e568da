import { sql } from 'kysely'
import { audit } from '../../../server/call/audit.ts'
import { entityOfCall, requiredArg, type CallContext, type Handler } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { entityNamed } from '../reporting/report.ts'
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

/** Changes of one goods' rows that go into the audit trail, in one transaction. */
class Changes {
  readonly #call: CallContext
  readonly #tx: Database

  constructor(call: CallContext, tx: Database) {
    this.#call = call
    this.#tx = tx
  }

  entity = (name: string) => entityNamed(this.#call.entities(), name)

  async tell(name: string, before: TableRow | undefined, after: TableRow): Promise<void> {
    const objectId = String(after[this.entity(name).key])
    await audit(this.#tx, this.#call, { action: this.#call.endpoint.name, entity: name, objectId, before, after })
  }

  async write(name: string, before: TableRow, values: TableRow): Promise<void> {
    const told = { ...values, updateTime: laterThan(before['updateTime']) }
    await this.tell(name, before, await writeRow(this.#tx, this.entity(name), before, told))
  }
}

/** Makes findings that nobody has looked at what the rules say now; returns those that stand afterwards. */
async function reconcile(tx: Database, changes: Changes, item: TableRow, found: readonly Found[]): Promise<TableRow[]> {
  const kept: TableRow[] = []
  for (const known of await knownFindings(tx, item['itemId'])) {
    const now = found.find(
      ({ record, finding }) => same(record['id'], known['recordId']) && finding.rule === known['rule'],
    )
    if (isWaiting(known) && !now) await changes.write(ABNORMAL, known, { delFlag: 1 })
    else kept.push(known)
    if (isWaiting(known) && now && differs(known, pricesOfFinding(now.finding)))
      await changes.write(ABNORMAL, known, pricesOfFinding(now.finding))
  }
  for (const { record, finding } of found) {
    if (isCovered(kept, record, finding.rule)) continue
    const noted = await noteFinding(tx, changes.entity(ABNORMAL), { item, record, finding })
    await changes.tell(ABNORMAL, undefined, noted)
    kept.push(noted)
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
  const changes = new Changes(call, tx)
  const item = await recordInScope(tx, call, changes.entity(ITEM), key, true)
  const { found, marks, standing } = await judgeAll(call, tx, item)
  const kept = await reconcile(tx, changes, item, found)
  for (const { record, mark } of marks)
    if (differs(record, mark)) await writeRow(tx, changes.entity(RECORD), record, mark)
  // that somebody has had it judged is told, whatever came of it
  await changes.write(ITEM, item, { ...unpriced, ...standing, abnormalCount: kept.length, judgedTime: chinaTime() })
}

/** Judges the prices of one kind of goods anew; a batch does it for many. */
export const judge: Handler = async call => {
  const key = requiredArg(call, entityOfCall(call).key)
  await judgeAgain(call, key)
  return key
}
