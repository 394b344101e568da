import type { Step } from '../step/step.ts'
import { changeParts } from './changes.ts'
import { markExpressions } from './expressions.ts'
import { GONE, RENAMES } from './words.ts'

/** One word for one idea, and a mark for what is worked out. */
export const VERSION_2: Step = {
  version: 2,
  renames: RENAMES,
  gone: GONE,
  change(document, kind) {
    // before a key takes the name of another that held an expression (`from` of a limit becomes `since`)
    markExpressions(document, kind)
    changeParts(document, kind)
  },
}
