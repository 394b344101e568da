import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { audit } from '../../audit.ts'
import type { Database } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { chinaTime } from '../../db/time.ts'
import { idsIn } from '../../files/register.ts'
import { badRequest, Refusal } from '../../http/refusal.ts'
import { collectFile, collectLibrary, type Collected, type Collecting } from '../../tasks/collect.ts'
import { entityOfCall, requiredArg, signedInUser, type CallContext, type Handler, type TableRow } from '../context.ts'
import { laterThan } from '../generic/effects.ts'
import { recordInScope } from '../generic/record.ts'
import { newKey } from '../generic/save.ts'
import { writeRow } from '../generic/write.ts'

const RUNNING = '1'
const MOST_BYTES = 5 * 1024 * 1024
/** dictionaries/freq → hours between two runs; a task of one run has no next one */
const HOURS: Readonly<Record<string, number>> = { '1': 1, '2': 24, '3': 168, '4': 720 }
const HOUR_MS = 3_600_000

async function textOf(content: Readable): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of content) {
    const bytes = Buffer.from(part as Uint8Array)
    size += bytes.length
    if (size > MOST_BYTES) throw badRequest('数据文件不能超过 5 MB')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Read before the transaction: nothing waits for a disk while rows are locked. */
async function uploaded(call: CallContext, task: TableRow): Promise<string | undefined> {
  const [id] = idsIn(call.scoped.manifest.app.api.fileBase, task['file'])
  if (id === undefined) return undefined
  const content = await call.files.open(id)
  if (!content) throw badRequest('数据文件已不存在，请重新上传')
  return textOf(content)
}

function carrierOf(call: CallContext, task: TableRow): Entity {
  const kind = String(task['objectKind'])
  const found = [...call.entities().values()].find(({ carrier }) => carrier?.kind === kind && carrier.url !== undefined)
  if (!found) throw badRequest('这种载体还不能采集')
  return found
}

const nextRun = (freq: unknown, now: string): string | null => {
  const hours = HOURS[String(freq)]
  return hours === undefined ? null : chinaTime(Date.parse(`${now.replace(' ', 'T')}+08:00`) + hours * HOUR_MS)
}

async function note(call: CallContext, tx: Database, task: TableRow, said: Collected, startTime: string, ok: boolean): Promise<TableRow> {
  const entity = call.entities().get('collectLog')
  if (!entity) throw new Error('There is no entity collectLog')
  const endTime = chinaTime()
  const message = said.problems.length > 0 ? said.problems.join('；') : `采集 ${said.total} 条，新增 ${said.newCount} 条，失败 ${said.failCount} 条`
  const row: TableRow = {
    id: newKey(), taskId: task['taskId'] ?? null, startTime, endTime, runBy: signedInUser(call).id, total: said.total, newCount: said.newCount, failCount: said.failCount, ok: ok ? 1 : 0,
    message, areaCode: task['areaCode'] ?? null, customerId: task['customerId'] ?? null, createBy: signedInUser(call).id, createTime: endTime, updateTime: endTime, delFlag: 0,
  }
  await writeRow(tx, entity, undefined, row)
  return row
}

async function collect(call: CallContext, tx: Database, text: string | undefined): Promise<Collected> {
  const entity = entityOfCall(call)
  const task = await recordInScope(tx, call, entity, requiredArg(call, entity.key), true)
  if (task['state'] !== RUNNING) throw badRequest('任务没有在运行，请先启动')
  const now = chinaTime()
  const collecting: Collecting = { call, tx, task, carrier: carrierOf(call, task), now }
  const said = text === undefined ? await collectLibrary(collecting) : await collectFile(collecting, text)
  const count = (name: string): number => Number(task[name] ?? 0)
  const after = await writeRow(tx, entity, task, {
    lastRun: now, nextRun: nextRun(task['freq'], now), total: count('total') + said.total, newCount: count('newCount') + said.newCount,
    failCount: count('failCount') + said.failCount, updateTime: laterThan(task['updateTime']),
  })
  await audit(tx, call, { action: call.endpoint.name, entity: entity.name, objectId: String(task[entity.key]), before: task, after })
  await note(call, tx, task, said, now, true)
  return said
}

/** A run is whole or leaves nothing but its entry in the log. */
const run: Handler = async (call) => {
  const entity = entityOfCall(call)
  const task = await recordInScope(call.db, call, entity, requiredArg(call, entity.key))
  const startTime = chinaTime()
  try {
    const text = await uploaded(call, task)
    return await call.db.transaction().execute(tx => collect(call, tx, text))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await call.db.transaction().execute(tx => note(call, tx, task, { total: 0, newCount: 0, failCount: 0, problems: [error.message] }, startTime, false))
    throw error
  }
}

/** What the runs of a task came to, the latest first. */
const logs: Handler = async (call) => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  await recordInScope(call.db, call, entity, key)
  const { rows } = await sql<TableRow>`select log.*, person."nickName" as by from "collectLog" as log left join "user" as person on person.id = log."runBy"
    where log."taskId" = ${key} order by log."startTime" desc, log.id limit 100`.execute(call.db)
  return rows.map(row => ({
    id: row['id'], startTime: String(row['startTime']), endTime: String(row['endTime']), ok: row['ok'], by: String(row['by'] ?? ''), title: row['ok'] === 1 ? '执行完成' : '执行失败',
    total: Number(row['total']), newCount: Number(row['newCount']), failCount: Number(row['failCount']), message: String(row['message'] ?? ''),
  }))
}

export const collecting: Record<string, Handler> = { 'collect.run': run, 'collect.logs': logs }
