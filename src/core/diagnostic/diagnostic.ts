/** Where a value or a problem stands. Lines and columns count from 1. */
export interface Origin {
  /** posix path relative to the configuration folder */
  file: string
  line: number
  col: number
}

export type Severity = 'error' | 'warning'

/** One problem, as data. Printing is left to the CLI and the server. */
export interface Diagnostic {
  /** stable, the name of the rule that found it */
  code: string
  severity: Severity
  /** Chinese */
  message: string
  messageEn: string
  origin: Origin
  /** what was probably meant */
  suggestion?: string
}

export const formatOrigin = (o: Origin): string => `${o.file}:${o.line}:${o.col}`

/** Order of reading: by file, then by place. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    a.origin.file.localeCompare(b.origin.file)
    || a.origin.line - b.origin.line
    || a.origin.col - b.origin.col
    || a.code.localeCompare(b.code)
  )
}

/** Collects problems; the same problem at the same place is kept once. */
export class Diagnostics {
  readonly #seen = new Map<string, Diagnostic>()

  readonly report = (d: Diagnostic): void => {
    const key = `${d.code}|${formatOrigin(d.origin)}|${d.message}`
    if (!this.#seen.has(key)) this.#seen.set(key, d)
  }

  sorted(): Diagnostic[] {
    return [...this.#seen.values()].sort(compareDiagnostics)
  }
}
export type Report = Diagnostics['report']
