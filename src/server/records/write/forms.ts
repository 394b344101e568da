import type { CallForm } from '../../../core/compile/page-forms.ts'
import { standingOf, valuesOf, withBounds, type Evaluate, type Standing } from '../../../core/contract/form-rules.ts'
import type { FormField } from '../../../core/contract/configuration.ts'
import type { FieldDoc } from '../../../core/model/documents.ts'
import { compileExpression } from '../../../core/expression/index.ts'
import type { TableRow } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { asText, judge, type Surroundings } from './validate.ts'
import { readerOf } from '../../call/values.ts'

const STRUCTURED = new Set<FieldModel['kind']>(['json', 'table'])

/** What is sent as an expression reads it: a flag is a number, however it travelled. */
export function asRead(field: FieldModel, given: unknown): unknown {
  if (STRUCTURED.has(field.kind)) return given
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

/** What a field that its form does not show must not hold: what was meant by it nobody could see. */
export const notShown = (field: { label: string }): string => `按所填的内容，不用填写${field.label}，请清空`

/** What is wrong with a value by the rules of the form alone; nothing where the form does not ask for it now. */
export function formProblem(
  field: FieldModel,
  given: unknown,
  standing: Standing,
  evaluate: Evaluate,
  around: Surroundings,
): string | undefined {
  if (!standing.shown) return isNothing(given) ? undefined : notShown(field)
  const result = judge({ ...withBounds(field, evaluate), required: standing.required }, given, around)
  return 'error' in result ? result.error : undefined
}

type Problems = Record<string, string>

/** What arguments lack or have too much by one form. */
function problemsBy(
  call: CallContext,
  form: CallForm,
  record: TableRow,
  known: ReadonlyMap<string, FieldModel>,
): Problems {
  const fields = form.fields.map(asked => [factsOf(known.get(asked.name), asked), asked] as const)
  const kinds = new Map([...known, ...fields.map(([field]) => [field.name, field] as const)])
  const read = (name: string): unknown => {
    const field = kinds.get(name)
    return (field && asRead(field, call.args[name])) ?? record[name]
  }
  const evaluate = evaluating(call, read, kinds)
  return Object.fromEntries(
    fields.flatMap(([field, asked]) => {
      const problem = formProblem(field, call.args[field.name], standingOf(asked, evaluate), evaluate, aroundOf(call))
      return problem === undefined ? [] : [[field.name, problem] as const]
    }),
  )
}

/** What is wrong by the form that fits best: what is sent must be what some form of the call would have sent. */
export function problemsByForms(
  call: CallContext,
  forms: readonly CallForm[],
  record: TableRow,
  known: ReadonlyMap<string, FieldModel>,
): Problems {
  return best(forms.map(form => ({ errors: problemsBy(call, form, record, known) })))?.errors ?? {}
}

const count = ({ errors }: { errors: Problems }): number => Object.keys(errors).length

/** Of several forms the one with the least to complain of. */
export const best = <T extends { errors: Problems }>(outcomes: readonly T[]): T | undefined =>
  outcomes.reduce<T | undefined>(
    (least, one) => (least === undefined || count(one) < count(least) ? one : least),
    undefined,
  )
