import { it } from 'vitest'

/** `npm run test:all`: everything there is. `npm test` takes a fixed part of what is many times the same. */
export const isWhole = process.env['ALL'] === '1'

/**
 * The first so many, which stand for the others in `npm test`; all of them in `npm run test:all`. Whoever writes the list
 * puts first what covers the most.
 */
export const some = <T>(all: readonly T[], many: number): T[] => (isWhole ? [...all] : all.slice(0, many))

/**
 * Of what is tried alike at many places: another share at each, so that `npm test` tries all of it and something at every
 * place; all of it at each of them in `npm run test:all`. In its own order.
 */
export const share = <T>(all: readonly T[], place: number, many: number): T[] => {
  const first = (place * many) % all.length
  return isWhole ? [...all] : all.filter((_, at) => (at - first + all.length) % all.length < many)
}

/** A test that something quicker stands for in `npm test`. */
export const wholeIt = it.runIf(isWhole)
