import { entityNamed } from '../../../server/db/tables/models.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import { applyChange } from '../../../server/records/write/change.ts'
import type { Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Collected } from './rows.ts'
import type { Run } from './service.ts'

const MOST_LETTERS = 2000

/** Creates the log entry when a run is requested. */
export async function startLog(
  tx: Database,
  services: Services,
  { taskId, logId, userId }: Run,
  task: TableRow,
): Promise<void> {
  const entity = entityNamed(services.entities(), 'collectLog')
  const values = {
    id: logId,
    taskId,
    startTime: chinaTime(),
    endTime: null,
    runBy: userId,
    runState: '1',
    total: 0,
    newCount: 0,
    failCount: 0,
    ok: null,
    message: null,
    areaCode: task['areaCode'] ?? null,
    customerId: task['customerId'] ?? null,
    createBy: userId,
  }
  await applyChange({ call: systemCallFor(services, task), tx }, { entity, values, told: 'within' })
}

const counts = ({ total, newCount, failCount }: Collected): TableRow => ({
  total,
  newCount,
  failCount,
  updateTime: chinaTime(),
})
const messageOf = ({ total, newCount, failCount, problems }: Collected): string =>
  (problems.length > 0 ? problems.join('；') : `采集 ${total} 条，新增 ${newCount} 条，失败 ${failCount} 条`).slice(
    0,
    MOST_LETTERS,
  )

export const progress = (db: Database, logId: string, said: Collected): Promise<unknown> =>
  db.updateTable('collectLog').set(counts(said)).where('id', '=', logId).execute()

export const endLog = (tx: Database, logId: string, said: Collected, ok: boolean): Promise<unknown> =>
  tx
    .updateTable('collectLog')
    .set({ ...counts(said), endTime: chinaTime(), ok: ok ? 1 : 0, runState: ok ? '3' : '4', message: messageOf(said) })
    .where('id', '=', logId)
    .execute()
