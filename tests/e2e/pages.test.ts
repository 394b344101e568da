import { describe } from 'vitest'
import { ownConsole } from './harness.ts'
import { codeAhead } from './pages/ahead.ts'
import { carrierPages } from './pages/carriers.ts'
import { recordPages } from './pages/records.ts'

/** One server and one browser for all: to begin with them takes longer than many of the tests. */
const own = ownConsole()
describe('pages of carriers', () => carrierPages(own))
describe('a record', () => recordPages(own))
describe('the console', () => codeAhead(own))
