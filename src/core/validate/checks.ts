import { Diagnostics, type Diagnostic, type Report } from '../diagnostic/diagnostic.ts'
import { checkPatches } from '../overlay/check-patch.ts'
import type { Project } from '../overlay/project.ts'
import { Resolver } from '../overlay/resolve.ts'
import { blamed, type Judge } from './blame.ts'
import { runRules } from './run-rules.ts'
import type { KnownCode } from './facts/known-code.ts'
import { isWord } from './facts/shape.ts'
import { checkSchemas } from './schema-check.ts'

/** What every check sees. */
export interface CheckContext {
  project: Project
  resolver: Resolver
  report: Report
  /** what the code defines; without it, names of handlers and effects are not checked */
  code?: KnownCode | undefined
  /** codes of the rules that are asked; all where it is not said */
  only?: ReadonlySet<string> | undefined
}
export type Check = (context: CheckContext) => void

const EACH_FILE: Check[] = [({ resolver, report }) => checkSchemas(resolver, report)]
const ACROSS_FILES: Check[] = [
  ({ resolver, report }) => checkPatches(resolver, report, isWord),
  ({ resolver, report, code, only }) => runRules(resolver, report, code, only),
]

/**
 * All checks in order: each file alone, each patch, then rules across files. If a file cannot be read, the later checks
 * are skipped: they would report dozens of missing names and bury the one real problem.
 */
export function checkAll({ project, resolver, report, code }: CheckContext): void {
  const own = new Diagnostics()
  for (const check of EACH_FILE) check({ project, resolver, report: own.report, code })
  for (const one of own.sorted()) report(one)
  if (project.broken.length > 0) return
  const judged = (of: Project, by: Resolver, only?: ReadonlySet<string>): Diagnostic[] => {
    const said = new Diagnostics()
    for (const check of ACROSS_FILES) check({ project: of, resolver: by, report: said.report, code, only })
    return said.sorted()
  }
  const found = judged(project, resolver)
  const judge: Judge = (other, codes) => judged(other, new Resolver(other, resolver), codes)
  for (const one of blamed(project, { found, own: own.sorted() }, judge)) report(one)
}
