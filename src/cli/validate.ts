// before all others
import './short-run.ts'
import { PRODUCT_WORDS } from '../products.words.ts'
import { openTerminal } from './command.ts'
import { runValidate } from './run-validate.ts'

process.exitCode = runValidate(process.argv.slice(2), openTerminal(), PRODUCT_WORDS)
