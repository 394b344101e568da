/**
 * Prints the figures of all sizes as JSON; run with --expose-gc, so that garbage is collected before the heap is
 * measured.
 */
import { measureResolve, RESOLVE_SIZES } from './core.ts'

// the first run includes JIT compilation and is not counted
measureResolve({ pages: 200, scopes: 2, patched: 1 })
console.log(JSON.stringify(RESOLVE_SIZES.map(measureResolve)))
