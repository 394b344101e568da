import type { Hooks, Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { countClues } from './totals.ts'

const CLUE = 'illegalResult'

async function counted({ tx, entity, before }: Saving, after: TableRow): Promise<void> {
  if (entity.name !== CLUE) return
  await countClues(tx, after)
  if (before && before['taskId'] !== after['taskId']) await countClues(tx, before)
}

/** A task's counts follow its clues, however one of them comes, changes or goes. */
export const TASK_HOOKS: Hooks = {
  afterSave: counted,
  afterUndo: counted,
  afterTransition: ({ saving, after }) => counted(saving, after),
}
