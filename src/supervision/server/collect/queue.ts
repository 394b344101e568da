import { sql } from 'kysely'
import type { Services } from '../../../server/call/context.ts'
import { newKey } from '../../../server/records/write/save.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Signs } from '../../../server/queue/signs.ts'
import { endLog, startLog } from './log.ts'
import type { Run } from './service.ts'
import { nowMs } from '../../../server/time/clock.ts'

/** dictionaries/collectRun */
export const WAITING = '1'
export const GOING = '2'
export const DONE = '3'
export const BROKEN = '4'
const SOME = 50
/** A worker without a sign of life for this time counts as dead. */
export const LOST_MS = 60_000
const LOST = '服务曾经中断，采集没有完成，将重新开始'

/** Queues a run; undefined if the task has one already. The caller must hold the task's lock. */
export async function enqueue(
  tx: Database,
  services: Services,
  task: TableRow,
  userId: string,
): Promise<Run | undefined> {
  const run = { taskId: String(task['taskId']), logId: newKey(), userId }
  const now = nowMs()
  const made = await tx
    .insertInto('sys_collect')
    .values({ ...run, status: 'waiting', createdAt: now, beatAt: now })
    .onConflict(on => on.doNothing())
    .returning('taskId')
    .execute()
  if (made.length === 0) return undefined
  await tx.updateTable('collectTask').set({ runState: WAITING }).where('taskId', '=', run.taskId).execute()
  await startLog(tx, services, run, task)
  return run
}

/**
 * Queues runs of tasks whose time has come, as their creator. The task's lock makes sure that several instances queue
 * only one.
 */
export async function enqueueDue(services: Services, now = chinaTime()): Promise<number> {
  return services.db.transaction().execute(async tx => {
    const { rows } = await sql<TableRow>`select * from "collectTask" t where state = '1' and "delFlag" = 0
        and ("nextRun" is null or "nextRun" <= ${now})
      and not exists (select 1 from sys_collect c where c."taskId" = t."taskId") order by "nextRun"
        limit ${SOME} for update skip locked`.execute(tx)
    let begun = 0
    for (const task of rows) if (await enqueue(tx, services, task, String(task['createBy'] ?? ''))) begun++
    return begun
  })
}

/** Claims the oldest waiting run for this instance. */
export async function claim(db: Database): Promise<Run | undefined> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<Run>`update sys_collect set status = 'running', "beatAt" = ${nowMs()}
      where "taskId" = (select "taskId" from sys_collect where status = 'waiting'
      order by "createdAt", "taskId" limit 1 for update skip locked)
      returning "taskId", "logId", "userId"`.execute(tx)
    if (rows[0]) {
      await tx.updateTable('collectTask').set({ runState: GOING }).where('taskId', '=', rows[0].taskId).execute()
      await tx
        .updateTable('collectLog')
        .set({ runState: GOING, startTime: chinaTime() })
        .where('id', '=', rows[0].logId)
        .execute()
    }
    return rows[0]
  })
}

/** Leaves a sign of life; returns whether the run still belongs to this worker. */
export async function beat(db: Database, { taskId, logId }: Run): Promise<boolean> {
  const row = await db
    .updateTable('sys_collect')
    .set({ beatAt: nowMs() })
    .where('taskId', '=', taskId)
    .where('logId', '=', logId)
    .where('status', '=', 'running')
    .returning('taskId')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases a run on shutdown, for another instance. */
export const giveBack = async (db: Database, { taskId, logId }: Run): Promise<void> => {
  await db
    .updateTable('sys_collect')
    .set({ status: 'waiting' })
    .where('taskId', '=', taskId)
    .where('logId', '=', logId)
    .execute()
}

/**
 * Requeues runs of dead workers. They start again from the beginning; carriers entered before are recognised by their
 * addresses.
 */
export async function sweepLost(services: Services, signs: Signs, now?: number): Promise<number> {
  const running = await services.db
    .selectFrom('sys_collect')
    .select(['logId', 'beatAt'])
    .where('status', '=', 'running')
    .execute()
  const gone = signs.gone(
    running.map(row => [String(row['logId']), row['beatAt']]),
    now,
  )
  if (gone.length === 0) return 0
  return services.db.transaction().execute(async tx => {
    const lost = await tx
      .deleteFrom('sys_collect')
      .where('status', '=', 'running')
      .where('logId', 'in', gone)
      .returning(['taskId', 'logId'])
      .execute()
    for (const row of lost) {
      await endLog(tx, String(row['logId']), { total: 0, newCount: 0, failCount: 0, problems: [LOST] }, false)
      const task = await tx
        .selectFrom('collectTask')
        .selectAll()
        .where('taskId', '=', String(row['taskId']))
        .where('state', '=', '1')
        .where('delFlag', '=', 0)
        .forUpdate()
        .executeTakeFirst()
      if (task) await enqueue(tx, services, task, String(task['createBy'] ?? ''))
    }
    return lost.length
  })
}
