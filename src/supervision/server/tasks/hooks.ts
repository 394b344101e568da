import type { Hooks } from '../../../server/call/context.ts'
import { countClues } from './totals.ts'

const CLUE = 'illegalResult'

/** Updates a task's counts after each transition of one of its clues. */
export const TASK_HOOKS: Hooks = {
  afterTransition: async ({ saving: { tx, entity }, after }) => {
    if (entity.name === CLUE) await countClues(tx, after)
  },
}
