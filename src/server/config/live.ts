import { checkProject, type Configuration, type Diagnostic, type SourceFile } from '../../core/index.ts'
import { allEntities } from '../db/system-entities.ts'
import type { Entity } from '../db/models.ts'

export interface Compiled {
  configuration: Configuration
  entities: ReadonlyMap<string, Entity>
}
export type Outcome = { compiled: Compiled; diagnostics: Diagnostic[] } | { compiled?: undefined; diagnostics: Diagnostic[] }

export function compile(files: SourceFile[]): Outcome {
  const { diagnostics, configuration } = checkProject(files)
  if (diagnostics.some(one => one.severity === 'error')) return { diagnostics }
  return { compiled: { configuration, entities: allEntities(configuration.entities()) }, diagnostics }
}

/** `path:line:col  error  code  message`, as `validate` prints it. */
export function diagnosticLine({ origin, severity, code, message, suggestion }: Diagnostic): string {
  return `${origin.file}:${origin.line}:${origin.col}  ${severity}  ${code}  ${message}${suggestion ? `（是不是 ${suggestion}？）` : ''}`
}

/** The configuration in force. A broken edit changes nothing: the last good one stays. */
export class LiveConfiguration {
  #current: Compiled
  constructor(current: Compiled) {
    this.#current = current
  }

  get configuration(): Configuration {
    return this.#current.configuration
  }
  get entities(): ReadonlyMap<string, Entity> {
    return this.#current.entities
  }

  /** `prepare` gets tables ready; where it refuses, the new configuration does not come into force. */
  async replace(files: SourceFile[], prepare: (next: Compiled) => Promise<void>): Promise<Diagnostic[]> {
    const { compiled, diagnostics } = compile(files)
    if (compiled) {
      await prepare(compiled)
      this.#current = compiled
    }
    return diagnostics
  }
}
