// before all others
import './short-run.ts'
import { openTerminal } from './command.ts'
import { runDiff } from './run-diff.ts'

process.exitCode = runDiff(process.argv.slice(2), openTerminal())
