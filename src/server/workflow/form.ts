import type { TransitionDoc } from '../../core/model/workflow.ts'
import { judge } from '../calls/generic/validate.ts'
import { isMaskOf } from '../calls/generic/mask.ts'
import { refProblems } from '../calls/generic/refs.ts'
import type { Saving } from '../calls/generic/effects.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity, FieldModel } from '../db/models.ts'
import { settleFiles } from '../files/uses.ts'
import { Refusal } from '../http/refusal.ts'

/** What a transition asks for: fields of the entity as the form changes them, and fields of its own. */
export function formFields(entity: Entity, { form }: TransitionDoc): FieldModel[] {
  return Object.entries(form ?? {}).flatMap(([name, asked]): FieldModel[] => {
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

/** Judged values of the form, by field; or a refusal that names every field that is wrong. */
export async function judgedForm(saving: Saving, transition: TransitionDoc): Promise<{ values: TableRow; entity: Entity }> {
  const { call, entity, before } = saving
  const fields = formFields(entity, transition)
  const around = { regions: call.regions, rows: call.rows, dictionary: (name: string) => call.scoped.dictionary(name) }
  const values: TableRow = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const given = call.args[field.name]
    const result = judge(field, before && isMaskOf(field, given, before) ? before[field.name] : given, around)
    if ('error' in result) errors[field.name] = result.error
    else values[field.name] = result.value
  }
  const form = { ...saving, entity: asEntity(entity, fields) }
  const refs = { ...form, call: reachOf(form, transition.hand?.anywhere === true) }
  const problems = { ...errors, ...await settleFiles(form, values), ...await refProblems(refs, values) }
  if (Object.keys(problems).length > 0) throw new Refusal(400, Object.values(problems).join('；'), problems)
  return { values, entity: form.entity }
}
