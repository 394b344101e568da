import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { entitiesIn } from '../../../server/access/scoped-entities.ts'
import { badRequest, Refusal } from '../../../server/answer/refusal.ts'
import type { CompletedTransition, Services } from '../../../server/call/context.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { makerOf } from '../../../server/call/maker.ts'
import { takeTransition } from '../../../server/workflow/take.ts'
import { searchTask, type SearchGround } from './search.ts'

const TASK = 'directional'
const RUNNING = '1'
/** dictionaries/freq → hours between two runs; tasks that run once are not in it */
const HOURS: Readonly<Record<string, number>> = { '1': 1, '2': 24, '3': 168, '4': 720 }
const HOUR_MS = 3_600_000
const GONE = '创建任务的账号已停用，请由在用的账号重新建立任务'
const dayOf = (time: string): string => time.slice(0, 10)

const nextRun = (freq: unknown, now: string): string | null => {
  const hours = HOURS[String(freq)]
  return hours === undefined ? null : chinaTime(momentOf(now) + hours * HOUR_MS)
}

/** Why a task cannot look now; its dates decide. */
function blocked(task: TableRow, now: string): string | undefined {
  if (dayOf(String(task['endDate'] ?? '')) < dayOf(now)) return '截止日期已过，请先修改'
  return undefined
}

/** Looks once; returns the columns of the task that change. Before its first day a task only waits. */
async function looked(ground: SearchGround, task: TableRow): Promise<{ hits: number; values: TableRow }> {
  const begins = dayOf(String(task['startDate'] ?? ''))
  if (begins > dayOf(ground.now))
    return { hits: 0, values: { nextRun: `${begins} 00:00:00`, runNote: `${begins} 开始监测` } }
  const { hits, note } = await searchTask(ground, task)
  return { hits, values: { lastRun: ground.now, nextRun: nextRun(task['freq'], ground.now), runNote: note } }
}

/** Starting a task: it looks at once, with the rights of whoever starts it. */
export async function searchDirectional({ saving, request, after }: CompletedTransition): Promise<TableRow> {
  const { call, tx } = saving
  const why = blocked(after, request.now)
  if (why !== undefined) throw badRequest(why)
  return (await looked({ call, tx, now: request.now }, after)).values
}

/** Looks in an open transaction that holds the task's lock, and writes what came of it. */
export async function lookNow(ground: SearchGround, task: TableRow): Promise<{ hits: number; after: TableRow }> {
  const entity = entityNamed(ground.call.entities(), TASK)
  const { hits, values } = await looked(ground, task)
  const after = await applyChange({ ...ground, action: 'directional.run' }, { entity, before: task, values })
  return { hits, after }
}

/** Ends or fails a task; somebody may have paused or changed it meanwhile. */
async function settle(services: Services, task: TableRow, code: 'finish' | 'fail', now: string): Promise<void> {
  const call = systemCallFor(services, task)
  try {
    await takeTransition(call, entityNamed(services.entities(), TASK), String(task['taskId']), code, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const due = (tx: Database, now: string) =>
  tx
    .selectFrom(TASK)
    .selectAll()
    .where('state', '=', RUNNING)
    .where('delFlag', '=', 0)
    .where(eb => eb.or([eb('nextRun', '<=', now), eb.and([eb('nextRun', 'is', null), eb('lastRun', 'is', null)])]))

/** One task whose time has come, if no other instance has it. */
const runOne = (services: Services, taskId: string, now: string): Promise<TableRow | undefined> =>
  services.db.transaction().execute(async tx => {
    const task = await due(tx, now).where('taskId', '=', taskId).forUpdate().skipLocked().executeTakeFirst()
    if (!task) return undefined
    const maker = await makerOf(services, tx, task)
    const system = systemCallFor(services, task)
    if (!maker) {
      const entity = entityNamed(services.entities(), TASK)
      return applyChange({ call: system, tx }, { entity, before: task, values: { runNote: GONE, nextRun: null } })
    }
    const { scoped, rows } = maker
    const call = { ...system, scoped, rows, entities: () => entitiesIn(services, scoped) }
    return (await lookNow({ call, tx, now }, task)).after
  })

/** A task that runs once is over when it has. */
async function endRunOnce(services: Services, now: string): Promise<void> {
  const once = await services.db
    .selectFrom(TASK)
    .selectAll()
    .where('state', '=', RUNNING)
    .where('delFlag', '=', 0)
    .where('nextRun', 'is', null)
    .where('lastRun', 'is not', null)
    .execute()
  for (const task of once) await settle(services, task, 'finish', now)
}

/** Runs tasks whose time has come; a task that runs once is over then. Returns how many have run. */
export async function runDue(services: Services, now: string, fault: (error: unknown) => void): Promise<number> {
  if (!services.entities().has(TASK)) return 0
  const tasks = await due(services.db, now).clearSelect().select('taskId').orderBy('nextRun').execute()
  let run = 0
  for (const { taskId } of tasks) {
    try {
      const after = await runOne(services, String(taskId), now)
      if (!after) continue
      run++
      if (after['runNote'] === GONE) await settle(services, after, 'fail', now)
    } catch (error) {
      fault(error)
    }
  }
  await endRunOnce(services, now).catch(fault)
  return run
}
