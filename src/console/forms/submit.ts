import { isField, type Form } from '@formily/core'
import type { FormField } from '../../core/contract/configuration.ts'
import { clearErrors, fieldId } from './FieldView.tsx'

/** Validates all, sends what is visible; errors, ours or the server's, stand at their fields and the first is focused. */
export async function submitForm(form: Form, fields: FormField[], idPrefix: string, send: (values: Record<string, unknown>) => Promise<void>): Promise<boolean> {
  form.query('*').forEach((field) => { if (isField(field)) clearErrors(field) })
  try {
    await form.validate()
  } catch {
    focusFirst(form, fields, idPrefix)
    return false
  }
  try {
    await send(visibleValues(form, fields))
    return true
  } catch (cause) {
    showErrors(form, errorsOf(cause))
    focusFirst(form, fields, idPrefix)
    return false
  }
}

function visibleValues(form: Form, fields: FormField[]): Record<string, unknown> {
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
  (typeof cause === 'object' && cause && 'errors' in cause ? (cause as { errors: Record<string, string> }).errors : {})

export function showErrors(form: Form, errors: Record<string, string>): void {
  for (const [name, message] of Object.entries(errors)) {
    const field = form.query(name).take()
    if (isField(field)) field.setFeedback({ type: 'error', code: 'EffectError', messages: [message] })
  }
}

function focusFirst(form: Form, fields: FormField[], idPrefix: string): void {
  const first = fields.find(({ name }) => {
    const field = form.query(name).take()
    return isField(field) && field.selfErrors.length > 0
  })
  if (!first) return
  const element = document.getElementById(fieldId(idPrefix, first.name))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
