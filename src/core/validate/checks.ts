import { Diagnostics, type Diagnostic, type Report } from '../diagnostic/diagnostic.ts'
import { checkPatches } from '../overlay/check-patch.ts'
import type { Project } from '../overlay/project.ts'
import { Resolver } from '../overlay/resolve.ts'
import { blamed, keyOf, type Judge } from './blame.ts'
import { runRules, type Asked, type Verdicts } from './run-rules.ts'
import type { KnownCode } from './facts/known-code.ts'
import { isWord } from './facts/shape.ts'
import { namesAsMeant, projectAsMeant } from './meant.ts'
import { checkSchemas } from './schema-check.ts'

/** What every check sees. */
export interface CheckContext {
  project: Project
  resolver: Resolver
  report: Report
  /** what the code defines; without it, names of handlers and effects are not checked */
  code?: KnownCode | undefined
  /** what the rules said of an earlier project */
  before?: Verdicts | undefined
}

/**
 * All checks in order: each file alone, each patch, then rules across files. If a file cannot be read, the later checks
 * are skipped: they would report dozens of missing names and bury the one real problem. Answers what the rules said,
 * for the next time.
 */
export function checkAll({ project, resolver, report, code, before }: CheckContext): Verdicts | undefined {
  const own = new Diagnostics()
  const meant = projectAsMeant(project, checkSchemas(resolver, own.report))
  for (const one of own.sorted()) report(one)
  if (project.broken.length > 0) return before
  // of another form of this project, judged with what is meant or to tell what is to blame, most is the same
  const resolverOf = (other: Project): Resolver => (other === project ? resolver : new Resolver(other, resolver))
  const isFaulty = own.sorted().length > 0
  const found = judged(resolverOf(meant), { code, before, isFaulty })
  const judge: Judge = (other, only) => judged(resolverOf(other), { code, only, before: found.verdicts, isFaulty }).said
  // that the word that is meant changes nothing is no matter as long as another stands there
  const isMeant = ({ code, origin: { file, line } }: Diagnostic): boolean =>
    code === 'overlay-no-change' && own.sorted().some(({ origin }) => origin.file === file && origin.line === line)
  const said = found.said.filter(one => !isMeant(one))
  const causes = withoutConsequences(meant, said, judge)
  for (const one of blamed(meant, { found: causes, own: own.sorted() }, judge)) report(one)
  return found.verdicts
}

/** Without what is right as soon as a name that does not exist is the one it is nearest to. */
function withoutConsequences(project: Project, found: readonly Diagnostic[], judge: Judge): readonly Diagnostic[] {
  const { meant, corrected } = namesAsMeant(project, found)
  if (corrected.size === 0 || corrected.size === found.length) return found
  const codes = new Set(found.map(({ code }) => code))
  const left = new Set(judge(projectAsMeant(project, meant), codes).map(keyOf))
  return found.filter(one => corrected.has(one) || left.has(keyOf(one)))
}

function judged(resolver: Resolver, asked: Asked): { said: Diagnostic[]; verdicts: Verdicts } {
  const said = new Diagnostics()
  checkPatches(resolver, said.report, isWord)
  const verdicts = runRules(resolver, said.report, asked)
  return { said: said.sorted(), verdicts }
}
