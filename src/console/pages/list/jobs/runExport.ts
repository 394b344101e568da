import type { ConsoleApp } from '../../../app/app.ts'
import type { Column, ListPage } from '../../../../core/contract/configuration.ts'
import { pageOf } from '../../../data/config/config.ts'
import { downloadOf } from '../../../data/download.ts'
import { send } from '../../../data/http/http.ts'
import { notify, offer } from '../../../feedback/notice.ts'
import { EXPORT_CANCEL, EXPORT_FILE, EXPORT_RUN, EXPORT_STATE } from '../../../data/calls/own-calls.ts'
import { chinaMoment } from '../../../i18n/day.ts'
import { heard } from '../../../i18n/heard.ts'
import { chosenLanguage, t } from '../../../i18n/t.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { pending, type PendingExport } from './pending.ts'
import { listArgs } from '../query/state.ts'
import { filterSummary } from './filterSummary.ts'
import { follow } from './follow.ts'

/** Exports what the list shows: its columns in order, with the current filters. */
export async function exportList(
  app: ConsoleApp,
  page: ListPage,
  { columns, selection, now }: CompiledList,
  chosenOnly = false,
): Promise<void> {
  const shown = now()
  if (!shown) return
  const { state } = shown
  const allMatching = selection.allMatching()
  const chosen = !chosenOnly ? {} : allMatching ? { selectionId: allMatching.id } : { keys: selection.keys() }
  await start(app, page, columns.columns(), {
    ...chosen,
    args: listArgs(app, page, { ...state, page: 1 }),
    filterSummary: await filterSummary(app, page, state),
  })
}

/** Exports these records with all columns of their list, on request with their files. */
export async function exportRecords(
  app: ConsoleApp,
  route: string,
  chosen: { keys: string[] } | { selectionId: string },
  files = false,
): Promise<void> {
  const page = await pageOf(app, route)
  if (page?.kind === 'list')
    await start(app, page, page.columns, { ...chosen, args: {}, ...(files ? { files: 1 } : {}) })
}

async function start(
  app: ConsoleApp,
  page: ListPage,
  columns: { name: string; width: number }[],
  what: Record<string, unknown>,
): Promise<void> {
  const title = t(page.title)
  const order = {
    call: page.source.name,
    route: page.route,
    title,
    columns: exported(page, columns),
    lang: chosenLanguage(),
    ...what,
  }
  const again = () => void start(app, page, columns, what)
  // until the server has counted what there is, nothing else says that the press was heard
  const heardIt = offer(app, { level: 'info', text: t('开始导出{name}', { name: title }) })
  const work = await send<{ id: string; total: number }>(app, EXPORT_RUN, order, { again })
    .catch(() => undefined)
    .finally(heardIt)
  if (!work) return
  const begun: PendingExport = { kind: 'export', ...work, title, ending: what.files ? 'zip' : 'xlsx' }
  pending(app).put(begun)
  await followExport(app, begun)
}

export async function followExport(app: ConsoleApp, work: PendingExport): Promise<void> {
  await finish(app, work).catch(() =>
    notify(app, { level: 'error', text: t('{name}没有导出成功，请重试', { name: work.title }) }),
  )
  pending(app).drop(work.id)
}

export function exported(page: ListPage, shown: { name: string; width: number }[]): Record<string, unknown>[] {
  return shown.flatMap(({ name, width }) => {
    const column: Column | undefined = page.columns.find(one => one.name === name)
    if (!column) return []
    const { kind, dict, unit, label } = column
    return [{ name, label: t(label), kind, width, ...(dict ? { dict } : {}), ...(unit ? { unit: t(unit) } : {}) }]
  })
}

async function finish(app: ConsoleApp, { id, total, title, ending }: PendingExport): Promise<void> {
  const end = await follow(app, {
    id,
    total,
    text: t('正在导出{name}', { name: title }),
    state: EXPORT_STATE,
    cancel: EXPORT_CANCEL,
  })
  if (end.cancelled) return notify(app, { level: 'info', text: t('已取消导出') })
  if (end.error !== undefined) return notify(app, { level: 'error', text: heard(end.error) })
  const time = chinaMoment().replace(/\D/g, '').slice(0, 12)
  // errors from here on have been shown by the download
  const saved = await downloadOf(app, EXPORT_FILE, { id }, `${title}_${time}.${ending}`).then(
    () => true,
    () => false,
  )
  if (saved) notify(app, { level: 'success', text: t('{name}已导出，共 {n} 条', { name: title, n: end.total }) })
}
