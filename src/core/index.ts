import { compileProject, type Configuration } from './compile/configuration.ts'
import { Diagnostics, type Diagnostic } from './diagnostic/diagnostic.ts'
import { parseChanged, readProject, type Project } from './overlay/project.ts'
import { Resolver } from './overlay/resolve.ts'
import type { SourceFile } from './source/file.ts'
import { checkAll } from './validate/checks.ts'
import type { KnownCode } from './validate/facts/known-code.ts'
import type { Verdicts } from './validate/run-rules.ts'

export type { Configuration, ScopedConfiguration } from './compile/configuration.ts'
export type { EndpointModel, EntityModel, FieldModel } from './compile/models.ts'
export type { Diagnostic, Origin } from './diagnostic/diagnostic.ts'
export { readProject, type Project } from './overlay/project.ts'
export type { KnownCode } from './validate/facts/known-code.ts'
export type { SourceFile } from './source/file.ts'
export { compileProject } from './compile/configuration.ts'

export interface Checked {
  /** all problems of the run, in reading order */
  diagnostics: Diagnostic[]
  project: Project
  resolver: Resolver
  /** what its rules said; absent as long as nothing could be judged */
  verdicts?: Verdicts | undefined
  /** only valid if no diagnostic is an error */
  configuration: Configuration
}

export type Earlier = Pick<Checked, 'project' | 'resolver' | 'verdicts'>

/**
 * Parses and checks every file of a configuration folder. Never throws for what an author wrote. `before`: an earlier
 * check, of which is used again what was made of unchanged files. `code`: the names that YAML may refer to in the code;
 * without it such names are not checked.
 */
export function checkProject(files: Iterable<SourceFile>, before?: Earlier, code?: KnownCode): Checked {
  const diagnostics = new Diagnostics()
  const project = readProject(files, diagnostics.report, parseChanged(before?.project))
  const resolver = new Resolver(project, before?.resolver)
  const verdicts = checkAll({ project, resolver, report: diagnostics.report, code, before: before?.verdicts })
  return {
    diagnostics: diagnostics.sorted(),
    project,
    resolver,
    verdicts,
    configuration: compileProject(project, resolver),
  }
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(d => d.severity === 'error')
