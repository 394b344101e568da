import { sql } from 'kysely'
import { audit } from '../../../../server/call/audit.ts'
import { enqueue, WAITING } from '../../collect/queue.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  afterCommit,
  type Handler,
  type TableRow,
  type Handlers,
} from '../../../../server/call/context.ts'
import { refuseUntakeable } from '../../../../server/machines/check-change.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'

/** dictionaries/collectRun, as the log shows it */
const TITLES: Readonly<Record<string, string>> = { '1': '等待执行', '2': '正在执行', '3': '执行完成', '4': '执行失败' }

/** Queues a run; a free instance works it off. */
const run: Handler = async call => {
  const entity = entityOfCall(call)
  const logId = await call.db.transaction().execute(async tx => {
    const task = await recordInScope(tx, call, entity, requiredArg(call, entity.key), true)
    await refuseUntakeable(tx, call, entity, task, 'run')
    const begun = await enqueue(tx, call, task, signedInUser(call).id)
    if (!begun) throw badRequest('任务已在排队或正在执行，进度见日志')
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: entity.name,
      objectId: begun.taskId,
      before: task,
      after: { ...task, runState: WAITING },
    })
    return begun.logId
  })
  afterCommit(call, () => call.collector?.wake())
  return { logId }
}

/** Runs of a task with their results, latest first. */
const logs: Handler = async call => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  await recordInScope(call.db, call, entity, key)
  const { rows } = await sql<TableRow>`select log.*, person."nickName" as by from "collectLog" as log left
      join "user" as person on person.id = log."runBy"
    where log."taskId" = ${key} order by log."startTime" desc, log.id limit 100`.execute(call.db)
  return rows.map(row => ({
    id: row['id'],
    startTime: String(row['startTime']),
    endTime: String(row['endTime'] ?? ''),
    ok: Number(row['ok'] ?? 0),
    by: String(row['by'] ?? ''),
    title: TITLES[String(row['runState'] ?? (row['ok'] === 1 ? '3' : '4'))] ?? '',
    total: Number(row['total']),
    newCount: Number(row['newCount']),
    failCount: Number(row['failCount']),
    message: String(row['message'] ?? ''),
  }))
}

export const collecting: Handlers = { 'collect.run': run, 'collect.logs': logs }
