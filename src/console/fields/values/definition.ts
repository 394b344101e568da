import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'

/** What drawing needs beside the field itself. */
export interface DrawContext {
  dictionaries: Record<string, DictionaryEntries>
  fileBase: string
}
/** Made once for a field, called for each row. */
export type Draw = (value: unknown, row: Row) => ReactNode
export type MakeText = (field: FieldFacts, context: DrawContext) => (value: unknown, row: Row) => string

export interface FilterControlProps {
  id: string
  field: FieldFacts
  entries: DictionaryEntries
  value: string
  onChange: (value: string) => void
}
/** Form controls know nothing of the form engine: a value and a way to change it. */
export interface ControlProps {
  id?: string
  field: FieldFacts
  entries: DictionaryEntries
  /** all that the page has: the columns of a sub-table have their own */
  dictionaries?: Record<string, DictionaryEntries>
  value?: unknown
  /** the readable name that came with the record's value */
  named?: string
  onChange?: (value: unknown) => void
  disabled?: boolean
  status?: 'error' | undefined
}
export type ControlLoader = () => Promise<ComponentType<ControlProps>>

export interface FieldDefinition {
  align?: 'right'
  cell: (field: FieldFacts, context: DrawContext) => Draw
  /** in a label–value pair of a detail page; may take several lines */
  description: (field: FieldFacts, context: DrawContext) => Draw
  exportText: MakeText
  compare: (a: unknown, b: unknown) => number
  filterControl: ComponentType<FilterControlProps>
  formControl: ControlLoader
  /** takes the whole width of a form or a section */
  wide?: boolean
}
