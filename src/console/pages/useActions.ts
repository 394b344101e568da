import { useCallback } from 'react'
import { labelKey, type Row } from '../../core/contract/api.ts'
import type { Action, Call, EntityFacts, Page } from '../../core/contract/configuration.ts'
import { recount } from '../data/counters.ts'
import { evaluate } from '../data/expressions.ts'
import { downloadOf } from '../data/download.ts'
import { send } from '../data/http.ts'
import { ask, notify } from '../data/notice.ts'
import { renew } from '../data/query.ts'
import { blank } from '../fields/text.ts'
import { fill, t } from '../i18n/t.ts'
import { batchNotice, isBatch } from './batch.ts'
import { openAsk } from './dialogs.ts'
import { useGo, type Go } from './navigation.ts'
import { tellOnce } from './once.ts'
import { queryUrl, recordUrl } from './routes.ts'
import { expressionScope } from './scope.ts'

type PageWithEntity = Extract<Page, { entity: EntityFacts }>
export type Run = (action: Action, rows: Row[], after?: () => void) => void

/** What a button does: opens a page with the record's key, or sends its call after asking what it has to ask. */
export function useActions(page: PageWithEntity): Run {
  const go = useGo()
  return useCallback(
    (action, rows, after) => {
      if (action.to) open(action, page, rows, go)
      else if (action.call) void perform(action, page, rows, after ?? (() => {}))
    },
    [page, go],
  )
}

function open(action: Action, page: PageWithEntity, rows: Row[], go: Go): void {
  const [row] = rows
  const key = page.entity.key
  if (action.args) go.to(queryUrl(action.to ?? '', argsOf(action, page.entity, rows)))
  else go.to(row ? recordUrl(action.to ?? '', key, row[key]) : `/${action.to ?? ''}`)
}

async function perform(action: Action, page: PageWithEntity, rows: Row[], after: () => void): Promise<void> {
  const submit = async (values: Record<string, unknown>) => {
    if (!action.call) return
    if (action.file)
      return saveFile(
        action.call,
        { ...argsOf(action, page.entity, rows), ...values },
        `${String(rows[0]?.[page.entity.title] ?? t(action.label))}.${action.file}`,
      )
    const data = await send<unknown>(action.call, { ...argsOf(action, page.entity, rows), ...values })
    notify(
      isBatch(data)
        ? batchNotice(data, t(action.label))
        : { level: 'success', text: t(action.done ?? '{action}成功', { action: t(action.label) }) },
    )
    await tellOnce(data)
    after()
    void recount(action.call)
    if (action.then) void exportOf(page, rows, action.then === 'exportFiles')
    // a record that was deleted from its own page is not asked for again
    await renew(page.kind === 'detail' && action.danger ? page.source.name : undefined)
  }
  const { title, text } = questionOf(action, page.entity, rows)
  const danger = action.danger ? { danger: true } : {}
  if (action.ask?.length) {
    openAsk({
      title,
      ...(text ? { text } : {}),
      fields: action.ask,
      values: begunWith(action, rows),
      ...(rows.length === 1 && rows[0] ? { record: rows[0] } : {}),
      dictionaries: page.dictionaries,
      ...danger,
      submit,
    })
    return
  }
  if (action.confirm && !(await ask({ title, ...(text ? { text } : {}), ok: t(action.label), ...danger }))) return
  // the client has shown what went wrong
  await submit({}).catch(() => undefined)
}

/** What one record holds already need not be typed again; several hold different things. */
export function begunWith({ ask = [] }: Action, rows: Row[]): Row {
  const [row] = rows
  if (!row || rows.length > 1) return {}
  const names = ask.flatMap(({ name, prefill }) => (prefill && !blank(row[name]) ? [name, labelKey(name)] : []))
  return Object.fromEntries(names.flatMap(name => (row[name] === undefined ? [] : [[name, row[name]]])))
}

/** What goes wrong has been said by the download. */
const saveFile = (call: Call, args: Record<string, unknown>, name: string): Promise<void> =>
  downloadOf(call, args, name)

/** As the list has it that the page is, or belongs to. */
async function exportOf(page: PageWithEntity, rows: Row[], files: boolean): Promise<void> {
  const { exportRecords } = await import('./list/extra/runExport.ts')
  const route = page.kind === 'list' ? page.route : 'of' in page ? page.of : undefined
  if (route !== undefined) await exportRecords(route, { keys: rows.map(row => String(row[page.entity.key])) }, files)
}

/** A question names the thing, or says how many things, and then what will become of it. */
export function questionOf(action: Action, entity: EntityFacts, rows: Row[]): { title: string; text?: string } {
  const label = t(action.label)
  const [row] = rows
  const counted = t('{n} 条{entity}', { n: rows.length, entity: t(entity.label) })
  const name = rows.length === 1 && row ? String(row[entity.title] ?? counted) : counted
  const confirm = action.confirm ? t(action.confirm) : undefined
  if (confirm && /\{\w+\}/.test(confirm))
    return { title: rows.length === 1 && row ? fill(confirm, row) : confirm.replace(/\{\w+\}/g, counted) }
  const title = rows.length ? t('{action}“{name}”', { action: label, name }) : label
  return confirm ? { title, text: confirm } : { title }
}

export function argsOf(action: Action, entity: EntityFacts, rows: Row[]): Record<string, unknown> {
  if (!action.args) return rows.length ? { [entity.key]: rows.map(row => row[entity.key]).join(',') } : {}
  const args: Record<string, unknown> = {}
  for (const [name, expression] of Object.entries(action.args)) {
    const values = (rows.length ? rows : [{}]).map(row =>
      evaluate(expression, action.origin, { ...expressionScope(), row }),
    )
    const distinct = [...new Set(values)]
    args[name] = distinct.length === 1 ? distinct[0] : distinct.join(',')
  }
  return args
}
