import type { Field, Form } from '@formily/core'
import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { FieldFacts, FormField } from '../../../core/contract/configuration.ts'
import {
  atHand,
  initialOf,
  isLocked,
  isRequired,
  isShown,
  valuesOf as read,
  withLimits,
  type Evaluate,
} from '../../../core/contract/form-rules.ts'
import { isExpression } from '../../../core/model/field/written.ts'
import { evaluate } from '../../data/config/expressions.ts'
import { blank } from '../../fields/values/text.ts'
import { fillingScope } from '../../data/config/scope.ts'

/** The form's values for expressions; in a dialog they override those of the record. */
export function valuesOf(
  form: Form,
  fields: ReadonlyMap<string, FormField>,
  record: Row = {},
  tell?: (name: string) => void,
): Record<string, unknown> {
  return read(name => {
    tell?.(name)
    const value = (form.values as Row)[name]
    return blank(value) ? record[name] : value
  }, fields)
}

export type Reaction = (field: Field) => void

/** Computes conditions and bounds of a form's fields as values change. */
export interface Linkage {
  /** visible, disabled, required and computed of one field as a reaction of the form engine */
  reactionOf(field: FormField): Reaction | undefined
  /** the field with what limits it computed from the current values */
  limitsOf<F extends FieldFacts>(field: F): F
  /** what the field begins with; of a record that exists what it has to say and does not */
  initialOf(field: FormField): unknown
}

/** `record`: of a dialog's action; `isNew`: fields begin with their defaults. */
export function linkageOf(
  app: ConsoleApp,
  form: () => Form,
  fields: readonly FormField[],
  { record, isNew = true }: { record?: Row | undefined; isNew?: boolean } = {},
): Linkage {
  const byName = new Map(fields.map(field => [field.name, field]))
  const evaluating = ({ origin }: FieldFacts): Evaluate => {
    const context = { ...fillingScope(app), values: valuesOf(form(), byName, record) }
    return expression => evaluate(expression, origin, context)
  }
  /** Of what is at hand alone: what follows from a record's other values, the server judges. */
  const reaching = ({ origin }: FieldFacts): Evaluate => {
    const isHere = (name: string): boolean =>
      byName.has(name) || name in form().values || (record && name in record) === true
    return atHand(isHere, tell => {
      const context = { ...fillingScope(app), values: valuesOf(form(), byName, record, tell) }
      return expression => evaluate(expression, origin, context)
    })
  }
  return {
    reactionOf: field => reactionOf(field, () => evaluating(field), reaching(field)),
    limitsOf: field => withLimits(field, reaching(field)),
    // what nobody may fill in here stays as it is stored
    initialOf: field =>
      isNew || (field.required && !field.disabled) ? initialOf(field, text => evaluating(field)(text)) : undefined,
  }
}

function reactionOf(field: FormField, evaluating: () => Evaluate, reaching: Evaluate): Reaction | undefined {
  const { visible, disabled, required, computed, check } = field
  const depends = isExpression(required)
  if (!visible && !disabled && !depends && !computed && !check) return undefined
  let held: boolean | undefined
  return target => {
    if (check) {
      const holds = reaching(check) !== false
      // what another field makes right or wrong is told at once, and not where one has been before
      if (held !== undefined && held !== holds)
        void Promise.resolve()
          .then(() => (blank(target.value) ? [] : target.validate('onBlur')))
          .catch(() => undefined)
      held = holds
    }
    const at = evaluating()
    if (visible) target.setDisplay(isShown(field, at) ? 'visible' : 'none')
    if (disabled) target.setPattern(isLocked({ disabled }, at) ? 'disabled' : 'editable')
    if (depends) target.setDecoratorProps({ ...target.decoratorProps, required: isRequired(field, at) })
    if (computed) {
      const value = at(computed)
      if (value !== undefined) target.setValue(value as never)
    }
  }
}
