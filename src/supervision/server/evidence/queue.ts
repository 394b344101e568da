import { sql } from 'kysely'
import { CaptureFailure, type Logged, type CaptureStep } from '../capture/order.ts'
import { machineFault } from '../../../server/answer/machine.ts'
import type { Services } from '../../../server/call/context.ts'
import type { Database } from '../../../server/db/database.ts'
import { failedForDatabase, isOutdated } from '../../../server/call/outdated.ts'
import { createQueue } from '../../../server/queue/queue.ts'
import type { Signs } from '../../../server/queue/signs.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { deposit, depositWaiting } from './deposit.ts'
import { storeCapture, shownLog } from './fix.ts'
import type { Evidence, EvidenceTools } from './service.ts'
import { nowMs } from '../../../server/time/clock.ts'

/** Captures at a time over all instances, because browsers take much memory. */
const AT_ONCE = 2
const LOOK_MS = 5000
const BEAT_MS = 5000
/** A worker without a sign of life for this time counts as dead. */
export const LOST_MS = 30_000
const LOST = '服务曾经中断，取证没有完成，请重新取证'
const BROKEN = '取证没有完成，请重新取证'

function reasonOf(error: unknown): string {
  if (error instanceof CaptureFailure) return error.message
  const machine = machineFault(error)
  return machine ? `${machine.words}，取证没有完成，请联系管理员处理后重新取证` : BROKEN
}

export async function enqueue(tx: Database, evidenceId: string): Promise<void> {
  const now = nowMs()
  await tx
    .insertInto('sys_capture')
    .values({ evidenceId, status: 'waiting', createdAt: now, beatAt: now })
    .onConflict(on => on.column('evidenceId').doUpdateSet({ status: 'waiting', createdAt: now, beatAt: now }))
    .execute()
  await tx.updateTable('evidence').set({ captureState: '1', failReason: null }).where('id', '=', evidenceId).execute()
}

async function fail(db: Database, id: string, reason: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx.updateTable('sys_capture').set({ status: 'failed' }).where('evidenceId', '=', id).execute()
    await tx
      .updateTable('evidence')
      .set({ captureState: '4', failReason: reason })
      .where('id', '=', id)
      .where('state', '=', '0')
      .execute()
  })
}

/** Marks captures of dead workers as failed. */
export async function sweepLost(db: Database, signs: Signs, now?: number): Promise<number> {
  const running = await db
    .selectFrom('sys_capture')
    .select(['evidenceId', 'beatAt'])
    .where('status', '=', 'running')
    .execute()
  const lost = signs.gone(
    running.map(row => [String(row['evidenceId']), row['beatAt']]),
    now,
  )
  for (const id of lost) await fail(db, id, LOST)
  return lost.length
}

export interface Task {
  id: string
  url: string
  steps: CaptureStep[]
}

/** Claims the oldest waiting capture if there is room; a lock makes instances claim one after another. */
export async function claim(db: Database): Promise<Task | undefined> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('evidence captures'))`.execute(tx)
    const { rows } = await sql<{ id: string; targetUrl: string; steps: CaptureStep[] | null; running: number }>`
      select e.id, e."targetUrl", e.steps, (select count(*) from sys_capture
      where status = 'running') as running
      from sys_capture c join evidence e on e.id = c."evidenceId" where c.status = 'waiting'
      and e.state = '0' and e."delFlag" = 0
      order by c."createdAt", e.id limit 1`.execute(tx)
    const [next] = rows
    if (!next || Number(next.running) >= AT_ONCE) return undefined
    await tx
      .updateTable('sys_capture')
      .set({ status: 'running', beatAt: nowMs() })
      .where('evidenceId', '=', next.id)
      .execute()
    await tx
      .updateTable('evidence')
      .set({ captureState: '2', failReason: null, stepLog: null })
      .where('id', '=', next.id)
      .execute()
    return { id: next.id, url: next.targetUrl, steps: next.steps ?? [] }
  })
}

const beat = (db: Database, id: string): Promise<unknown> =>
  db.updateTable('sys_capture').set({ beatAt: nowMs() }).where('evidenceId', '=', id).execute()

/** Writes the capture's progress to its record. */
const writeProgress = (db: Database, id: string, log: Logged[]): Promise<unknown> =>
  db
    .updateTable('evidence')
    .set({ stepLog: shownLog(log) })
    .where('id', '=', id)
    .where('state', '=', '0')
    .execute()

/** Runs queued captures, and requests missing time stamps. */
export class Captures implements Evidence {
  readonly capture: EvidenceTools['capture']
  readonly time: EvidenceTools['time']
  readonly serverIp: string
  readonly #services: () => Services
  readonly #fault: (error: unknown) => void
  readonly #queue: Worker

  constructor(services: () => Services, tools: EvidenceTools, fault: (error: unknown) => void, lookMs = LOOK_MS) {
    this.#services = services
    this.#fault = fault
    this.capture = tools.capture
    this.time = tools.time
    this.serverIp = tools.serverIp
    this.#queue = createQueue<Task>({
      mayWork: async () => !(await isOutdated(services())),
      claim: async () => (this.capture ? claim(services().db) : undefined),
      run: (task, stop) => this.#take(task, stop),
      beat: ({ id }) => beat(services().db, id),
      beatMs: BEAT_MS,
      atOnce: AT_ONCE,
      lookMs,
      onLost: { lostAfter: LOST_MS, sweep: signs => sweepLost(services().db, signs) },
      after: () => depositWaiting(services(), this),
      fault,
    })
  }

  wake(): void {
    this.#queue.wake()
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  async #take({ id, url, steps }: Task, stop: AbortSignal): Promise<void> {
    const services = this.#services()
    const log: Logged[] = []
    const told = (line: Logged): void => {
      log.push(line)
      void writeProgress(services.db, id, log).catch(this.#fault)
    }
    try {
      // a shutdown may have begun while the task was claimed: its abort event is over
      stop.throwIfAborted()
      const captured = await this.capture?.(url, steps, told, stop)
      if (!captured) return
      const link = await storeCapture({ services, evidence: this, captured, log }, id)
      if (link) await deposit(services, this, link)
    } catch (error) {
      // on shutdown, or where the database is the reason, it is done again, here or by another instance
      if (stop.aborted || (await failedForDatabase(services, error))) await enqueue(services.db, id)
      else await fail(services.db, id, reasonOf(error))
      if (!(error instanceof CaptureFailure) || error.cause) this.#fault(error)
    }
  }
}
