import type { Value } from '../../../core/model/field/named.ts'
import { isField, type Field, type Form } from '@formily/core'
import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import { CallError } from '../../data/http/errors.ts'
import { evaluate } from '../../data/config/expressions.ts'
import { send } from '../../data/http/http.ts'
import { notify } from '../../feedback/notice.ts'
import { problemOf } from '../../fields/values/problems.ts'
import { blank, plain } from '../../fields/values/text.ts'
import { joinNames, t } from '../../i18n/t.ts'
import { expressionScope } from '../../data/config/scope.ts'
import { clearErrors } from './errors.ts'
import { valuesOf } from './linkage.ts'

/** Asks when the user has changed the field's value; says nothing, because what is filled in can be seen. */
export async function lookUpOnChange(app: ConsoleApp, form: Form, field: FormField): Promise<void> {
  const { lookup, name } = field
  const asked = form.getValuesIn(name) as unknown
  if (!lookup || blank(asked)) return
  const answer = await send<Row | null>(app, lookup.call, argsOf(app, form, field, lookup.args), { quiet: true }).catch(
    () => null,
  )
  // a later choice has its own answer
  if (answer && form.getValuesIn(name) === asked) fillIn(form, lookup.fill, answer)
}

/** Sends the field's value to a call and fills other fields with the answer as if typed. */
export async function lookUp(app: ConsoleApp, form: Form, target: Field, field: FormField): Promise<void> {
  const { lookup } = field
  const problem = problemOf(field, target.value, true)
  if (!lookup || problem) {
    if (problem) target.setFeedback({ type: 'error', code: 'ValidateError', messages: [problem] })
    return
  }
  if (await lacks(form, lookup.args)) return
  try {
    const filled = fillIn(
      form,
      lookup.fill,
      (await send<Row | null>(app, lookup.call, argsOf(app, form, field, lookup.args))) ?? {},
    )
    if (filled.length)
      notify(app, { level: 'success', text: t('已填写{names}', { names: joinNames(filled.map(name => t(name))) }) })
    else notFound(app)
  } catch (cause) {
    // the HTTP client has shown all other errors
    if (cause instanceof CallError && cause.status === 404) notFound(app)
  }
}

const PLAIN = /^=values\.(\w+)$/

/**
 * Whether a field that the call is to be told of is empty and has to be filled in; says so at that field, because the
 * server can only name its own argument.
 */
async function lacks(form: Form, args: Record<string, Value>): Promise<boolean> {
  let lacking = false
  for (const text of Object.values(args)) {
    const other = form.query(PLAIN.exec(String(text))?.[1] ?? '').take()
    if (!isField(other) || other.display !== 'visible' || !blank(other.value)) continue
    await other.validate().catch(() => undefined)
    lacking ||= other.selfErrors.length > 0
  }
  return lacking
}

const notFound = (app: ConsoleApp): void => notify(app, { level: 'warning', text: t('没有查到，请手工填写') })

function argsOf(app: ConsoleApp, form: Form, field: FormField, args: Record<string, Value>): Row {
  const context = { ...expressionScope(app), values: valuesOf(form, new Map([[field.name, field]])) }
  return Object.fromEntries(Object.entries(args).map(([name, text]) => [name, evaluate(text, field.origin, context)]))
}

/** Fills the fields; returns their labels. */
function fillIn(form: Form, fill: Record<string, string | string[]>, answer: Row): string[] {
  return Object.entries(fill).flatMap(([name, from]) => {
    const field = form.query(name).take()
    const value = Array.isArray(from)
      ? from
          .map(one => plain(answer[one]))
          .filter(Boolean)
          .join(' ')
      : answer[from]
    if (!isField(field) || blank(value)) return []
    clearErrors(field)
    void field.onInput(value)
    return [String(field.title)]
  })
}
