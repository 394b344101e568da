import type { Hooks } from '../../../server/call/context.ts'
import { graded } from './grade.ts'
import { keepPoints } from './points.ts'

/** A carrier's score sets its level, and is stored as the point of the month. */
export const LIVENESS_HOOKS: Hooks = {
  beforeSave: ({ call, entity }, values) => graded(entity, values, name => call.scoped.dictionary(name)),
  afterSave: ({ call, entity, tx, before }, after) =>
    keepPoints({ tx, entities: call.entities(), carrier: entity }, before, after),
}
