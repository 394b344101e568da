import type { MaskKind, PrefillDoc } from '../model/field/fields.ts'
import type { ActionDoc, AskedFieldDoc, ActionPlace, EnvelopeKind, FieldDoc, Tone } from '../model/documents.ts'

/** file:line:col a thing came from, for placeholders and reports */
export type OriginText = string

/** A field as the console needs it: the entity's facts under the page's own, without what only the server needs. */
export interface FieldFacts extends Omit<FieldDoc, 'secret' | 'unique' | 'workflow' | 'mask' | 'fields' | 'due'> {
  mask?: MaskKind
  name: string
  origin: OriginText
  /** `paused`: while the record's state is one of these, the limit stands still */
  due?: NonNullable<FieldDoc['due']> & { paused?: { field: string; states: string[] } }
  /** columns of a `table` */
  fields?: FieldFacts[]
  /** of a filter by area: a user's level → the last level that may be chosen */
  deepest?: Record<string, number>
  /** of a reference: filters of the records that are offered */
  offered?: Readonly<Record<string, readonly string[]>>
}
export interface Column extends FieldFacts {
  /** always filled: the column's, else the field's, else the kind's */
  width: number
  page?: string
  fixed?: 'left' | 'right'
  sort?: boolean
  /** not shown until its user chooses it */
  more?: boolean
}
export interface Filter extends FieldFacts {
  more?: boolean
}
/** With a `transition` it shows on records whose row says that the server would take it. */
export interface Action extends Omit<ActionDoc, 'label' | 'on' | 'call' | 'form'> {
  name: string
  label: string
  on: ActionPlace[]
  origin: OriginText
  call?: Call
  form?: AskedFacts[]
  /** detail page of the record, drawn in the dialog */
  beside?: { page: string }
  /** code of the transition that usually comes next */
  next?: string
  /** fields that the question has in braces */
  mentioned?: FieldFacts[]
}
export interface AskedFacts extends FieldFacts, Pick<AskedFieldDoc, 'visible'> {
  prefill?: boolean | (Omit<PrefillDoc, 'source'> & { source: Call })
}
/** An endpoint as the console's client needs it. */
export interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  in: 'query' | 'path' | 'body' | 'multipart' | 'none'
  envelope: EnvelopeKind
  names?: string[]
  changes?: string[]
}
export interface EntityFacts {
  name: string
  label: string
  key: string
  title: string
}
/**
 * Key, label, tone, the least number that is called so, where the entries are bands, and whether it can be chosen no
 * more; in display order.
 */
export type DictionaryEntries = [key: string, label: string, tone?: Tone, min?: number | null, retired?: true][]
