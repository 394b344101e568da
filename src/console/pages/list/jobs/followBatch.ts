import type { ConsoleApp } from '../../../app/app.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { BATCH_CANCEL, BATCH_STATE, BATCH_UNDO } from '../../../data/calls/own-calls.ts'
import { recount } from '../../../data/counters.ts'
import { send } from '../../../data/http/http.ts'
import { renew } from '../../../data/http/query.ts'
import { countedNotice } from '../../../feedback/batch.ts'
import { notify, type Notice } from '../../../feedback/notice.ts'
import { heard } from '../../../i18n/heard.ts'
import { t } from '../../../i18n/t.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { failures } from './failures.ts'
import { follow, type WorkState } from './follow.ts'
import { pending, type Chosen, type PendingBatch } from './pending.ts'
import { exportRecords } from './runExport.ts'

/** seconds that a notice offers to undo; what failed stays on the list, and offers it as long */
const OFFERED = 30

interface BatchState extends WorkState {
  ok: number
  /** something of it can be undone */
  undo?: boolean
  results: { key: string; code: string; msg: string }[]
}

interface Shown {
  page: ListPage
  compiled: CompiledList
  /** what was filled in for all of them */
  values?: Record<string, unknown>
}

const without = (chosen: Chosen, failed: string[]): Chosen =>
  'keys' in chosen ? { keys: chosen.keys.filter(key => !failed.includes(key)) } : chosen

const wordOf = ({ label, undoes }: PendingBatch): string =>
  undoes ? t('撤销{action}', { action: t(label) }) : t(label)

/**
 * Follows a batch to its end and reports the result; `shown`: the list that it was started from, if it is still open.
 */
export async function followBatch(app: ConsoleApp, batch: PendingBatch, shown?: Shown): Promise<void> {
  await finish(app, batch, shown).catch(() => {
    notify(app, {
      level: 'error',
      text: t('没有读到{action}的进度，请稍后刷新列表查看结果', { action: wordOf(batch) }),
    })
    // part of it may be done
    return renew()
  })
  pending(app).drop(batch.id)
}

/** Begins the batch that gives the records of another one their former values back, or goes on where it was stopped. */
async function undoBatch(app: ConsoleApp, batch: PendingBatch, shown: Shown | undefined): Promise<void> {
  const { route, label, call, undoes = batch.id } = batch
  const again = (): void => void undoBatch(app, batch, shown)
  const work = await send<{ id: string; total: number }>(app, BATCH_UNDO, { id: undoes }, { again }).catch(
    () => undefined,
  )
  if (!work) return
  const begun: PendingBatch = {
    kind: 'batch',
    ...work,
    route,
    label,
    ...(call ? { call } : {}),
    chosen: { keys: [] },
    undoes,
  }
  pending(app).put(begun)
  await followBatch(app, begun, shown)
}

const nameOf = ({ rows, undoes }: PendingBatch, key: string): string =>
  rows && !undoes ? t('第 {n} 行', { n: key }) : key

function namesOf({ page, compiled: { selection } }: Shown): Map<string, string> {
  return new Map(
    [...selection.rows(), ...selection.onScreen()].map(row => [
      String(row[page.entity.key]),
      String(row[page.entity.title] ?? ''),
    ]),
  )
}

function noticeOf(app: ConsoleApp, end: BatchState, action: string, reasons: string[]): Notice {
  if (end.cancelled)
    return {
      level: 'warning',
      seconds: 5,
      text: t('已取消：{action}了 {n} 条，其余 {left} 条没有处理', { action, n: end.ok, left: end.total - end.done }),
    }
  return countedNotice(app, end.ok, end.total - end.ok, end.error ? [heard(end.error)] : reasons, action)
}

async function finish(app: ConsoleApp, batch: PendingBatch, shown: Shown | undefined): Promise<void> {
  const { id, total, route, call, chosen, after } = batch
  const action = wordOf(batch)
  const names = shown ? namesOf(shown) : new Map<string, string>()
  failures(app).put(route, undefined)
  const text = t('正在{action}', { action })
  const end = await follow<BatchState>(app, { id, total, text, state: BATCH_STATE, cancel: BATCH_CANCEL })
  const failed = end.results.filter(({ code }) => code !== '1')
  const failedKeys = failed.map(({ key }) => key)
  shown?.compiled.selection.keep(failedKeys)
  const goesOn = batch.undoes !== undefined && end.cancelled && end.done < end.total
  const undo = (batch.undo && end.undo) || goesOn ? { undo: () => void undoBatch(app, batch, shown) } : {}
  const notice = noticeOf(
    app,
    end,
    action,
    failed.map(({ msg }) => heard(msg)),
  )
  notify(app, { ...notice, ...undo, ...('undo' in undo ? { seconds: OFFERED, goesOn } : {}) })
  if (failed.length)
    failures(app).put(route, {
      action,
      count: end.done - end.ok,
      failed: failed.map(({ key, msg }) => ({ key, msg: heard(msg), name: names.get(key) || nameOf(batch, key) })),
      ...(shown?.values && !batch.undoes ? { values: shown.values } : {}),
      ...(batch.rows ? { isGone: true as const } : {}),
      ...undo,
    })
  void recount(app, call)
  if (after && end.ok > 0) void exportRecords(app, route, without(chosen, failedKeys), after === 'exportFiles')
  await renew()
}
