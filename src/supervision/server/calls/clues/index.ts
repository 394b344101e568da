import type { Handlers } from '../../../../server/call/context.ts'
import { cases } from './cases.ts'
import { clueCounts } from './clue-counts.ts'
import { clueFiles } from './clue-files.ts'
import { clueLists } from './clue-lists.ts'
import { clueOverview } from './clue-overview.ts'
import { clueRoutes } from './clue-route.ts'
import { clues } from './clues.ts'
import { clueSteps } from './clue-steps.ts'

export const cluesCalls: Handlers = {
  ...cases,
  ...clueCounts,
  ...clueFiles,
  ...clueLists,
  ...clueOverview,
  ...clueRoutes,
  ...clues,
  ...clueSteps,
}
