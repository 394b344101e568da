import { openTerminal } from './command.ts'
import { PRODUCTS } from '../products.ts'
import { knownCode } from '../server/product/known-code.ts'
import { runValidate } from './run-validate.ts'

process.exitCode = runValidate(process.argv.slice(2), openTerminal(), knownCode(PRODUCTS))
