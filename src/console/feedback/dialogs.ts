import { part, type ConsoleApp } from '../app/app.ts'
import type { Row } from '../../core/contract/api.ts'
import type { DictionaryEntries, FieldFacts, FormField } from '../../core/contract/configuration.ts'

/** A dialog with fields that stays open until its call has succeeded. */
export interface AskSpec {
  title: string
  /** the act, in its word: on the button that does it */
  ok: string
  text?: string
  fields: FormField[]
  /** the user chooses first which of the fields to fill in; the others are not sent */
  pick?: boolean
  /** initial values */
  values?: Row
  /** the record of the action, if it is a single one; conditions of the fields may read it */
  record?: Row
  /** fields of that record that say where it stands, with their dictionaries */
  standing?: { fields: FieldFacts[]; dictionaries: Record<string, DictionaryEntries> }
  dictionaries: Record<string, DictionaryEntries>
  danger?: boolean
  /** more initial values, which a call answers */
  later?: Promise<Row>
  /** the record, read in the dialog: route of a detail page, and the record's key */
  beside?: { route: string; key: string }
  /** a second button, which submits and goes on with what usually comes next */
  further?: { label: string; go: () => void }
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
