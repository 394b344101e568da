import { isExpression } from '../../../../core/model/field/written.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { Action, ListPage } from '../../../../core/contract/configuration.ts'
import { isDisabled, isVisible } from '../../../data/config/scope.ts'
import { send } from '../../../data/http/http.ts'
import { ask, notify } from '../../../feedback/notice.ts'
import { BATCH_RUN, SELECTION_FREEZE } from '../../../data/calls/own-calls.ts'
import { numberText } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { openAsk } from '../../../feedback/dialogs.ts'
import { argsOf, questionOf } from '../../parts/question.ts'
import type { CompiledList } from '../columns/columns.tsx'
import type { AllMatching } from '../columns/selection.ts'
import { ofForm } from './batchForm.ts'
import { failures } from './failures.ts'
import { followBatch } from './followBatch.ts'
import { pending, type PendingBatch } from './pending.ts'
import { listArgs } from '../query/state.ts'

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
export async function runBatch(app: ConsoleApp, page: ListPage, button: Action, compiled: CompiledList): Promise<void> {
  const { action, dictionaries = page.dictionaries } = button.fields ? await ofForm(app, button) : { action: button }
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
      ...(then === 'export' || then === 'exportFiles' ? { after: then } : {}),
      ...(action.undo ? { undo: true } : {}),
    }
    pending(app).put(begun)
    // the dialog closes when the job has started; its progress is shown on the page
    void followBatch(app, begun, { page, compiled, ...(action.form?.length ? { values } : {}) })
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
      ok: t(action.label),
      ...(text ? { text } : {}),
      fields: action.form,
      dictionaries,
      ...(action.fields ? { pick: true } : { values: filledBefore(app, page, action, selection.keys()) }),
      ...danger,
      submit: start,
    })
  if (action.confirm && !(await ask(app, { title, ...(text ? { text } : {}), ok: t(action.label), ...danger }))) return
  const attempt = (): void => void start({}, attempt).catch(() => undefined)
  attempt()
}

/** What was filled in for those of them that failed: the others are done, and who tries again says it once. */
function filledBefore(app: ConsoleApp, page: ListPage, action: Action, keys: readonly string[]): Row {
  const last = failures(app).of(page.route)
  const failed = new Set(last?.failed.map(({ key }) => key))
  return last?.values && last.action === t(action.label) && keys.length > 0 && keys.every(key => failed.has(key))
    ? last.values
    : {}
}

/** Names a single record, or says how many. Records that were not loaded have no title. */
export function questionFor(
  action: Action,
  page: ListPage,
  count: number,
  seen: Row[] = [],
): { title: string; text?: string } {
  if (count === 1 && seen.length === 1) return questionOf(action, page, seen)
  const { text } = questionOf(action, page, [])
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
