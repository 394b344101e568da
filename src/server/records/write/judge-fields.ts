import { STRUCTURE_KINDS } from '../../../core/model/field/traits.ts'
import type { CallForm } from '../../../core/compile/page-forms.ts'
import {
  standingOf,
  valuesOf,
  withBounds,
  type Conditions,
  type Evaluate,
  type Standing,
} from '../../../core/contract/form-rules.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import type { FieldDoc } from '../../../core/model/documents.ts'
import { compileExpression } from '../../../core/expression/index.ts'
import type { TableRow } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { asText, judge, type Judged, type Problems, type Surroundings } from './validate.ts'
import { readerOf } from '../../../core/model/field/values.ts'

/** What is sent as an expression reads it: a flag is a number, however it travelled. */
export function asRead(field: FieldModel, given: unknown): unknown {
  if (STRUCTURE_KINDS.has(field.kind)) return given
  const text = asText(field, given)
  return text === undefined || text === '' ? null : (readerOf(field)(text) ?? null)
}

/** Expressions of a form over these values, as the browser has computed them; one that fails gives nothing. */
export function evaluating(
  call: CallContext,
  read: (name: string) => unknown,
  kinds: ReadonlyMap<string, FieldModel>,
): Evaluate {
  const context = {
    user: signedInUser(call),
    option: call.scoped.manifest.app.options,
    today: chinaTime().slice(0, 10),
    values: valuesOf(read, kinds),
  }
  return expression => {
    try {
      return compileExpression(expression)(context)
    } catch {
      return undefined
    }
  }
}

export const aroundOf = (call: CallContext): Surroundings => ({
  regions: call.regions,
  rows: call.rows,
  dictionary: name => call.scoped.dictionary(name),
})

/** A field as a form has it, with what only the server knows of it. */
export function factsOf(own: FieldModel | undefined, { fields, ...said }: FormField): FieldModel {
  return {
    ...own,
    ...said,
    ...(fields ? { fields: Object.fromEntries(fields.map(column => [column.name, column as FieldDoc])) } : {}),
  }
}

export const isNothing = (value: unknown): boolean =>
  value === undefined
  || value === null
  || (typeof value === 'string' && value.trim() === '')
  || (Array.isArray(value) && value.length === 0)

/** A field that its form does not show must be empty: its user could not see what they send. */
export const notShown = (field: { label: string }): string => `按所填的内容，不用填写${field.label}，请清空`

/**
 * Judges one field of a form, by its conditions and bounds: the one place that a save, a transition and a button with
 * arguments come to. A field that its form does not show must be empty.
 */
export function judgeField(
  field: FieldModel,
  given: unknown,
  { shown, required }: Pick<Standing, 'shown' | 'required'>,
  evaluate: Evaluate,
  around: Surroundings,
): Judged {
  if (!shown && !isNothing(given)) return { error: notShown(field) }
  return judge({ ...withBounds(field, evaluate), required }, shown ? given : undefined, around)
}

/** A field that a form asks for, with the conditions that the form sets. */
export interface AskedField {
  field: FieldModel
  conditions: Conditions
}

export interface Outcome {
  values: TableRow
  /** field → what is wrong with it */
  problems: Problems
}

/** A form over a record: where nothing is sent for a field, what the record holds counts. */
export interface FormInput {
  call: CallContext
  asked: readonly AskedField[]
  sent(this: void, field: FieldModel): unknown
  record: TableRow
  /** all fields that an expression may name, beside those that are asked for */
  known: ReadonlyMap<string, FieldModel>
}

export function judgeFields({ call, asked, sent, record, known }: FormInput): Outcome {
  const byName = new Map([...known, ...asked.map(({ field }) => [field.name, field] as const)])
  const read = (name: string): unknown => {
    const field = byName.get(name)
    return (field && asRead(field, sent(field))) ?? record[name]
  }
  const evaluate = evaluating(call, read, byName)
  const outcome: Outcome = { values: {}, problems: {} }
  for (const { field, conditions } of asked) {
    const result = judgeField(field, sent(field), standingOf(conditions, evaluate), evaluate, aroundOf(call))
    if ('error' in result) outcome.problems[field.name] = result.error
    else outcome.values[field.name] = result.value
  }
  return outcome
}

/** What is wrong by the form that fits best: what is sent must be what some form of the call would have sent. */
export function problemsByForms(input: Omit<FormInput, 'asked'>, forms: readonly CallForm[]): Problems {
  const outcomes = forms.map(({ fields }) => {
    const asked = fields.map(one => ({ field: factsOf(input.known.get(one.name), one), conditions: one }))
    return judgeFields({ ...input, asked })
  })
  return best(outcomes)?.problems ?? {}
}

const count = ({ problems }: Pick<Outcome, 'problems'>): number => Object.keys(problems).length

/** Of several forms the one with the fewest problems. */
export const best = <T extends Pick<Outcome, 'problems'>>(outcomes: readonly T[]): T | undefined =>
  outcomes.reduce<T | undefined>(
    (least, one) => (least === undefined || count(one) < count(least) ? one : least),
    undefined,
  )
