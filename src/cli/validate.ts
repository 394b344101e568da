// before all others
import './short-run.ts'
import { createRequire } from 'node:module'
import type * as Words from '../products.words.ts'
import type * as Command from './command.ts'
import type * as Validate from './run-validate.ts'

// what is required comes without the second thread through which tsx gives what is imported: a seventh of all the time
const load = createRequire(import.meta.url)
const { PRODUCT_WORDS } = load('../products.words.ts') as typeof Words
const { openTerminal } = load('./command.ts') as typeof Command
const { runValidate } = load('./run-validate.ts') as typeof Validate

process.exitCode = runValidate(process.argv.slice(2), openTerminal(), PRODUCT_WORDS)
