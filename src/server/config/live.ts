import {
  checkProject,
  compileProject,
  hasErrors,
  readProject,
  type Configuration,
  type Diagnostic,
  type KnownCode,
  type Project,
  type SourceFile,
} from '../../core/index.ts'
import type { MapNode } from '../../core/source/node.ts'
import { entitiesOf, type Entity } from '../db/tables/models.ts'
import { inSlices } from '../time/slices.ts'

export interface CompiledConfiguration {
  configuration: Configuration
  entities: ReadonlyMap<string, Entity>
  project: Project
}
export type CompileOutcome =
  | { compiled: CompiledConfiguration; diagnostics: Diagnostic[] }
  | { compiled?: undefined; diagnostics: Diagnostic[] }

/** Checks and compiles in one go, blocking the event loop; only for start-up, when there are no requests yet. */
export function compile(files: SourceFile[], code?: KnownCode): CompileOutcome {
  const { diagnostics, configuration, project } = checkProject(files, undefined, code)
  if (hasErrors(diagnostics)) return { diagnostics }
  return { compiled: { configuration, entities: entitiesOf(configuration), project }, diagnostics }
}

/** Compiles what has been found right before, without checking it. */
export function compileJudged(files: SourceFile[]): CompiledConfiguration {
  const project = readProject(files, () => {})
  const configuration = compileProject(project)
  return { configuration, entities: entitiesOf(configuration), project }
}

/** Result of the check process: the diagnostics, and if none is an error, the trees of the changed files. */
export interface CheckResult {
  diagnostics: Diagnostic[]
  trees: ReadonlyMap<string, () => MapNode>
}
export type Judge = (files: SourceFile[], changed: string[]) => Promise<CheckResult>

const changedSince = ({ sources }: Project, files: SourceFile[]): string[] =>
  files.filter(({ path, text }) => sources.get(path)?.text !== text).map(({ path }) => path)

/** Builds the configuration from checked trees, in small steps. Scopes in use before are compiled in advance. */
function* rebuilt(
  files: SourceFile[],
  trees: CheckResult['trees'],
  before: CompiledConfiguration,
): Generator<void, CompiledConfiguration> {
  const fresh = new Map<string, MapNode>()
  for (const [path, tree] of trees) {
    fresh.set(path, tree())
    yield
  }
  const project = readProject(
    files,
    () => {},
    ({ path }) => fresh.get(path) ?? before.project.trees.get(path),
  )
  yield
  const configuration = compileProject(project, undefined, before.configuration)
  yield* configuration.warm(before.configuration.scopes())
  return { configuration, entities: entitiesOf(configuration), project }
}

/** `path:line:col  error  code  message`, as `validate` prints it. */
export function diagnosticLine({ origin, severity, code, message, suggestion }: Diagnostic): string {
  return (
    `${origin.file}:${origin.line}:${origin.col}  ${severity}  ${code}  `
    + `${message}${suggestion ? `（是不是 ${suggestion}？）` : ''}`
  )
}

/** The configuration in force. If an edit has errors, the last good one stays in force. */
export class LiveConfiguration {
  #current: CompiledConfiguration
  constructor(current: CompiledConfiguration) {
    this.#current = current
  }

  get configuration(): Configuration {
    return this.#current.configuration
  }
  get entities(): ReadonlyMap<string, Entity> {
    return this.#current.entities
  }
  get sources(): ReadonlyMap<string, SourceFile> {
    return this.#current.project.sources
  }
  tree(path: string): MapNode | undefined {
    return this.#current.project.trees.get(path)
  }

  /** `prepare` migrates the tables; if it throws, the new configuration does not come into force. */
  async replace(
    files: SourceFile[],
    judge: Judge,
    prepare: (next: CompiledConfiguration) => Promise<void>,
  ): Promise<Diagnostic[]> {
    const { diagnostics, trees } = await judge(files, changedSince(this.#current.project, files))
    if (hasErrors(diagnostics)) return diagnostics
    const next = await inSlices(rebuilt(files, trees, this.#current))
    await prepare(next)
    this.#current = next
    return diagnostics
  }
}
