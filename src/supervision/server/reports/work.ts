import { applyChange, writeDerived } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fileAddress, registerFile } from '../../../server/attachments/register.ts'
import { machineFault } from '../../../server/answer/machine.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import { unavailable } from '../../../server/answer/unavailable.ts'
import { signedInUser, type BackgroundWork, type CallContext, type HourlyWork } from '../../../server/call/context.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { Interrupted } from '../../../server/jobs/interrupted.ts'
import { ClaimLost } from '../../../server/jobs/rows.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { wholeOf } from '../../../server/heavy/heavy.ts'
import { contentOf } from '../../../server/report/content.ts'
import { takeTransition } from '../../../server/workflow/take.ts'
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
    const content = contentOf(await countedReport(call, row))
    const bytes = await wholeOf(call.heavy.run('report.write', content))
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
  await call.db.transaction().execute(async tx => {
    await registerFile(tx, signedInUser(call).id, id, name, stored)
    const values = { file: fileAddress(call.scoped.app.api.fileBase, id, name), genTime: chinaTime() }
    await applyChange({ call, tx }, { entity, before: row, values, told: 'within' })
  })
}

async function failed(call: CallContext, row: TableRow, why: string): Promise<void> {
  const entity = entityNamed(call.entities(), REPORT)
  await writeDerived(call.db, entity, row, { failText: [...why].slice(0, REASON).join('') })
  await settle(call, row, 'fail')
}
const REASON = 200

async function settle(
  { fault, ...services }: Pick<CallContext, 'fault'> & CallContext,
  row: TableRow,
  code: 'done' | 'fail',
): Promise<void> {
  const entity = entityNamed(services.entities(), REPORT)
  const system = systemCallFor(services, row, fault)
  await takeTransition(system, entity, String(row[entity.key]), code, chinaTime())
}

/** Reports whose work has ended without them, because the server had been killed too often, or restored. */
export const failLostReports: HourlyWork = async (services, _now, fault) => {
  const { rows } = await sql<TableRow>`select * from report where state = ${WRITING} and "delFlag" = 0
    and not exists (select from sys_job where kind = 'work' and finished = 0
      and keys = json_build_array(report.id)::text)`.execute(services.db)
  for (const row of rows) {
    const call = systemCallFor(services, row, fault)
    await failed(call, row, LOST).catch(fault)
  }
  return rows.length
}
