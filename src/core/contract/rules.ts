import type { FieldFacts, DictionaryEntries } from './configuration.ts'

/** What is wrong with the text of a rule; offsets count into it. */
export interface RuleProblem {
  /** begins with `rule-` */
  code: string
  message: string
  start: number
  end: number
}
/** What a rule may compare. */
export interface RuleFields {
  entity: string
  label: string
  fields: Pick<FieldFacts, 'name' | 'label' | 'kind' | 'dict' | 'ref' | 'unit'>[]
  dictionaries: Record<string, DictionaryEntries>
}
/** What a rule chooses among the records that its author sees. */
export interface RuleTrial {
  problem?: RuleProblem
  total: number
  /** there are more than `total` */
  capped: boolean
  rows: { key: string; title: string; note: string; url?: string }[]
}
