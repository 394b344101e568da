import type { LogOptions } from '../../http/request/logging.ts'
import type { Log } from '../../product/product.ts'
import { openOutput, type LogOutput } from './output.ts'

/** The operator's log, and where the lines of requests go. */
export interface ServerLog extends Log {
  requests?: LogOptions['stream']
}

/** How long the last lines may take when the process ends. */
const LAST_MS = 1000

/** The log of a server's process: on standard output, errors on standard error. */
export class ProcessLog implements ServerLog {
  readonly #out: LogOutput = openOutput(process.stdout)
  readonly #errors: LogOutput = openOutput(process.stderr)
  readonly requests = { write: (line: string): void => this.#out.write(line) }

  readonly info = (line: string): void => this.#out.write(`${line}\n`)
  readonly error = (line: string): void => this.#errors.write(`${line}\n`)

  /** Ends the process when what it has said is written. */
  async exit(code: number): Promise<never> {
    await Promise.all([this.#out.flushed(LAST_MS), this.#errors.flushed(LAST_MS)])
    process.exit(code)
  }
}
