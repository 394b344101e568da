import type { ConsoleApp } from '../../../app/app.ts'
import type { Action, DictionaryEntries, FormField } from '../../../../core/contract/configuration.ts'
import { isExpression } from '../../../../core/model/field/written.ts'
import { pageOf } from '../../../data/config/config.ts'

interface Asked {
  action: Action
  dictionaries?: Record<string, DictionaryEntries>
}

/** What follows from a record's other values is judged by the server, record by record. */
function forMany({ visible: _v, computed: _c, default: _d, lookup: _l, span: _s, ...field }: FormField): FormField {
  const { required, check: _check, ...rest } = field
  return required === undefined || isExpression(required) ? rest : { ...rest, required }
}

/** A button that changes fields of many records, with those of its form that this user may fill in, and its call. */
export async function ofForm(app: ConsoleApp, button: Action): Promise<Asked> {
  const form = await pageOf(app, button.page ?? '')
  if (form?.kind !== 'form') return { action: button }
  const known = new Map(form.sections.flatMap(section => section.fields).map(field => [field.name, field]))
  const fields = (button.fields ?? []).flatMap(name => {
    const field = known.get(name)
    return field && field.disabled !== true ? [forMany(field)] : []
  })
  return { action: { ...button, call: form.call, form: fields }, dictionaries: form.dictionaries }
}
