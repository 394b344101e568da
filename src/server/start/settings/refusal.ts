/** 3: it was done, and something is lacking. */
type ExitCode = 1 | 2 | 3

/** Why the server does not start, printed for the operator: what happened and what to do. */
export class StartRefusal extends Error {
  exitCode: ExitCode
  details: string[]
  constructor(chinese: string, english: string, details: string[] = [], exitCode: ExitCode = 1) {
    super(`${chinese}\n${english}`)
    this.exitCode = exitCode
    this.details = details
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
