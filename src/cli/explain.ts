// before all others
import './short-run.ts'
import { openTerminal } from './command.ts'
import { runExplain } from './run-explain.ts'

process.exitCode = runExplain(process.argv.slice(2), openTerminal())
