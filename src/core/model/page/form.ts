import type { FieldDoc } from '../field/fields.ts'
import type { Expression, Named, Value } from '../field/named.ts'
import type { FormControlName } from '../field/parts.ts'
import type { PageBase, SectionDoc } from './base.ts'

export interface FormFieldDoc extends Partial<FieldDoc> {
  visible?: Expression
  disabled?: boolean | Expression
  computed?: Expression
  span?: number
  lookup?: LookupDoc
  /** control instead of the default of the field's kind */
  control?: FormControlName
  /** the date field that a period ends with which begins with this one: both are filled in on one calendar */
  until?: string
}
/** A button beside a field: sends a call and fills other fields from its answer. */
export interface LookupDoc {
  /** on its button; without one it is asked as soon as the user has chosen a value */
  label?: string
  call: string
  /** argument → expression over `values` */
  args: Record<string, Value>
  /** field of the form → name in the answer, or several: what they hold stands one after the other */
  fill: Record<string, string | string[]>
}
export interface BesideDoc {
  /** route of the detail page */
  page: string
  /** field of the form that holds the record's key; without it the form's own record is meant */
  key?: string
  /** field of a new form → field of that record which it begins with */
  prefill?: Record<string, string>
}
export interface FormPageDoc extends PageBase {
  kind: 'form'
  entity: string
  /** reads the record when the URL names one; a form without it only adds */
  source?: string
  call: string
  parent?: string
  sections: Named<SectionDoc<FormFieldDoc>>
  done?: string
  /** label of the button that saves */
  submit?: string
  /** a button stores the values as a draft */
  draft?: boolean
  /** after a save the next record of the list is opened */
  next?: boolean
  /** each section is a step of its own */
  steps?: boolean
  /** detail page of the saved record, opened after the save */
  page?: string
  /** field → argument of the page's address that a new record takes its value from */
  prefill?: Record<string, string>
  /** a detail page, drawn beside the form for the record that a field of the form names */
  beside?: BesideDoc
  /** asked before anything is filled in: {ok, text}; where it is not ok the text says why, and nothing can be saved */
  ready?: { source: string }
  /** call made with the record's key once it is saved: it begins a batch, which is followed */
  afterwards?: { call: string; label: string }
}
