import { STRUCTURE_KINDS } from '../../../core/model/field/traits.ts'
import type { CallForm } from '../../../core/compile/page-forms.ts'
import {
  atHand,
  fieldStateOf,
  valuesOf,
  withLimits,
  type Conditions,
  type Evaluate,
  type FieldState,
} from '../../../core/contract/form-rules.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import type { FieldDoc } from '../../../core/model/documents.ts'
import { compileExpression } from '../../../core/expression/index.ts'
import type { TableRow } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { choices } from '../../call/values.ts'
import { asText, judge, judgeEmpty, type Judged, type Problems, type Surroundings } from './validate.ts'
import { readerOf } from '../../../core/model/field/values.ts'

/** Converts a sent value to what expressions expect, e.g. flags to numbers. */
export function asRead(field: FieldModel, given: unknown): unknown {
  if (STRUCTURE_KINDS.has(field.kind)) return given
  const text = asText(field, given)
  return text === undefined || text === '' ? null : (readerOf(field)(text) ?? null)
}

/**
 * Evaluates a form's expressions with these values, as the browser did. An expression that fails gives undefined. What
 * they may name is put together for the first of them: most fields of most records have none.
 */
export function evaluating(
  call: CallContext,
  read: (name: string) => unknown,
  kinds: ReadonlyMap<string, FieldModel>,
): Evaluate {
  const context = () => ({
    user: signedInUser(call),
    option: call.scoped.app.options,
    today: chinaTime().slice(0, 10),
    at: { time: chinaTime() },
    values: valuesOf(read, kinds),
  })
  let known: ReturnType<typeof context> | undefined
  return expression => {
    try {
      return compileExpression(expression)((known ??= context()))
    } catch {
      return undefined
    }
  }
}

/** `kept`: what the record holds already. */
export const aroundOf = (call: CallContext, kept?: unknown): Surroundings => ({
  kept: kept === undefined || kept === null || typeof kept === 'object' ? [] : choices(kept),
  regions: call.regions,
  rows: call.rows,
  dictionary: name => call.scoped.dictionary(name),
})

/** The entity's field with the form's changes; includes facts that only the server knows. */
export function factsOf(own: FieldModel | undefined, asked: FormField): FieldModel {
  const known = facts.get(asked)
  if (known && known.own === own) return known.made
  const { fields, ...said } = asked
  const made: FieldModel = {
    ...(own && unlimited(own)),
    ...said,
    ...(fields ? { fields: Object.fromEntries(fields.map(column => [column.name, column as FieldDoc])) } : {}),
  }
  facts.set(asked, { own, made })
  return made
}

/** What limits it the form says as a whole, also where it takes a limit away. */
function unlimited(own: FieldModel): FieldModel {
  const {
    min: _min,
    max: _max,
    minLength: _least,
    maxLength: _most,
    minItems: _items,
    pattern: _pattern,
    patternMessage: _said,
    check: _check,
    checkMessage: _told,
    ...rest
  } = own
  return rest
}

/** Put together once for each form of a configuration: a spreadsheet's rows ask thousands of times. */
const facts = new WeakMap<FormField, { own: FieldModel | undefined; made: FieldModel }>()

export const isNothing = (value: unknown): boolean =>
  value === undefined
  || value === null
  || (typeof value === 'string' && value.trim() === '')
  || (Array.isArray(value) && value.length === 0)

/** A field that the form hides must be empty: its user did not see what is sent. */
export const notShown = (field: { label: string }): string => `按所填的内容，不用填写${field.label}，请清空`

/** Judges one field by the form's conditions and bounds; shared by saves, transitions and buttons with arguments. */
export function judgeField(
  field: FieldModel,
  given: unknown,
  { shown, required }: Pick<FieldState, 'shown' | 'required'>,
  limiting: Evaluate,
  around: Surroundings,
): Judged {
  if (!shown && !isNothing(given)) return { error: notShown(field) }
  if (given === undefined || given === null) return judgeEmpty(field.label, required)
  return judge({ ...withLimits(field, limiting), required }, shown ? given : undefined, around)
}

/** A field of a form with the form's conditions. */
export interface AskedField {
  field: FieldModel
  conditions: Conditions
}

export interface Outcome {
  values: TableRow
  /** field → error */
  problems: Problems
  /** how many changed fields the form does not offer at all: with any, it is hardly the one that was sent */
  foreign?: number
}

/** A form filled in over a record: fields that are not sent count with the record's value. */
export interface FormInput {
  call: CallContext
  asked: readonly AskedField[]
  sent(this: void, field: FieldModel): unknown
  record: TableRow
  /** all fields that an expression may refer to, besides those of the form */
  known: ReadonlyMap<string, FieldModel>
  /** the record has not been read: what follows from its other values limits nothing here */
  isPartial?: boolean
}

export function judgeFields({ call, asked, sent, record, known, isPartial = false }: FormInput): Outcome {
  const byName = new Map([...known, ...asked.map(({ field }) => [field.name, field] as const)])
  const read = (name: string): unknown => {
    const field = byName.get(name)
    return (field && asRead(field, sent(field))) ?? record[name]
  }
  const evaluate = evaluating(call, read, byName)
  const outcome: Outcome = { values: {}, problems: {} }
  const here = new Set(asked.map(({ field }) => field.name))
  const limiting = isPartial
    ? atHand(
        name => here.has(name),
        tell => evaluating(call, name => (tell(name), read(name)), byName),
      )
    : evaluate
  for (const { field, conditions } of asked) {
    const around = aroundOf(call, record[field.name])
    const result = judgeField(field, sent(field), fieldStateOf(conditions, evaluate), limiting, around)
    if ('error' in result) outcome.problems[field.name] = result.error
    else outcome.values[field.name] = result.value
  }
  return outcome
}

/** Errors by the best-fitting form: a request is valid if at least one form of the call could have sent it. */
export function problemsByForms(input: Omit<FormInput, 'asked'>, forms: readonly CallForm[]): Problems {
  const outcomes = forms.map(({ fields }) => {
    const asked = fields.map(one => ({ field: factsOf(input.known.get(one.name), one), conditions: one }))
    return judgeFields({ ...input, asked })
  })
  return best(outcomes)?.problems ?? {}
}

type Judgement = Pick<Outcome, 'problems' | 'foreign'>
const count = ({ problems }: Judgement): number => Object.keys(problems).length

/** The outcome of the form that offers most of what was sent; of several, the one with the fewest problems. */
export const best = <T extends Judgement>(outcomes: readonly T[]): T | undefined =>
  outcomes.toSorted((a, b) => (a.foreign ?? 0) - (b.foreign ?? 0) || count(a) - count(b))[0]
