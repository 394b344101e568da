import type { Field, Form } from '@formily/core'
import type { FormField } from '../../core/contract/configuration.ts'
import { evaluate } from '../data/expressions.ts'
import { blank } from '../fields/text.ts'
import { expressionScope } from '../pages/scope.ts'

const NULLED = new Set(['int', 'decimal', 'money', 'percent', 'flag'])

/**
 * The form's values as expressions read them. The engine asks for the members that it needs and no others, and
 * asks by plain access, so that a reaction subscribes to exactly these. An empty text is '' and an empty
 * number null: `values.icpNo != ''` then says what it seems to say.
 */
export function valuesOf(form: Form, fields: Map<string, FormField>): Record<string, unknown> {
  return new Proxy({}, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      const value = (form.values as Record<string, unknown>)[name]
      if (!blank(value)) return value
      const kind = fields.get(name)?.kind
      return kind && NULLED.has(kind) ? null : ''
    },
    has: () => true,
    ownKeys: () => [...fields.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

export type Reaction = (field: Field) => void

/** visible, disabled, requiredWhen and computed of one field as a reaction of the form engine. */
export function reactionOf(field: FormField, form: () => Form, fields: Map<string, FormField>): Reaction | undefined {
  const { visible, disabled, requiredWhen, computed, origin } = field
  if (!visible && !disabled && !requiredWhen && !computed) return undefined
  return (target) => {
    const context = { ...expressionScope(), values: valuesOf(form(), fields) }
    // an expression that fails hides its field and locks nothing open
    if (visible) target.setDisplay(evaluate(visible, origin, context) === true ? 'visible' : 'none')
    if (disabled) target.setPattern(evaluate(disabled, origin, context) === false ? 'editable' : 'disabled')
    if (requiredWhen) target.setDecoratorProps({ ...target.decoratorProps, required: Boolean(field.required) || evaluate(requiredWhen, origin, context) === true })
    if (computed) {
      const value = evaluate(computed, origin, context)
      if (value !== undefined) target.setValue(value as never)
    }
  }
}
