// Run beside the libraries of a release: each of them finds all that it needs.
import { openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import '@electric-sql/pglite/nodefs'
import locks from 'fs-native-extensions'
import { chromium } from 'playwright-core'

const isThere = typeof PGlite.create === 'function' && locks.tryLock(openSync('locked', 'r+')) && chromium.name()
console.log(isThere === 'chromium' ? 'all there' : 'something is missing')
