import type { ConsoleApp } from '../../../app/app.ts'
import type { Call } from '../../../../core/contract/configuration.ts'
import { notify } from '../../../feedback/notice.ts'
import { t } from '../../../i18n/t.ts'
import { followBatch } from './followBatch.ts'
import { pending, type PendingBatch } from './pending.ts'

interface Begun {
  /** route of the list that shows what failed */
  route: string
  label: string
  call: Call
}

/** Follows a batch that a call of our own has begun: it answers {id, total}, and can be undone. */
export function followBegun(app: ConsoleApp, data: unknown, { route, label, call }: Begun): void {
  const { id, total, missing = [] } = (data ?? {}) as { id?: string; total?: number; missing?: string[] }
  if (missing.length > 0) tellMissing(app, missing)
  if (!id || !total) {
    notify(app, { level: 'info', text: t('没有需要改动的记录') })
    return
  }
  const begun: PendingBatch = { kind: 'batch', id, total, route, label, call, chosen: { keys: [] }, undo: true }
  pending(app).put(begun)
  void followBatch(app, begun)
}

/** Codes named in the notice; of more it says how many. */
const NAMED = 20

function tellMissing(app: ConsoleApp, missing: readonly string[]): void {
  const named = missing.slice(0, NAMED).join('、')
  const more = missing.length > NAMED ? t(' 等') : ''
  const text = `${t('有 {n} 个编码没有找到：', { n: missing.length })}${named}${more}`
  notify(app, { level: 'warning', seconds: 30, text })
}
