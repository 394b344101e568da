import type { AskedFieldDoc } from '../field/fields.ts'
import type { Expression, Named, Value } from '../field/named.ts'

export type ActionPlace = 'page' | 'row' | 'selection'
/** A button. Exactly one of `page` (opens a page) and `call` (sends a request) says what it does. */
export interface ActionDoc {
  /** left out: the transition's */
  label?: string
  on?: ActionPlace[]
  page?: string
  call?: string
  /** arguments of the call: name → value or expression; the record's key when left out */
  args?: Record<string, Value>
  /** fields that are asked for in a dialog before the call, sent with it */
  form?: Named<AskedFieldDoc>
  /**
   * the fields of the form `page` that may be changed in all selected records at once: the user chooses which, fills
   * them in once, and the form's call is made for each record
   */
  fields?: string[]
  /** a batch of it can be undone: each record gets its former values back, unless it has been changed since */
  undo?: boolean
  confirm?: string
  done?: string
  /** the call answers with a file, saved under the record's title with this extension */
  file?: string
  /** several selected records are sent in one call, whose arguments hold the values of all */
  together?: boolean
  /**
   * after the call has succeeded the records are exported as a spreadsheet, or with their files, or the page is opened
   * whose address the answer says, or the batch is followed that the answer says has begun
   */
  then?: 'export' | 'exportFiles' | 'page' | 'batch'
  /** transition of the entity's workflow: shown only in its states, and to its roles */
  transition?: string
  visible?: Expression
  disabled?: boolean | Expression
  /** what somebody is told for whom, or at whose record, `visible` or `disabled` keeps it from being pressed */
  otherwise?: string
  primary?: boolean
  danger?: boolean
}
