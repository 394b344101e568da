import type { ConsoleApp } from '../../app/app.ts'
import { labelKey, type Row } from '../../../core/contract/api.ts'
import type { Action, EntityFacts, ListPage } from '../../../core/contract/configuration.ts'
import { evaluate } from '../../data/config/expressions.ts'
import { send } from '../../data/http/http.ts'
import { saidIn } from '../../fields/saidIn.ts'
import { blank } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { expressionScope } from '../../data/config/scope.ts'

/** What one record holds already need not be typed again; several hold different things. */
export function begunWith({ form = [] }: Action, rows: Row[]): Row {
  const [row] = rows
  if (!row || rows.length > 1) return {}
  const names = form.flatMap(({ name, prefill }) =>
    prefill === true && !blank(row[name]) ? [name, labelKey(name)] : [],
  )
  return Object.fromEntries(names.flatMap(name => (row[name] === undefined ? [] : [[name, row[name]]])))
}

/** What calls know of the fields, where the records agree on what is asked; a failed call leaves its field empty. */
export function foundFor(app: ConsoleApp, { form = [], origin }: Action, rows: Row[]): Promise<Row> | undefined {
  const asked = form.flatMap(({ name, prefill }) => (typeof prefill === 'object' ? [{ name, ...prefill }] : []))
  if (asked.length === 0 || rows.length === 0) return undefined
  const answers = asked.map(async ({ name, source, args, field }): Promise<Row> => {
    const of = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(args).map(([arg, said]) => [arg, evaluate(said, origin, { ...expressionScope(app), row })]),
      )
    const [wanted, ...others] = new Set(rows.map(row => JSON.stringify(of(row))))
    if (wanted === undefined || others.length > 0) return {}
    const given = JSON.parse(wanted) as Row
    if (Object.values(given).some(blank)) return {}
    const answer = await send<Row | null>(app, source, given, { quiet: true }).catch(() => null)
    return blank(answer?.[field]) ? {} : { [name]: answer?.[field] }
  })
  return Promise.all(answers).then(found => Object.assign({}, ...found) as Row)
}

/** Title and text of a confirmation; names the record, or says how many. */
export function questionOf(
  action: Action,
  { entity, dictionaries }: Pick<ListPage, 'entity' | 'dictionaries'>,
  rows: Row[],
): { title: string; text?: string } {
  const label = t(action.label)
  const [row] = rows
  const counted = t('{n} 条{entity}', { n: rows.length, entity: t(entity.label) })
  const name = rows.length === 1 && row ? String(row[entity.title] ?? counted) : counted
  const confirm = action.confirm ? t(action.confirm) : undefined
  if (confirm && /\{\w+\}/.test(confirm))
    return {
      title:
        rows.length === 1 && row
          ? saidIn(confirm, row, action, { dictionaries })
          : confirm.replace(/\{\w+\}/g, counted),
    }
  const title = rows.length ? t('{action}“{name}”', { action: label, name }) : label
  return confirm ? { title, text: confirm } : { title }
}

export function argsOf(app: ConsoleApp, action: Action, entity: EntityFacts, rows: Row[]): Record<string, unknown> {
  if (!action.args) return rows.length ? { [entity.key]: rows.map(row => row[entity.key]).join(',') } : {}
  const args: Record<string, unknown> = {}
  for (const [name, expression] of Object.entries(action.args)) {
    const values = (rows.length ? rows : [{}]).map(row =>
      evaluate(expression, action.origin, { ...expressionScope(app), row }),
    )
    const distinct = [...new Set(values)]
    args[name] = distinct.length === 1 ? distinct[0] : distinct.join(',')
  }
  return args
}
