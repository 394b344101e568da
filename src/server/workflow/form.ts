import { fieldModel } from '../../core/compile/models.ts'
import type { CallForm } from '../../core/compile/page-forms.ts'
import { requiredOver } from '../../core/contract/form-rules.ts'
import type { FieldDoc } from '../../core/model/documents.ts'
import type { TransitionDoc } from '../../core/model/workflow.ts'
import { isHiddenIn } from '../access/field-rights.ts'
import { isNothing, judgeFields, problemsByForms } from '../records/write/judge-fields.ts'
import { isMaskOf } from '../records/read/mask.ts'
import { withHidden } from '../records/write/unseen.ts'
import { refProblems } from '../records/write/refs.ts'
import type { Saving } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'
import { settleFiles } from '../attachments/uses.ts'
import { Refusal } from '../answer/refusal.ts'

/** A field of a transition's form, with the condition for showing it. */
type Asked = FieldModel & { visible?: string }

/** The fields of a transition's form: the entity's, changed by the form, and the form's own. */
export function formFields(entity: Entity, { form }: TransitionDoc): Asked[] {
  return Object.entries(form ?? {}).flatMap(([name, asked]): Asked[] => {
    if (asked === false) return []
    const own = entity.byName.get(name)
    // empty takes away what the entity says
    const said = Object.entries({ kind: 'text', label: name, ...own, ...asked }).filter(([, value]) => value !== null)
    const field: Asked = fieldModel(name, Object.fromEntries(said) as unknown as FieldDoc)
    return [{ ...field, required: requiredOver(own?.required, field.required) }]
  })
}

/** The form as an entity, so that the functions for records can judge it. */
function asEntity(entity: Entity, fields: FieldModel[]): Entity {
  return { ...entity, fields, byName: new Map(fields.map(field => [field.name, field])) }
}

/** With `anywhere`, a transition may name units of other areas, but only of the own customer. */
function reachOf({ call }: Saving, anywhere: boolean): Saving['call'] {
  return anywhere ? { ...call, rows: { ...call.rows, own: '', customer: [], data: 4 } } : call
}

/** Values sent for the form's fields. What is masked, or not seen, and sent back so counts as it is stored. */
function sentFor({ call, entity, before }: Saving, fields: readonly FieldModel[]): (field: FieldModel) => unknown {
  const asked = new Map(fields.map(field => [field.name, field]))
  const sent = withHidden(entity, call.args, before)
  return ({ name }) => {
    const field = asked.get(name)
    const given = field && sent[name]
    if (!field || !before) return given
    const isUnseen = isNothing(given) && field.secretFilters !== undefined && isHiddenIn(field, before)
    return isUnseen || isMaskOf(field, given, before) ? before[name] : given
  }
}

/**
 * Judges the form; returns its values by field, or throws with all errors. `forms`: the page's forms for this button,
 * whose additional fields are judged too.
 */
export async function judgeTransitionForm(
  saving: Saving,
  transition: TransitionDoc,
  forms: readonly CallForm[],
): Promise<TableRow> {
  const { call, entity, before: record = {} } = saving
  const fields = formFields(entity, transition)
  const form = { ...saving, entity: asEntity(entity, fields) }
  const asked = fields.map(field => ({ field, conditions: field }))
  const sentAsked = sentFor(saving, fields)
  const { values, problems } = judgeFields({ call, asked, sent: sentAsked, record, known: entity.byName })
  // fields that only the page's form has
  const isAsked = new Set(fields.map(({ name }) => name))
  const sent = (field: FieldModel): unknown => (isAsked.has(field.name) ? sentAsked(field) : call.args[field.name])
  const known = new Map([...entity.byName, ...form.entity.byName])
  const all = {
    ...problemsByForms({ call, sent, record, known }, forms),
    ...problems,
    ...(await settleFiles(form, values)),
    ...(await refProblems({ ...form, call: reachOf(form, transition.assign?.anywhere === true) }, values)),
  }
  if (Object.keys(all).length > 0) throw new Refusal(400, Object.values(all).join('；'), all)
  return values
}
