import { UsageError } from './args.ts'
import { ConfigFolderError } from './read-config.ts'

/** Where a command writes; tests hand in their own. */
export interface Output {
  out(text: string): void
  err(text: string): void
}
export function openTerminal(): Output {
  // `… | head` closes the pipe early, which is no fault
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

/** Runs a command; what the caller did wrong is told in a line, a fault of ours with its stack. */
export function run(command: () => ExitCode, usage: string, output: Output): ExitCode {
  try {
    return command()
  } catch (cause) {
    const isCallers = cause instanceof UsageError || cause instanceof ConfigFolderError
    output.err(!(cause instanceof Error) ? String(cause) : isCallers ? cause.message : (cause.stack ?? cause.message))
    if (cause instanceof UsageError) output.err(usage)
    return 2
  }
}
