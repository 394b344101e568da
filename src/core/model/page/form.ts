import type { FieldDoc } from '../field/fields.ts'
import type { Expression, Named } from '../field/named.ts'
import type { FormControlName } from '../field/parts.ts'
import type { PageBase, SectionDoc } from './base.ts'

export interface FormFieldDoc extends Partial<FieldDoc> {
  visible?: Expression
  disabled?: Expression
  computed?: Expression
  span?: number
  lookup?: LookupDoc
  /** control instead of the default of the field's kind */
  control?: FormControlName
}
/** A button beside a field: sends a call and fills other fields from its answer. */
export interface LookupDoc {
  label: string
  call: string
  /** argument → expression over `values` */
  args: Record<string, Expression>
  /** field of the form → name in the answer; several values are joined by spaces */
  fill: Record<string, string | string[]>
}
export interface BesideDoc {
  /** route of the detail page */
  page: string
  /** field of the form that holds the record's key */
  key: string
}
export interface FormPageDoc extends PageBase {
  kind: 'form'
  entity: string
  /** call that reads the record named in the address; a form without it can only create */
  load?: string
  save: string
  of?: string
  sections: Named<SectionDoc<FormFieldDoc>>
  done?: string
  /** label of the button that saves */
  submit?: string
  /** a button stores the values as a draft */
  draft?: boolean
  /** each section is a step of its own */
  steps?: boolean
  /** field → argument of the page's address with its initial value in a new record */
  query?: Record<string, string>
  /** a detail page shown beside the form, for the record that one of the form's fields names */
  beside?: BesideDoc
  /** call made before the form opens; it answers {ok, text}. Unless ok, the text is shown and saving is disabled. */
  ready?: string
}
