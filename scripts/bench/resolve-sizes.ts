/** Prints the figures of all sizes as JSON; run with --expose-gc, so that the heap is what is in use. */
import { measureResolve, RESOLVE_SIZES } from './core.ts'

// the first run pays for the compiler's warming up and is not counted
measureResolve({ pages: 200, scopes: 2, patched: 1 })
console.log(JSON.stringify(RESOLVE_SIZES.map(measureResolve)))
