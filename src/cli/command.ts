import { UsageError } from './args.ts'
import { ConfigFolderError } from './read-config.ts'

/** Output of a command; tests pass their own. */
export interface Output {
  out(text: string): void
  err(text: string): void
}
export function openTerminal(): Output {
  // a closed pipe (`… | head`) is no error
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause
    process.exit()
  })
  return {
    out: text => void process.stdout.write(`${text}\n`),
    err: text => void process.stderr.write(`${text}\n`),
  }
}

/** 0 clean, 1 the configuration has errors, 2 the tool could not run */
export type ExitCode = 0 | 1 | 2

function reported(cause: unknown, usage: string, output: Output): ExitCode {
  const isCallers = cause instanceof UsageError || cause instanceof ConfigFolderError
  output.err(!(cause instanceof Error) ? String(cause) : isCallers ? cause.message : (cause.stack ?? cause.message))
  if (cause instanceof UsageError) output.err(usage)
  return 2
}

/** Runs a command; wrong usage is reported in one line, other errors with their stack. */
export function run(command: () => ExitCode, usage: string, output: Output): ExitCode {
  try {
    return command()
  } catch (cause) {
    return reported(cause, usage, output)
  }
}

export const runAsync = (command: () => Promise<ExitCode>, usage: string, output: Output): Promise<ExitCode> =>
  command().catch((cause: unknown) => reported(cause, usage, output))
