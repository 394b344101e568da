import { openTerminal } from './command.ts'
import { runMigrate } from './run-migrate.ts'

process.exitCode = runMigrate(process.argv.slice(2), openTerminal())
