import type { Report } from '../diagnostic/diagnostic.ts'
import { checkPatches } from '../overlay/check-patch.ts'
import type { Project } from '../overlay/project.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { runRules } from './run-rules.ts'
import { isWord } from './shape.ts'
import { checkSchemas } from './schema-check.ts'

/** What every check sees. */
export interface CheckContext {
  project: Project
  resolver: Resolver
  report: Report
}
export type Check = (context: CheckContext) => void

/** All checks of a configuration, in order: each file for itself, each patch, then rules across files. */
export const CHECKS: Check[] = [
  ({ resolver, report }) => checkSchemas(resolver, report),
  ({ resolver, report }) => checkPatches(resolver, report, isWord),
  ({ resolver, report }) => runRules(resolver, report),
]
