import { isField, type Field, type Form } from '@formily/core'
import type { FormField } from '../../../core/contract/configuration.ts'

export function clearErrors(field: Field): void {
  field.setFeedback({ type: 'error', code: 'ValidateError', messages: [] })
  field.setFeedback({ type: 'error', code: 'EffectError', messages: [] })
}

export function showErrors(form: Form, errors: Record<string, string>): void {
  for (const [name, message] of Object.entries(errors)) {
    const field = form.query(name).take()
    if (isField(field)) field.setFeedback({ type: 'error', code: 'EffectError', messages: [message] })
  }
}

/** Fields that are shown with an error. */
export const invalidOf = (form: Form, fields: FormField[]): FormField[] =>
  fields.filter(({ name }) => {
    const field = form.query(name).take()
    return isField(field) && field.selfErrors.length > 0
  })
