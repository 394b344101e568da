import { PRODUCT_WORDS } from '../products.words.ts'
import { openTerminal } from './command.ts'
import { runNewRegion } from './run-new-region.ts'
import { runOpenCustomer } from './run-open-customer.ts'

const [argv, terminal] = [process.argv.slice(2), openTerminal()]
const code = runNewRegion(argv, terminal, PRODUCT_WORDS)
process.exitCode = code === 0 ? await runOpenCustomer(argv, terminal) : code
