import { applyChange } from '../../../server/records/write/change.ts'
import { entitiesIn } from '../../../server/access/scoped-entities.ts'
import { rowScope } from '../../../server/access/row-scope.ts'
import { machineFault } from '../../../server/answer/machine.ts'
import type { Services } from '../../../server/call/context.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { idsIn } from '../../../server/attachments/register.ts'
import { badRequest, Refusal } from '../../../server/answer/refusal.ts'
import { scopeOf, scopeOfRecord } from '../../../core/model/scope.ts'
import { livePeople } from '../../../server/session/user.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import { takeTransition } from '../../../server/workflow/take.ts'
import { failedForDatabase } from '../../../server/call/outdated.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import { endLog, progress } from './log.ts'
import { beat, BROKEN, DONE, giveBack } from './queue.ts'
import { collectFile, collectLibrary, MOST_ROWS, nothingYet, type Collected, type Collecting } from './rows.ts'
import type { Run } from './service.ts'
import { carrierOfKind, urlFieldOf } from '../carriers/carriers.ts'

const RUNNING = '1'
const MOST_BYTES = 5 * 1024 * 1024
/** dictionaries/freq → hours between two runs; tasks that run once are not in it */
const HOURS: Readonly<Record<string, number>> = { '1': 1, '2': 24, '3': 168, '4': 720 }
const HOUR_MS = 3_600_000
const PAUSED = '任务已暂停或删除，没有采完'
const FAULT = '采集没有完成，到下次执行时间再试'

/** The server is shutting down, or another instance has taken over the run. */
class Interrupted extends Error {}

/** Rows of the task's file; undefined where it has none. */
async function uploaded(services: Services, task: TableRow): Promise<AsyncIterable<string[][]> | undefined> {
  const [id] = idsIn(services.configuration().scope({}).app.api.fileBase, task['file'])
  if (id === undefined) return undefined
  const content = await services.files.open(id)
  if (!content) throw badRequest('数据文件已不存在，请重新上传')
  return services.heavy.run('csv.read', { mostBytes: MOST_BYTES, mostRows: MOST_ROWS }, { input: content })
}

function carrierOf(entities: ReadonlyMap<string, Entity>, task: TableRow): Entity {
  const found = carrierOfKind(entities, String(task['objectKind']))
  if (!found || urlFieldOf(found) === undefined) throw badRequest('这种载体还不能采集')
  return found
}

function taskEntity({ entities }: Services): Entity {
  const entity = entities().get('collectTask')
  if (!entity) throw new Error('There is no entity collectTask')
  return entity
}

const nextRun = (freq: unknown, now: string): string | null => {
  const hours = HOURS[String(freq)]
  return hours === undefined ? null : chinaTime(momentOf(now) + hours * HOUR_MS)
}

/**
 * Rights of the task's creator at the time of the run; the run fails if the account has been disabled or moved since.
 */
async function begun(
  services: Services,
  { taskId, userId }: Run,
): Promise<{ person: SignedIn; collecting: Collecting; file: AsyncIterable<string[][]> | undefined }> {
  const [person] = await livePeople(services.db, { ids: [userId] })
  if (!person) throw badRequest('创建任务的账号已停用，请由在用的账号重新建立任务')
  const configuration = services.configuration()
  const scoped = configuration.scope(scopeOf(person))
  const rows = rowScope(person, configuration.customers(), scoped)
  const task = await findInScope(services.db, rows, taskEntity(services), taskId)
  if (!task) throw badRequest('任务已不在执行人的管辖范围内')
  if (task['state'] !== RUNNING) throw badRequest(PAUSED)
  const entities = entitiesIn(services, scoped)
  // what comes in lies where its task does
  const place = configuration.scope(scopeOfRecord(task))
  return {
    person,
    file: await uploaded(services, task),
    collecting: {
      db: services.db,
      rows,
      userId,
      task,
      carrier: carrierOf(entities, task),
      now: chinaTime(),
      entities,
      dictionary: name => place.dictionary(name),
    },
  }
}

const isRunning = async (db: Database, taskId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('collectTask')
      .select('state')
      .where('taskId', '=', taskId)
      .where('delFlag', '=', 0)
      .executeTakeFirst()
  )?.['state'] === RUNNING

async function collected(
  { db }: Services,
  run: Run,
  steps: AsyncGenerator<Collected>,
  signal: AbortSignal,
): Promise<Collected> {
  let said = nothingYet()
  for await (said of steps) {
    await progress(db, run.logId, said)
    if (signal.aborted || !(await beat(db, run))) throw new Interrupted()
    if (!(await isRunning(db, run.taskId))) throw badRequest(PAUSED)
  }
  return said
}

/**
 * Counts the run, sets the next time, ends the log and releases the queue in one transaction: otherwise a crash in
 * between would repeat the run.
 */
async function finish(
  services: Services,
  run: Run,
  said: Collected,
  ok: boolean,
  by: SignedIn | undefined,
): Promise<TableRow | undefined> {
  const entity = taskEntity(services)
  return services.db.transaction().execute(async tx => {
    const mine = await tx
      .deleteFrom('sys_collect')
      .where('taskId', '=', run.taskId)
      .where('logId', '=', run.logId)
      .returning('taskId')
      .execute()
    const task = await tx
      .selectFrom('collectTask')
      .selectAll()
      .where('taskId', '=', run.taskId)
      .forUpdate()
      .executeTakeFirst()
    if (mine.length === 0 || !task) return undefined
    const now = chinaTime()
    const sum = (name: 'total' | 'newCount' | 'failCount'): number => Number(task[name] ?? 0) + said[name]
    const counts = ok ? { total: sum('total'), newCount: sum('newCount'), failCount: sum('failCount') } : {}
    const values = {
      ...counts,
      lastRun: now,
      nextRun: nextRun(task['freq'], now),
      runState: ok ? DONE : BROKEN,
    }
    const call = { ...systemCallFor(services, task), user: by }
    const after = await applyChange({ call, tx, action: 'collectTask.run' }, { entity, before: task, values })
    await endLog(tx, run.logId, said, ok)
    return after
  })
}

/** Takes the task's next transition (finished or failed), if its workflow has one. */
async function settle(
  services: Services,
  task: TableRow,
  code: 'finish' | 'fail',
  fault: (error: unknown) => void,
): Promise<void> {
  const call = systemCallFor(services, task, fault)
  await takeTransition(call, taskEntity(services), String(task['taskId']), code, chinaTime()).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) fault(error)
    },
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const machine = machineFault(error)
  return machine ? `${machine.words}，${FAULT}` : FAULT
}

/** Works off a run and logs its result. */
export async function work(
  services: Services,
  run: Run,
  signal: AbortSignal,
  fault: (error: unknown) => void,
): Promise<void> {
  let person: SignedIn | undefined
  try {
    const start = await begun(services, run)
    person = start.person
    const { collecting, file } = start
    const said = await collected(
      services,
      run,
      file === undefined ? collectLibrary(collecting) : collectFile(collecting, file),
      signal,
    )
    const task = await finish(services, run, said, true, person)
    if (task && task['nextRun'] === null) await settle(services, task, 'finish', fault)
  } catch (error) {
    if (error instanceof Interrupted || (await failedForDatabase(services, error))) return giveBack(services.db, run)
    const refused = error instanceof Refusal
    const task = await finish(services, run, { ...nothingYet(), problems: [reasonOf(error)] }, false, person)
    if (!refused) fault(error)
    // a wrong task would fail each time, so it is not repeated
    else if (task?.['state'] === RUNNING) await settle(services, task, 'fail', fault)
  }
}
