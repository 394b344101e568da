import { useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { Action, Call, EntityFacts, Page } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { recount } from '../../data/counters.ts'
import { downloadOf } from '../../data/download.ts'
import { send } from '../../data/http/http.ts'
import { ask, notify } from '../../feedback/notice.ts'
import { renew } from '../../data/http/query.ts'
import { t } from '../../i18n/t.ts'
import { batchNotice, isBatch } from '../../feedback/batch.ts'
import { openAsk, type AskSpec } from '../../feedback/dialogs.ts'
import { useGo, type Go } from '../../navigation/navigation.ts'
import { showOneTimePassword } from '../../feedback/oneTimePassword.ts'
import { goOn, nextOf } from './goOn.ts'
import { argsOf, begunWith, foundFor, questionOf } from '../parts/question.ts'
import { standingOf } from '../parts/standing.ts'
import { queryUrl, recordUrl, routeOf } from '../../navigation/routes.ts'

type PageWithEntity = Extract<Page, { entity: EntityFacts }>
export type Run = (action: Action, rows: Row[], after?: () => void) => void

/** Runs an action: opens its page with the record's key, or sends its call after the dialog and confirmation. */
export function useActions(page: PageWithEntity): Run {
  const app = useApp()
  const go = useGo()
  return useMemo(() => {
    const run: Run = (action, rows, after = () => {}) => {
      if (action.page) open(app, action, page, rows, go)
      else if (action.call) void perform({ app, action, page, rows, go, after, run })
    }
    return run
  }, [app, page, go])
}

interface Performing {
  app: ConsoleApp
  action: Action
  page: PageWithEntity
  rows: Row[]
  go: Go
  after: () => void
  run: Run
}

function open(app: ConsoleApp, action: Action, page: PageWithEntity, rows: Row[], go: Go): void {
  const [row] = rows
  const key = page.entity.key
  if (action.args) go.to(queryUrl(action.page ?? '', argsOf(app, action, page.entity, rows)))
  else go.to(row ? recordUrl(action.page ?? '', key, row[key]) : `/${action.page ?? ''}`)
}

type Submit = (values: Record<string, unknown>, again?: () => void) => Promise<void>

function submitOf({ app, action, page, rows, go, after }: Performing): Submit {
  return async (values, again) => {
    if (!action.call) return
    const own = argsOf(app, action, page.entity, rows)
    const args = { ...own, ...values }
    if (action.file) return saveFile(app, action.call, args, fileName(action, page, rows))
    const submission = `${page.route} ${JSON.stringify(own)}`
    const data = await send<unknown>(app, action.call, args, { submission, ...(again ? { again } : {}) })
    if (action.then === 'page') openSaid(data, go)
    else if (action.then === 'batch') await followOf(app, page, action, data)
    else
      notify(
        app,
        isBatch(data)
          ? batchNotice(app, data, t(action.label))
          : { level: 'success', text: t(action.done ?? '{action}成功', { action: t(action.label) }) },
      )
    await showOneTimePassword(app, data)
    after()
    void recount(app, action.call)
    if (action.then === 'export' || action.then === 'exportFiles')
      void exportOf(app, page, rows, action.then === 'exportFiles')
    // do not reload the record after deleting it from its own page
    await renew(page.kind === 'detail' && takesAway(action) ? page.source.name : undefined)
  }
}

/** A dangerous call deletes the record, but a step of its workflow leaves it where it is, however dangerous. */
export const takesAway = ({ danger, args }: Action): boolean => danger === true && args?.['action'] === undefined

const fileName = (action: Action, page: PageWithEntity, [row]: Row[]): string =>
  `${String(row?.[page.entity.title] ?? t(action.label))}.${action.file}`

async function perform(performing: Performing): Promise<void> {
  const { app, action, page, rows } = performing
  const submit = submitOf(performing)
  const { title, text } = questionOf(action, page, rows)
  const danger = action.danger ? { danger: true } : {}
  const beside = besideOf(performing)
  if (action.form?.length || beside) {
    const later = foundFor(app, action, rows)
    openAsk(app, {
      title,
      ok: t(action.label),
      ...(text ? { text } : {}),
      fields: action.form ?? [],
      ...(beside ? { beside } : {}),
      values: begunWith(action, rows),
      ...(later ? { later } : {}),
      ...(rows.length === 1 && rows[0] ? { record: rows[0], ...standingBeside(page) } : {}),
      dictionaries: page.dictionaries,
      ...danger,
      ...furtherOf(performing),
      submit,
    })
    return
  }
  if (action.confirm && !(await ask(app, { title, ...(text ? { text } : {}), ok: t(action.label), ...danger }))) return
  // the HTTP client has shown the error
  const attempt = (): void => void submit({}, attempt).catch(() => undefined)
  attempt()
}

const standingBeside = (page: PageWithEntity): Pick<AskSpec, 'standing'> =>
  page.kind === 'list' || page.kind === 'detail' ? { standing: standingOf(page) } : {}

/** The page to read before one decides, if this user has it. */
function besideOf({ app, action, page, rows }: Performing): AskSpec['beside'] {
  const [row, ...others] = rows
  const route = action.beside?.page
  // on a page of its own the record has been seen
  if (!row || others.length > 0 || page.kind === 'detail') return undefined
  if (route === undefined || !currentConfig(app).manifest.pages[route]) return undefined
  return { route, key: String(row[page.entity.key] ?? '') }
}

function furtherOf({ app, action, page, rows: [row], run }: Performing): Pick<AskSpec, 'further'> {
  const next = row && nextOf(app, page, action)
  if (!next || page.kind !== 'detail') return {}
  const label = t('{action}并{next}', { action: t(action.label), next: t(next.label) })
  return { further: { label, go: () => void goOn(app, page, next, row, run) } }
}

/** Opens the page whose address the answer says. */
function openSaid(data: unknown, go: Go): void {
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  if (typeof url === 'string') go.to(`/${routeOf(url)}`)
}

/** Errors have been shown by the download. */
const saveFile = (app: ConsoleApp, call: Call, args: Record<string, unknown>, name: string): Promise<void> =>
  downloadOf(app, call, args, name)

async function followOf(app: ConsoleApp, page: PageWithEntity, { label, call }: Action, data: unknown): Promise<void> {
  const { followBegun } = await import('../list/jobs/begun.ts')
  const route = page.kind !== 'list' && 'parent' in page ? (page.parent ?? page.route) : page.route
  if (call) followBegun(app, data, { route, label, call })
}

/** Starts an export with the columns of the list that the page is or belongs to. */
async function exportOf(app: ConsoleApp, page: PageWithEntity, rows: Row[], files: boolean): Promise<void> {
  const { exportRecords } = await import('../list/jobs/runExport.ts')
  const route = page.kind === 'list' ? page.route : 'parent' in page ? page.parent : undefined
  if (route !== undefined)
    await exportRecords(app, route, { keys: rows.map(row => String(row[page.entity.key])) }, files)
}
