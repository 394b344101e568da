import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'

/** Context for drawing a field. */
export interface DrawContext {
  dictionaries: Record<string, DictionaryEntries>
  fileBase: string
  /** address of the record that the field names in a row, or of one of several; undefined where it cannot be opened */
  link?: ((row: Row, key?: string) => string | undefined) | undefined
}
/** Created once for each field, called for each row. */
export type Draw = (value: unknown, row: Row) => ReactNode
export type MakeText = (
  field: FieldFacts,
  context: Pick<DrawContext, 'dictionaries'>,
) => (value: unknown, row: Row) => string

export interface FilterControlProps {
  id: string
  /** `only`: the values to offer, where a tab leaves some of them */
  field: FieldFacts & { only?: readonly string[] }
  entries: DictionaryEntries
  value: string
  onChange: (value: string) => void
}
/** Form controls do not depend on the form library: they get a value and a function to change it. */
export interface ControlProps {
  id?: string
  field: FieldFacts
  entries: DictionaryEntries
  /** all dictionaries of the page, for the columns of a sub-table */
  dictionaries?: Record<string, DictionaryEntries>
  value?: unknown
  /** name of the record's value (its label key), for references and areas */
  named?: string
  /** value of the form's field that a rule's `kind` names */
  over?: unknown
  onChange?: (value: unknown) => void
  disabled?: boolean
  status?: 'error' | undefined
}
export type ControlLoader = () => Promise<ComponentType<ControlProps>>

export interface FieldDefinition {
  align?: 'right'
  cell: (field: FieldFacts, context: DrawContext) => Draw
  /** for label–value pairs of a detail page; may take several lines */
  description: (field: FieldFacts, context: DrawContext) => Draw
  inWords: MakeText
  compare: (a: unknown, b: unknown) => number
  filterControl: ComponentType<FilterControlProps>
  formControl: ControlLoader
  /** takes the full width of a form or section */
  wide?: boolean
}
