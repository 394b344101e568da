import { openTerminal } from './command.ts'
import { runDiff } from './run-diff.ts'

process.exitCode = runDiff(process.argv.slice(2), openTerminal())
