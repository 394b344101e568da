import type { Origin, Severity } from '../../diagnostic/diagnostic.ts'
import type { RuleContext } from './context.ts'

/** What a rule says; the runner adds the rule's code. */
export interface Problem {
  origin: Origin
  /** Chinese */
  zh: string
  en: string
  suggestion?: string | undefined
  /** error when left out */
  severity?: Severity
}
export type RuleReport = (problem: Problem) => void

/** One rule across files. It never formats and never reads files. */
export interface Rule {
  /** stable, the name of the rule's file, shown with every problem */
  code: string
  about: { zh: string; en: string }
  check(context: RuleContext, report: RuleReport): void
}
