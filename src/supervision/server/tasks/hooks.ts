import type { Hooks } from '../../../server/call/context.ts'
import { countClues } from './totals.ts'

const CLUE = 'illegalResult'

/** A task counts its clues whenever one of them moves on. */
export const TASK_HOOKS: Hooks = {
  afterTransition: async ({ saving: { tx, entity }, after }) => {
    if (entity.name === CLUE) await countClues(tx, after)
  },
}
