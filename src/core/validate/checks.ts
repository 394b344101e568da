import type { Report } from '../diagnostic/diagnostic.ts'
import { checkPatches } from '../overlay/check-patch.ts'
import type { Project } from '../overlay/project.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { runRules } from './run-rules.ts'
import type { KnownCode } from './facts/known-code.ts'
import { isWord } from './facts/shape.ts'
import { checkSchemas } from './schema-check.ts'

/** What every check sees. */
export interface CheckContext {
  project: Project
  resolver: Resolver
  report: Report
  /** without it nothing is said of what the code has */
  code?: KnownCode | undefined
}
export type Check = (context: CheckContext) => void

const EACH_FILE: Check[] = [({ resolver, report }) => checkSchemas(resolver, report)]
const ACROSS_FILES: Check[] = [
  ({ resolver, report }) => checkPatches(resolver, report, isWord),
  ({ resolver, report, code }) => runRules(resolver, report, code),
]

/**
 * All checks of a configuration, in order: each file for itself, each patch, then rules across files. A file that
 * cannot be read leaves a hole that all others would complain of, and the one line that matters would be lost among
 * them.
 */
export const checksOf = ({ broken }: Project): Check[] =>
  broken.length > 0 ? EACH_FILE : [...EACH_FILE, ...ACROSS_FILES]
