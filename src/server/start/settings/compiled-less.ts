import process from 'node:process'

/** V8 counts bytes of code up to version 11, calls from 12 on; each knows its own flag alone. */
const [BYTES, CALLS] = [67_584, 3000]
const COUNTS_CALLS = 12

/**
 * A flag by which V8 compiles for speed only what is so many times as hot as usual: a program that runs for a second or
 * two is done before most of that has paid for itself.
 */
export const compiledLess = (times: number, v8 = process.versions.v8): string =>
  Number.parseInt(v8, 10) < COUNTS_CALLS
    ? `--interrupt-budget=${BYTES * times}`
    : `--invocation-count-for-turbofan=${CALLS * times}`
