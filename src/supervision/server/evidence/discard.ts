import { sql } from 'kysely'
import type { Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { systemCall } from '../../../server/call/system.ts'
import { append, discardId, linkOf } from './chain.ts'
import { manifestIn, type Discarding } from './manifest.ts'
import { ENTITY, lockedEvidence, systemMove } from './move.ts'
import { retentionTermsFor, yearsAfter, type RetentionTerms } from './retention.ts'
import { momentOf } from '../../../server/db/time.ts'

const PAGE = 200

/** Retention of a customer's evidence. */
interface Retention {
  customerId: string | null
  areaCode: string | null
  terms: RetentionTerms
  now: string
}

async function retentions(services: Services, now: string): Promise<Retention[]> {
  const { rows } = await sql<{
    customerId: string | null
    areaCode: string | null
  }>`select distinct "customerId", "areaCode" from evidence
    where "delFlag" = 0 and "discardTime" is null and "expireDate" < ${now.slice(0, 10)}`.execute(services.db)
  return rows
    .map(row => ({ ...row, terms: retentionTermsFor(services, { ...row }), now }))
    .filter(({ terms }) => terms.discard)
}

/** Condition: the retention of the evidence, its clue and its cases is over, and no valid code opens it. */
function past({ terms, now }: Retention) {
  const [day, clue, file] = [now.slice(0, 10), yearsAfter(now, -terms.years), yearsAfter(now, -terms.caseYears)]
  const over = (alias: string, since: string) =>
    sql<boolean>`coalesce(${sql.ref(`${alias}.finishState`)}, 0) = 1 and ${sql.ref(`${alias}.stateTime`)} < ${since}`
  return sql<boolean>`e."delFlag" = 0 and e."discardTime" is null and e.state in ('1', '2', '3', '4', '5')
    and e."expireDate" < ${day}
    and (coalesce(e."resultId", '') = '' or exists (select from "illegalResult" r
    where r."resultId" = e."resultId" and ${over('r', clue)}))
    and (coalesce(e."caseId", '') = '' or exists (select from "case" k where k.id = e."caseId"
    and ${over('k', file)}))
    and not exists (select from "case" f where f."resultId" = e."resultId"
    and not coalesce(${over('f', file)}, false))
    and not exists (select from sys_evidence_code c where c."evidenceId" = e.id and c.revoked = 0
    and c."expiresAt" > ${momentOf(now)})`
}

async function candidates(db: Database, ground: Retention, after: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from evidence e where e.id > ${after} and e."customerId" is not distinct from ${ground.customerId}
    and e."areaCode" is not distinct from ${ground.areaCode} and ${past(ground)} order by e.id limit ${PAGE}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Appends the discarding to the chain; the files are deleted later (`delete-expired-files.ts`). */
async function write(services: Services, tx: Database, row: TableRow, now: string): Promise<boolean> {
  const id = String(row['id'])
  const link = await linkOf(tx, id)
  const files = link && manifestIn(link.manifest)?.files
  if (!link || !files) return false
  const expireDate = String(row['expireDate']).slice(0, 10)
  await append(tx, link.customerId, (seq, previous): Discarding => ({
    version: 1,
    customerId: link.customerId,
    seq,
    previous,
    evidenceId: discardId(id),
    discards: id,
    evidenceNo: String(row['evidenceNo']),
    manifest: link.hash,
    expireDate,
    discardedAt: now,
    files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
  }))
  const by = systemCall(services, link.customerId, String(row['areaCode'] ?? ''), () => {})
  if (!(await systemMove(services, tx, row, 'discard', { files: null, discardTime: now }, by)))
    throw new Error('The workflow of evidence has no transition “discard” of the system')
  return true
}

/** Checks the condition again under a lock: evidence may have been linked, reopened or issued meanwhile. */
const discard = (services: Services, ground: Retention, id: string): Promise<boolean> =>
  services.db.transaction().execute(async tx => {
    const held = await sql`select e.id from ${sql.table(ENTITY)} e where e.id = ${id} and ${past(ground)}
        for update of e skip locked`.execute(tx)
    const row = held.rows.length === 0 ? undefined : await lockedEvidence(tx, id)
    return row ? write(services, tx, row, ground.now) : false
  })

/** Discards evidence past its retention, if the configuration says so. */
export async function discardExpired(
  services: Services,
  now: string,
  fault: (error: unknown) => void,
): Promise<number> {
  let discarded = 0
  for (const ground of await retentions(services, now)) {
    for (
      let ids = await candidates(services.db, ground, '');
      ids.length > 0;
      ids = await candidates(services.db, ground, ids.at(-1) ?? '')
    ) {
      for (const id of ids) if (await discard(services, ground, id).catch((error: unknown) => fault(error))) discarded++
    }
  }
  return discarded
}
