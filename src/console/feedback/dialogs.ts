import { part, type ConsoleApp } from '../app/app.ts'
import type { Row } from '../../core/contract/api.ts'
import type { DictionaryEntries, FormField } from '../../core/contract/configuration.ts'

/** A dialog that asks for fields and stays open until its call has gone well. */
export interface AskSpec {
  title: string
  text?: string
  fields: FormField[]
  /** what stands in the fields when it opens */
  values?: Row
  /** what it is about, where that is one record: conditions of the fields read it beside what is filled in */
  record?: Row
  dictionaries: Record<string, DictionaryEntries>
  danger?: boolean
  submit: (values: Record<string, unknown>) => Promise<void>
}
type Opener = (spec: AskSpec) => void

const memory = part((): { open?: Opener } => ({}))
export function provideDialogs(app: ConsoleApp, open: Opener): void {
  memory(app).open = open
}
export function openAsk(app: ConsoleApp, spec: AskSpec): void {
  memory(app).open?.(spec)
}
