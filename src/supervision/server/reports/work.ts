import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fileAddress, registerFile } from '../../../server/attachments/register.ts'
import { noteUses } from '../../../server/attachments/uses.ts'
import { machineFault } from '../../../server/answer/machine.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import { unavailable } from '../../../server/answer/unavailable.ts'
import { signedInUser, type BackgroundWork, type CallContext, type HourlyWork } from '../../../server/call/context.ts'
import { systemCall } from '../../../server/call/system.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { Interrupted } from '../../../server/jobs/interrupted.ts'
import { ClaimLost } from '../../../server/jobs/rows.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { contentOf } from '../../../server/report/content.ts'
import { docxOf } from '../../../server/report/docx.ts'
import { takeTransition } from '../../../server/workflow/take.ts'
import { entityNamed } from '../reporting/report.ts'
import { countedReport, REPORT } from './wish.ts'

/** workflows/report.yaml */
const WRITING = '1'
const FAULT = '生成没有完成，请重试；多次失败请联系管理员'
const LOST = '服务曾经中断，报告没有生成，请重新生成'

/** Counts, writes and keeps a report; one that has been taken on meanwhile is left alone. */
export const writeReportFile: BackgroundWork = async (call, request, alive) => {
  const entity = entityNamed(call.entities(), REPORT)
  const row = await findInScope(call.db, call.rows, entity, String(request['key']))
  if (row?.['state'] !== WRITING) return
  try {
    const bytes = await docxOf(contentOf(await countedReport(call, row)))
    await alive()
    await keep(call, row, bytes)
    await settle(call, row, 'done')
  } catch (error) {
    const machine = machineFault(error)
    const isBegunAnew = error instanceof Interrupted || error instanceof ClaimLost || unavailable(error as Error)
    if (isBegunAnew && !machine) throw error
    await failed(call, row, error instanceof Refusal ? error.message : machine ? `${machine.words}，${FAULT}` : FAULT)
    throw error
  }
}

async function keep(call: CallContext, row: TableRow, bytes: Uint8Array): Promise<void> {
  const entity = entityNamed(call.entities(), REPORT)
  const id = randomUUID().replaceAll('-', '')
  const name = `${String(row['reportName']).replace(/[\\/:*?"<>|]/g, ' ')}.docx`
  const stored = await call.files.put(id, Readable.from([bytes]))
  const key = String(row[entity.key])
  await call.db.transaction().execute(async tx => {
    await registerFile(tx, signedInUser(call).id, id, name, stored)
    const values = {
      file: fileAddress(call.scoped.app.api.fileBase, id, name),
      genTime: chinaTime(),
      updateTime: laterThan(row['updateTime']),
    }
    await writeRow(tx, entity, row, values)
    await noteUses({ call, entity, tx, before: row }, key, values)
  })
}

async function failed(call: CallContext, row: TableRow, why: string): Promise<void> {
  const entity = entityNamed(call.entities(), REPORT)
  await writeRow(call.db, entity, row, { failText: [...why].slice(0, REASON).join('') })
  await settle(call, row, 'fail')
}
const REASON = 200

async function settle(
  { fault, ...services }: Pick<CallContext, 'fault'> & CallContext,
  row: TableRow,
  code: 'done' | 'fail',
): Promise<void> {
  const entity = entityNamed(services.entities(), REPORT)
  const system = systemCall(services, String(row['customerId'] ?? ''), String(row['areaCode'] ?? ''), fault)
  await takeTransition(system, entity, String(row[entity.key]), code, chinaTime())
}

/** Reports whose work has ended without them, because the server had been killed too often, or restored. */
export const failLostReports: HourlyWork = async (services, _now, fault) => {
  const { rows } = await sql<TableRow>`select * from report where state = ${WRITING} and "delFlag" = 0
    and not exists (select from sys_job where kind = 'work' and finished = 0
      and keys = json_build_array(report.id)::text)`.execute(services.db)
  for (const row of rows) {
    const call = systemCall(services, String(row['customerId'] ?? ''), String(row['areaCode'] ?? ''), fault)
    await failed(call, row, LOST).catch(fault)
  }
  return rows.length
}
