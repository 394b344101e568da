import type { CallForm } from '../../core/compile/page-forms.ts'
import { standingOf, withBounds } from '../../core/contract/form-rules.ts'
import type { TransitionDoc } from '../../core/model/workflow.ts'
import { aroundOf, asRead, evaluating, isNothing, notShown, problemsByForms } from '../records/write/forms.ts'
import { judge } from '../records/write/validate.ts'
import { isMaskOf } from '../records/read/mask.ts'
import { refProblems } from '../records/write/refs.ts'
import type { Saving } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import { settleFiles } from '../attachments/uses.ts'
import { Refusal } from '../answer/refusal.ts'

/** A field that a transition asks for, shown while its condition holds. */
type Asked = FieldModel & { visible?: string }

/** What a transition asks for: fields of the entity as the form changes them, and fields of its own. */
export function formFields(entity: Entity, { form }: TransitionDoc): Asked[] {
  return Object.entries(form ?? {}).flatMap(([name, asked]): Asked[] => {
    if (asked === false) return []
    const said = Object.fromEntries(Object.entries(asked ?? {}).filter(([, value]) => value !== null))
    return [{ kind: 'text', label: name, ...entity.byName.get(name), ...said, name }]
  })
}

/** A form is judged as a record of these fields would be. */
function asEntity(entity: Entity, fields: FieldModel[]): Entity {
  return { ...entity, fields, byName: new Map(fields.map(field => [field.name, field])) }
}

/** Whoever may hand over anywhere names units of other areas too, of the own customer. */
function reachOf({ call }: Saving, anywhere: boolean): Saving['call'] {
  return anywhere ? { ...call, rows: { ...call.rows, own: '', customer: [], data: 4 } } : call
}

/** What is sent of a record; a mask that comes back is what it hides. */
const sentOf = ({ call, before }: Saving, field: FieldModel): unknown => {
  const given = call.args[field.name]
  return before && isMaskOf(field, given, before) ? before[field.name] : given
}

/** The form's own conditions and bounds, over what the record will hold. */
function judgedFields(saving: Saving, fields: Asked[]): { values: TableRow; errors: Record<string, string> } {
  const { call, entity, before } = saving
  const kinds = new Map([...entity.byName, ...fields.map(field => [field.name, field] as const)])
  const read = (name: string): unknown => {
    const field = fields.find(one => one.name === name)
    return (field && asRead(field, sentOf(saving, field))) ?? before?.[name]
  }
  const evaluate = evaluating(call, read, kinds)
  const values: TableRow = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const { shown, required } = standingOf(field, evaluate)
    const given = sentOf(saving, field)
    if (!shown && !isNothing(given)) errors[field.name] = notShown(field)
    const result = judge({ ...withBounds(field, evaluate), required }, shown ? given : undefined, aroundOf(call))
    if ('error' in result) errors[field.name] = result.error
    else values[field.name] = result.value
  }
  return { values, errors }
}

/**
 * Judged values of the form, by field; or a refusal that names every field that is wrong. What a page says beside the
 * transition itself holds for whoever comes from there.
 */
export async function judgedForm(
  saving: Saving,
  transition: TransitionDoc,
  forms: readonly CallForm[],
): Promise<{ values: TableRow; entity: Entity }> {
  const { entity, before = {} } = saving
  const fields = formFields(entity, transition)
  const { values, errors } = judgedFields(saving, fields)
  const form = { ...saving, entity: asEntity(entity, fields) }
  const refs = { ...form, call: reachOf(form, transition.hand?.anywhere === true) }
  const sent = {
    ...saving.call,
    args: { ...saving.call.args, ...Object.fromEntries(fields.map(field => [field.name, sentOf(saving, field)])) },
  }
  const known = new Map([...entity.byName, ...form.entity.byName])
  const problems = {
    ...problemsByForms(sent, forms, before, known),
    ...errors,
    ...(await settleFiles(form, values)),
    ...(await refProblems(refs, values)),
  }
  if (Object.keys(problems).length > 0) throw new Refusal(400, Object.values(problems).join('；'), problems)
  return { values, entity: form.entity }
}
