import type { Effect } from '../../../server/call/context.ts'
import { markPosted, markWithdrawn } from '../licences/carrier.ts'
import { issueMark } from '../licences/issue.ts'
import { clueOfPrice } from '../prices/clue.ts'
import { clueOfHit, hitDecided } from '../directional/clue.ts'
import { searchDirectional } from '../directional/run.ts'
import { clueFiled, clueNotFiled } from '../cases/clue.ts'
import { certifiedOfficers } from '../cases/officers.ts'
import { collectObjects } from './objects.ts'
import { clueOfMedia } from '../reporting/media.ts'
import { labelOfSuggestion } from '../labels/suggestions.ts'
import { drawInspectors, drawObjects } from './draw.ts'
import { finishDraw } from './samples.ts'
import { writeReport } from '../reports/hooks.ts'
import { keepSubject } from '../evidence/subject.ts'
import { mergeClue, showEvidence } from './merge.ts'
import { correctSubject, sendAgain } from './rollback.ts'
import { splitTask } from './split.ts'

/** Effects that workflows name by `effect`; each runs in the transaction of its transition. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  certifiedOfficers,
  clueFiled,
  clueNotFiled,
  collectObjects,
  splitTask,
  drawObjects,
  drawInspectors,
  finishDraw,
  correctSubject,
  sendAgain,
  mergeClue,
  showOnClue: showEvidence,
  keepSubject,
  clueOfPrice,
  clueOfMedia,
  clueOfHit,
  hitDecided,
  searchDirectional,
  writeReport,
  issueMark,
  markPosted,
  markWithdrawn,
  labelOfSuggestion,
}
