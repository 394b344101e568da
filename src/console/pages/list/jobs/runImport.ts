import type { ConsoleApp } from '../../../app/app.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import type { ImportReport } from '../../../../core/contract/imports.ts'
import {
  IMPORT_CANCEL,
  IMPORT_CHECK,
  IMPORT_REFUSED,
  IMPORT_RUN,
  IMPORT_STATE,
  IMPORT_TEMPLATE,
} from '../../../data/calls/own-calls.ts'
import { FILE_UPLOAD } from '../../../data/calls/session-calls.ts'
import { downloadOf } from '../../../data/download.ts'
import { send } from '../../../data/http/http.ts'
import { heard } from '../../../i18n/heard.ts'
import { chosenLanguage, t } from '../../../i18n/t.ts'
import { follow, type WorkState } from './follow.ts'
import { followBatch } from './followBatch.ts'
import { pending, type PendingBatch } from './pending.ts'

interface CheckState extends WorkState {
  report?: ImportReport
}
export interface Checked {
  id: string
  report: ImportReport
}

const shown = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

export const template = (app: ConsoleApp, { route, title }: ListPage): Promise<void> =>
  downloadOf(app, IMPORT_TEMPLATE, { route, lang: chosenLanguage() }, `${t(title)}_${t('导入模板')}.xlsx`).catch(
    () => undefined,
  )

export const refusedRows = (app: ConsoleApp, { title }: ListPage, { id }: Checked): Promise<void> =>
  downloadOf(app, IMPORT_REFUSED, { id }, `${t(title)}_${t('待改正')}.xlsx`).catch(() => undefined)

/** Uploads a spreadsheet and has it checked; nothing is written. Throws an Error that says what is wrong with it. */
export async function check(
  app: ConsoleApp,
  { route }: ListPage,
  file: File,
  begun: (id: string) => void,
): Promise<Checked | undefined> {
  const quiet = { quiet: true }
  const { id: stored } = await send<{ id: string }>(app, FILE_UPLOAD, { file }, quiet)
  const work = await send<{ id: string; total: number }>(
    app,
    IMPORT_CHECK,
    { route, file: stored, lang: chosenLanguage() },
    quiet,
  )
  begun(work.id)
  const end = await follow<CheckState>(app, {
    ...work,
    text: t('正在检查{name}', { name: file.name }),
    state: IMPORT_STATE,
    cancel: IMPORT_CANCEL,
  })
  if (end.cancelled) return undefined
  if (end.error !== undefined || !end.report)
    throw new Error(end.error === undefined ? t('文件没有检查完，请重试') : heard(end.error))
  return { id: work.id, report: end.report }
}

/** Begins to add the rows that passed, and follows them as any batch: progress, cancel, result, undo. */
export async function runImport(app: ConsoleApp, { route }: ListPage, { id }: Checked): Promise<string | undefined> {
  let work: { id: string; total: number }
  try {
    work = await send<{ id: string; total: number }>(app, IMPORT_RUN, { id }, { quiet: true })
  } catch (cause) {
    return shown(cause)
  }
  const batch: PendingBatch = {
    kind: 'batch',
    ...work,
    route,
    label: '导入',
    chosen: { keys: [] },
    undo: true,
    rows: true,
  }
  pending(app).put(batch)
  void followBatch(app, batch)
  return undefined
}
