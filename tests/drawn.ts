import { it } from 'vitest'
import { isWhole } from './draw.ts'

export { drawn, isWhole } from './draw.ts'

/** A test that something quicker stands for in CI. */
export const wholeIt = it.runIf(isWhole)
