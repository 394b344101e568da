import type { Origin, Severity } from '../../diagnostic/diagnostic.ts'
import type { RuleContext } from './context.ts'

/** A problem that a rule found; the runner adds the rule's code. */
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

/** One rule across files. It reports data: formatting and I/O are done elsewhere. */
export interface Rule {
  /** stable, the name of the rule's file, shown with every problem */
  code: string
  about: { zh: string; en: string }
  check(context: RuleContext, report: RuleReport): void
}
