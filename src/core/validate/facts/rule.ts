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
  /**
   * It judges each merged document by itself, with what it asks the resolver for: so it is asked with one document at a
   * time, and after an edit only for those that this reaches.
   */
  alone?: true
  check(context: RuleContext, report: RuleReport): void
}
