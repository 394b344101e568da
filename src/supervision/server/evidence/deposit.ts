import { systemCallFor } from '../../../server/call/system.ts'
import { sql } from 'kysely'
import type { Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { linkOf, type Link } from './chain.ts'
import { lockedEvidence, systemMove } from './move.ts'
import { showOnClue } from './on-clue.ts'
import { SERVER_CLOCK, type EvidenceTools } from './service.ts'
import { StampProblem, type Stamp } from './timestamp.ts'
import { nowMs } from '../../../server/time/clock.ts'

const AGAIN_MS = 60_000
const AT_ONCE = 20

export const numberOf = ({ customerId, seq }: Link, time: string): string =>
  `CZ${customerId}-${time.slice(0, 10).replaceAll('-', '')}-${String(seq).padStart(6, '0')}`

export function timeOf(stamp: Stamp | undefined): TableRow {
  return stamp
    ? {
        timeSource: `可信时间戳（RFC 3161）：${stamp.authority}`,
        tsaNo: stamp.serial,
        tsaTime: chinaTime(stamp.time.getTime()),
      }
    : { timeSource: SERVER_CLOCK }
}

/** Evidence captured for a clue or case counts as used as soon as it has its time stamp. */
async function useAtOnce(services: Services, tx: Database, row: TableRow): Promise<void> {
  if (row['resultId']) {
    if (await systemMove(services, tx, row, 'use', {}))
      await showOnClue({ call: systemCallFor(services, row), tx }, row)
  } else if (row['caseId']) await systemMove(services, tx, row, 'useCase', {})
}

/** Gives evidence its number and time stamp: of the time service, or of the server's clock if none is configured. */
export async function deposit(services: Services, { time }: Pick<EvidenceTools, 'time'>, link: Link): Promise<void> {
  const { evidenceId } = link
  let stamp: Stamp | undefined
  try {
    stamp = time && (await time.stamp(link.manifest))
  } catch (error) {
    if (!(error instanceof StampProblem)) throw error
    await waitForService(services.db, link, error.message)
    return
  }
  const now = chinaTime()
  await services.db.transaction().execute(async tx => {
    const row = await lockedEvidence(tx, evidenceId)
    // another instance was faster
    if (!row || String(row['state']) !== '1') return
    if (stamp)
      await tx
        .updateTable('sys_evidence_chain')
        .set({ token: stamp.token, tokenAt: now, problem: null })
        .where('evidenceId', '=', evidenceId)
        .execute()
    const after = await systemMove(services, tx, row, 'deposit', {
      ...timeOf(stamp),
      depositNo: numberOf(link, now),
      failReason: null,
    })
    if (after) await useAtOnce(services, tx, after)
  })
}

async function waitForService(db: Database, { evidenceId }: Link, problem: string): Promise<void> {
  await db
    .updateTable('sys_evidence_chain')
    .set({ triedAt: nowMs(), problem })
    .where('evidenceId', '=', evidenceId)
    .execute()
  await db
    .updateTable('evidence')
    .set({ failReason: `尚未取得时间戳：${problem}，将自动重试` })
    .where('id', '=', evidenceId)
    .where('state', '=', '1')
    .execute()
}

/** Retries time stamps once a minute. Attempts in the future are from before the clock was set back. */
export async function depositWaiting(
  services: Services,
  tools: Pick<EvidenceTools, 'time'>,
  now = nowMs(),
): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from evidence e join sys_evidence_chain c on c."evidenceId" = e.id
    where e.state = '1' and e."delFlag" = 0 and c.token is null and (c."triedAt" <= ${now - AGAIN_MS}
    or c."triedAt" > ${now}) order by c."triedAt" limit ${AT_ONCE}`.execute(services.db)
  const failures: unknown[] = []
  for (const { id } of rows) {
    const link = await linkOf(services.db, id)
    // one that fails waits like others, so that it keeps none from its turn
    if (link)
      await deposit(services, tools, link).catch(async (error: unknown) => {
        failures.push(error)
        await services.db.updateTable('sys_evidence_chain').set({ triedAt: now }).where('evidenceId', '=', id).execute()
      })
  }
  if (failures.length > 0) throw failures[0]
}
