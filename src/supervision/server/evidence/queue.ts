import { sql } from 'kysely'
import { CaptureFailure, type Logged, type Step } from '../capture/order.ts'
import type { Services } from '../../../server/call/context.ts'
import type { Database } from '../../../server/db/database.ts'
import { Signs } from '../../../server/queue/signs.ts'
import { deposit, depositWaiting } from './deposit.ts'
import { fixed, shownLog } from './fix.ts'
import type { Evidence, EvidenceTools } from './service.ts'

/** At once, over all instances: a browser takes what memory it can get. */
const AT_ONCE = 2
const LOOK_MS = 5000
const BEAT_MS = 5000
/** Whoever has not been heard of for so long is gone. */
export const LOST_MS = 30_000
const LOST = '服务曾经中断，取证没有完成，请重新取证'
const BROKEN = '取证没有完成，请重新取证'

export async function enqueue(tx: Database, evidenceId: string): Promise<void> {
  const now = Date.now()
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

/** What was running when its process went away is said to have failed. */
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
  steps: Step[]
}

/** The longest waiting, if there is room: one instance after the other asks. */
export async function claim(db: Database): Promise<Task | undefined> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('evidence captures'))`.execute(tx)
    const { rows } = await sql<{ id: string; targetUrl: string; steps: Step[] | null; running: number }>`
      select e.id, e."targetUrl", e.steps, (select count(*) from sys_capture
      where status = 'running') as running
      from sys_capture c join evidence e on e.id = c."evidenceId" where c.status = 'waiting'
      and e.state = '0' and e."delFlag" = 0
      order by c."createdAt", e.id limit 1`.execute(tx)
    const [next] = rows
    if (!next || Number(next.running) >= AT_ONCE) return undefined
    await tx
      .updateTable('sys_capture')
      .set({ status: 'running', beatAt: Date.now() })
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

/** Works off what is waiting, wherever it was put in; also what only waits for its time. */
export class Captures implements Evidence {
  readonly capture: EvidenceTools['capture']
  readonly time: EvidenceTools['time']
  readonly serverIp: string
  readonly #services: () => Services
  readonly #fault: (error: unknown) => void
  readonly #stop = new AbortController()
  readonly #working = new Set<Promise<void>>()
  readonly #signs = new Signs(LOST_MS)
  #looking: Promise<void> | undefined
  #again = false
  readonly #timer: NodeJS.Timeout

  constructor(services: () => Services, tools: EvidenceTools, fault: (error: unknown) => void, lookMs = LOOK_MS) {
    this.#services = services
    this.#fault = fault
    this.capture = tools.capture
    this.time = tools.time
    this.serverIp = tools.serverIp
    this.#timer = setInterval(() => this.wake(), lookMs)
    this.#timer.unref()
  }

  wake(): void {
    if (this.#stop.signal.aborted) return
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = this.#look()
      .catch(this.#fault)
      .finally(() => {
        this.#looking = undefined
        if (this.#again) {
          this.#again = false
          this.wake()
        }
      })
  }

  async #look(): Promise<void> {
    const services = this.#services()
    await sweepLost(services.db, this.#signs)
    while (this.capture && !this.#stop.signal.aborted) {
      const task = await claim(services.db)
      if (!task) break
      const work = this.#work(services, task)
        .catch(this.#fault)
        .finally(() => {
          this.#working.delete(work)
          this.wake()
        })
      this.#working.add(work)
    }
    await depositWaiting(services, this)
  }

  async #work(services: Services, { id, url, steps }: Task): Promise<void> {
    const { db } = services
    const log: Logged[] = []
    const beat = setInterval(
      () =>
        void db
          .updateTable('sys_capture')
          .set({ beatAt: Date.now() })
          .where('evidenceId', '=', id)
          .execute()
          .catch(this.#fault),
      BEAT_MS,
    )
    const told = (line: Logged): void => {
      log.push(line)
      void db
        .updateTable('evidence')
        .set({ stepLog: shownLog(log) })
        .where('id', '=', id)
        .where('state', '=', '0')
        .execute()
        .catch(this.#fault)
    }
    try {
      // it may have ended while the task was claimed: whoever listens from now on hears nothing of it
      this.#stop.signal.throwIfAborted()
      const captured = await this.capture?.(url, steps, told, this.#stop.signal)
      if (!captured) return
      const link = await fixed({ services, evidence: this, captured, log }, id)
      if (link) await deposit(services, this, link)
    } catch (error) {
      // a server that ends in order leaves the rest to the next one
      if (this.#stop.signal.aborted) await enqueue(db, id)
      else await fail(db, id, error instanceof CaptureFailure ? error.message : BROKEN)
      if (!(error instanceof CaptureFailure) || error.cause) this.#fault(error)
    } finally {
      clearInterval(beat)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stop.abort(new Error('The server ends'))
    await this.#looking
    await Promise.all(this.#working)
  }
}
