import { isField, type Form } from '@formily/core'
import type { ConsoleApp } from '../../app/app.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import { CallError, isUnanswered, savedMeanwhile } from '../../data/http/errors.ts'
import { isGoing } from '../../fields/values/files.ts'
import { t } from '../../i18n/t.ts'
import { clearErrors, invalidOf, showErrors } from '../fields/errors.ts'
import { fieldId } from '../fields/FieldView.tsx'

/** unanswered: perhaps done, and may be sent again; `why` is what the server says that nothing else shows */
export type Outcome = { is: 'done' } | { is: 'refused'; why?: string } | { is: 'unanswered' }

export interface Place {
  fields: FormField[]
  idPrefix: string
  /** scrolls or switches to a field before it is focused */
  reveal?: (name: string) => void
}

/**
 * Validates and sends the visible fields. Errors of the browser or the server are shown at their fields, and the first
 * is focused.
 */
export async function submitForm(
  app: ConsoleApp,
  form: Form,
  place: Place,
  send: (values: Record<string, unknown>) => Promise<void>,
): Promise<Outcome> {
  if (!(await isValid(app, form, place))) return { is: 'refused' }
  try {
    await send(visibleValues(form, place.fields))
    return { is: 'done' }
  } catch (cause) {
    showErrors(form, errorsOf(cause))
    const isShown = focusFirst(form, place)
    if (isUnanswered(cause)) return { is: 'unanswered' }
    const why = isShown || savedMeanwhile(cause) ? undefined : cause instanceof CallError && cause.notice?.text
    return { is: 'refused', ...(why ? { why } : {}) }
  }
}

/** Validates these fields; focuses the first with an error. */
export async function isValid(app: ConsoleApp, form: Form, place: Place): Promise<boolean> {
  await Promise.all(
    place.fields.map(async ({ name }) => {
      const field = form.query(name).take()
      if (!isField(field)) return
      clearErrors(field)
      // the error is shown at the field
      if (field.display === 'visible') await field.validate().catch(() => undefined)
    }),
  )
  const waiting = place.fields.filter(({ name }) => isGoing(app, fieldId(place.idPrefix, name)))
  showErrors(form, Object.fromEntries(waiting.map(({ name }) => [name, t('文件还在上传，请稍候')])))
  return !focusFirst(form, place)
}

export function visibleValues(form: Form, fields: FormField[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name } of fields) {
    const field = form.query(name).take()
    if (!isField(field) || field.display !== 'visible') continue
    const value: unknown = field.value
    values[name] = typeof value === 'string' ? value.trim() : (value ?? null)
  }
  return values
}

const errorsOf = (cause: unknown): Record<string, string> =>
  typeof cause === 'object' && cause && 'errors' in cause ? (cause as { errors: Record<string, string> }).errors : {}

/** Focuses the first field with an error; whether there is one. */
export function focusFirst(form: Form, { fields, idPrefix, reveal }: Place): boolean {
  const [first] = invalidOf(form, fields)
  if (!first) return false
  reveal?.(first.name)
  const element = document.getElementById(fieldId(idPrefix, first.name))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
  return true
}
