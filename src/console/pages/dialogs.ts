import type { Row } from '../../core/contract/api.ts'
import type { DictionaryEntries, FieldFacts } from '../../core/contract/configuration.ts'

/** A dialog that asks for fields and stays open until its call has gone well. */
export interface AskSpec {
  title: string
  text?: string
  fields: FieldFacts[]
  /** what stands in the fields when it opens */
  values?: Row
  dictionaries: Record<string, DictionaryEntries>
  danger?: boolean
  submit: (values: Record<string, unknown>) => Promise<void>
}
type Opener = (spec: AskSpec) => void

let opener: Opener | undefined
export function provideDialogs(next: Opener): void {
  opener = next
}
export function openAsk(spec: AskSpec): void {
  opener?.(spec)
}
