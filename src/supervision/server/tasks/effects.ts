import type { WorkflowEffect } from '../../../core/model/parts.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Done } from '../../../server/workflow/records.ts'
import { collectObjects } from './objects.ts'
import { drawInspectors, drawObjects } from './draw.ts'
import { countSamples, finishDraw } from './samples.ts'
import { mergeClue, showEvidence } from './merge.ts'
import { correctSubject, sendAgain } from './rollback.ts'
import { splitTask } from './split.ts'

/**
 * What a transition has the server do: it runs in the transition's transaction and answers what it leaves in the
 * record.
 */
export type Effect = (done: Done) => Promise<TableRow>

export const EFFECTS: Readonly<Record<WorkflowEffect, Effect>> = {
  collectObjects,
  splitTask,
  drawObjects,
  drawInspectors,
  countSamples,
  finishDraw,
  correctSubject,
  sendAgain,
  mergeClue,
  showOnClue: showEvidence,
}
