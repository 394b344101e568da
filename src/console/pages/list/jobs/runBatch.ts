import { isExpression } from '../../../../core/model/field/written.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { Action, ListPage } from '../../../../core/contract/configuration.ts'
import { isDisabled, isVisible } from '../../../data/config/scope.ts'
import { recount } from '../../../data/counters.ts'
import { send } from '../../../data/http/http.ts'
import { ask, notify } from '../../../feedback/notice.ts'
import { BATCH_CANCEL, BATCH_RUN, BATCH_STATE, SELECTION_FREEZE } from '../../../data/calls/own-calls.ts'
import { renew } from '../../../data/http/query.ts'
import { numberText } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { countedNotice } from '../../../feedback/batch.ts'
import { openAsk } from '../../../feedback/dialogs.ts'
import { argsOf, questionOf } from '../../parts/question.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { failures } from './failures.ts'
import type { AllMatching } from '../columns/selection.ts'
import { pending, type Chosen, type PendingBatch } from './pending.ts'
import { listArgs } from '../query/state.ts'
import { exportRecords } from './runExport.ts'
import { follow, type WorkState } from './follow.ts'

interface BatchState extends WorkState {
  ok: number
  results: { key: string; code: string; msg: string }[]
}

const without = (chosen: Chosen, failed: string[]): Chosen =>
  'keys' in chosen ? { keys: chosen.keys.filter(key => !failed.includes(key)) } : chosen

/** Selects all matching rows by a selection on the server, so that rows added later are not included. */
export async function selectAll(app: ConsoleApp, page: ListPage, compiled: CompiledList): Promise<void> {
  const { selection, now } = compiled
  const shown = now()
  if (!shown) return
  const allMatching = await send<AllMatching>(
    app,
    SELECTION_FREEZE,
    { call: page.source.name, args: listArgs(app, page, shown.state) },
    { again: () => void selectAll(app, page, compiled) },
  ).catch(() => undefined)
  if (!allMatching) return
  selection.selectAllMatching(allMatching)
  if (allMatching.capped)
    notify(app, {
      level: 'info',
      text: t('一次最多选择 {n} 条，已选排在最前的 {n} 条', { n: numberText(allMatching.count) }),
    })
}

/** Asks and confirms once, then lets the server make one call for each selected row. */
export async function runBatch(app: ConsoleApp, page: ListPage, action: Action, compiled: CompiledList): Promise<void> {
  const { selection } = compiled
  const start = async (values: Record<string, unknown>, again?: () => void) => {
    const allMatching = selection.allMatching()
    const chosen = allMatching
      ? { selectionId: allMatching.id }
      : { keys: selection.keys().filter(key => !out.has(key)) }
    const what = { call: action.call?.name, args: { ...sharedArgs(app, action, page), ...values }, ...chosen }
    const work = await send<{ id: string; total: number }>(app, BATCH_RUN, what, again ? { again } : {})
    const { label, call, then } = action
    const begun: PendingBatch = {
      kind: 'batch',
      ...work,
      route: page.route,
      label,
      ...(call ? { call } : {}),
      chosen,
      ...(then && then !== 'page' ? { after: then } : {}),
    }
    pending(app).put(begun)
    // the dialog closes when the job has started; its progress is shown on the page
    void followBatch(app, begun, { page, compiled })
  }
  const unfit = selection.rows().filter(row => !isVisible(app, action, row) || isDisabled(app, action, row))
  // why a transition is not possible the server tells, row by row; of other buttons it knows nothing
  const out = new Set(action.transition === undefined ? unfit.map(row => String(row[page.entity.key])) : [])
  const question = questionFor(
    action,
    page,
    selection.size() - out.size,
    selection.rows().filter(row => !unfit.includes(row)),
  )
  const { title } = question
  const note =
    unfit.length > 0 ? t('所选的另有 {n} 条现在不能{action}，会跳过', { n: unfit.length, action: t(action.label) }) : ''
  const text = [question.text, note].filter(Boolean).join('\n')
  const danger = action.danger ? { danger: true } : {}
  if (action.form?.length)
    return openAsk(app, {
      title,
      ...(text ? { text } : {}),
      fields: action.form,
      dictionaries: page.dictionaries,
      ...danger,
      submit: start,
    })
  if (action.confirm && !(await ask(app, { title, ...(text ? { text } : {}), ok: t(action.label), ...danger }))) return
  const attempt = (): void => void start({}, attempt).catch(() => undefined)
  attempt()
}

/** Names a single record, or says how many. Records that were not loaded have no title. */
export function questionFor(
  action: Action,
  page: ListPage,
  count: number,
  seen: Row[] = [],
): { title: string; text?: string } {
  if (count === 1 && seen.length === 1) return questionOf(action, page.entity, seen)
  const { text } = questionOf(action, page.entity, [])
  const counted = t('{n} 条{entity}', { n: numberText(count), entity: t(page.entity.label) })
  return { title: t('{action}“{name}”', { action: t(action.label), name: counted }), ...(text ? { text } : {}) }
}

/** Arguments shared by all rows; the server adds each row's key. */
function sharedArgs(app: ConsoleApp, action: Action, page: ListPage): Record<string, unknown> {
  const shared = Object.entries(action.args ?? {}).filter(
    ([, value]) => !(isExpression(value) && /\brow\b/.test(value)),
  )
  return shared.length ? argsOf(app, { ...action, args: Object.fromEntries(shared) }, page.entity, []) : {}
}

interface Shown {
  page: ListPage
  compiled: CompiledList
}

/**
 * Follows a batch to its end and reports the result; `shown`: the list that it was started from, if it is still open.
 */
export async function followBatch(app: ConsoleApp, batch: PendingBatch, shown?: Shown): Promise<void> {
  const action = t(batch.label)
  await finish(app, batch, shown).catch(() =>
    notify(app, { level: 'error', text: t('没有读到{action}的进度，请稍后刷新列表查看结果', { action }) }),
  )
  pending(app).drop(batch.id)
}

function namesOf({ page, compiled: { selection } }: Shown): Map<string, string> {
  return new Map(
    [...selection.rows(), ...selection.onScreen()].map(row => [
      String(row[page.entity.key]),
      String(row[page.entity.title] ?? ''),
    ]),
  )
}

async function finish(
  app: ConsoleApp,
  { id, total, route, label, call, chosen, after }: PendingBatch,
  shown: Shown | undefined,
): Promise<void> {
  const action = t(label)
  const names = shown ? namesOf(shown) : new Map<string, string>()
  failures(app).put(route, undefined)
  const end = await follow<BatchState>(app, {
    id,
    total,
    text: t('正在{action}', { action }),
    state: BATCH_STATE,
    cancel: BATCH_CANCEL,
  })
  const failed = end.results.filter(({ code }) => code !== '1')
  shown?.compiled.selection.keep(failed.map(({ key }) => key))
  if (end.cancelled)
    notify(app, {
      level: 'warning',
      seconds: 5,
      text: t('已取消：{action}了 {n} 条，其余 {left} 条没有处理', { action, n: end.ok, left: end.total - end.done }),
    })
  else
    notify(
      app,
      countedNotice(
        app,
        end.ok,
        end.total - end.ok,
        end.error ? [t(end.error)] : failed.map(({ msg }) => t(msg)),
        action,
      ),
    )
  if (failed.length)
    failures(app).put(route, {
      action,
      count: end.done - end.ok,
      failed: failed.map(({ key, msg }) => ({ key, msg: t(msg), name: names.get(key) || key })),
    })
  void recount(app, call)
  if (after && end.ok > 0)
    void exportRecords(
      app,
      route,
      without(
        chosen,
        failed.map(({ key }) => key),
      ),
      after === 'exportFiles',
    )
  await renew()
}
