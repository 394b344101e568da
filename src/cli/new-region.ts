import { openTerminal } from './command.ts'
import { runNewRegion } from './run-new-region.ts'

process.exitCode = runNewRegion(process.argv.slice(2), openTerminal())
